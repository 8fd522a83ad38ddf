import { describe, expect, test } from 'vitest'
import { checkTaxonomy, type TaxonomyNode, taxonomyFromPaths, visitTaxonomy } from './taxonomy.ts'

describe('checkTaxonomy', () => {
  test.each<[string, TaxonomyNode, string[]]>([
    ['a sound tree', group('*', group('a', 'x', 'y'), 'z'), []],
    ['a value twice', group('*', group('a', 'x', 'y'), group('b', 'x', 'z')), ['doubled-leaf']],
    ['a value twice under one parent', group('*', 'x', 'x'), ['doubled-leaf']],
    [
      'a group under two parents',
      group('*', group('a', group('g', 'x', 'y'), 'v'), group('b', group('g', 'z', 'w'), 'u')),
      ['contradictory-parents'],
    ],
    ['a group named like a value of its own', group('*', group('Other', 'Other', 'x'), 'y'), ['ambiguous-name']],
    [
      'a group named like a value elsewhere',
      group('*', group('a', 'x', 'y'), group('x', 'v', 'w')),
      ['ambiguous-name'],
    ],
    ['a value named like the root', group('*', group('a', '*', 'y'), 'z'), ['ambiguous-name']],
    ['a name below itself', group('*', group('a', group('b', group('a', 'x', 'y'), 'v'), 'w'), 'z'), ['cycle']],
    ['an empty name', group('*', '  ', 'y'), ['empty-name']],
    ['a group of one', group('*', group('a', 'x'), 'y'), ['single-child']],
  ])('%s', (_, root, kinds) => {
    expect(checkTaxonomy('column', root).map((finding) => finding.kind)).toEqual(kinds)
  })

  test('only the group of one is no error', () => {
    const findings = checkTaxonomy(
      'country',
      group('*', group('Europa', 'England'), group('Europe', 'Italy', 'Greece')),
    )
    expect(findings).toEqual([
      {
        severity: 'warning',
        kind: 'single-child',
        column: 'country',
        name: 'Europa',
        message:
          'taxonomy of column "country": "Europa" has one child only, "England"; the two say the same, one of ' +
          'them can go',
      },
    ])
  })

  test('a group under two parents is named with both', () => {
    const root = taxonomyFromPaths({ name: '*' }, [path('y', 'x', 'a'), path('z', 'x', 'b')])
    const [finding] = checkTaxonomy('c', root).filter(({ severity }) => severity === 'error')
    expect(finding.message).toBe(
      'taxonomy of column "c": the group "x" stands under "y" and under "z"; a group has one parent, rename ' +
        'one of the two',
    )
  })
})

test('visitTaxonomy: pre-order, with the path from the root', () => {
  const seen: string[] = []
  visitTaxonomy(group('r', group('a', 'x', 'y'), 'z'), (node, ancestors) => {
    seen.push([...ancestors.map(({ name }) => name), node.name].join('/'))
  })
  expect(seen).toEqual(['r', 'r/a', 'r/a/x', 'r/a/y', 'r/z'])
})

test('taxonomyFromPaths: groups are known by their path; of two levels the higher counts', () => {
  const root = taxonomyFromPaths({ name: '*' }, [
    [{ name: 'a', level: 2 }, { name: 'x' }],
    [{ name: 'z' }],
    [{ name: 'a', level: 1 }, { name: 'y' }],
  ])
  expect(root).toEqual({
    name: '*',
    children: [{ name: 'a', level: 2, children: [{ name: 'x' }, { name: 'y' }] }, { name: 'z' }],
  })
})

function path(...names: string[]): { name: string }[] {
  return names.map((name) => ({ name }))
}

function group(name: string, ...children: (string | TaxonomyNode)[]): TaxonomyNode {
  return { name, children: children.map((child) => (typeof child === 'string' ? { name: child } : child)) }
}
