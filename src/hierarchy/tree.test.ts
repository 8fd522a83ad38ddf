import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCut } from '../../test/shown-ranges.ts'
import { emptyGrouping, fillFromBits, forEachGroup, groupStarts } from './grouping.ts'
import { groupLabel, groupLoss } from './hierarchy.ts'
import type { TaxonomyNode } from './taxonomy/taxonomy.ts'
import { treeHierarchy } from './tree.ts'

/** Iyengar 2002, Figure 1. */
const WORK_CLASS: TaxonomyNode = {
  name: 'ANY',
  children: [
    { name: 'Self-employed', children: [{ name: 'Self-emp-inc' }, { name: 'Self-emp-not-inc' }] },
    { name: 'Government', children: [{ name: 'Federal-gov' }, { name: 'State-gov' }, { name: 'Local-gov' }] },
    { name: 'Private' },
    { name: 'Unemployed', children: [{ name: 'Without-pay' }, { name: 'Never-worked' }] },
  ],
}

describe('treeHierarchy', () => {
  const hierarchy = treeHierarchy('work', WORK_CLASS)

  test('work class: leaves from left to right', () => {
    expect(hierarchy.values).toEqual([
      'Self-emp-inc',
      'Self-emp-not-inc',
      'Federal-gov',
      'State-gov',
      'Local-gov',
      'Private',
      'Without-pay',
      'Never-worked',
    ])
  })

  test('work class: nodes in pre-order, each with its range of leaves', () => {
    const { names, first, last, parent, children, leafNode } = hierarchy.tree!
    const ranges = names.map((name, node) => [name, first[node], last[node], parent[node]])
    expect(ranges).toEqual([
      ['ANY', 0, 7, -1],
      ['Self-employed', 0, 1, 0],
      ['Self-emp-inc', 0, 0, 1],
      ['Self-emp-not-inc', 1, 1, 1],
      ['Government', 2, 4, 0],
      ['Federal-gov', 2, 2, 4],
      ['State-gov', 3, 3, 4],
      ['Local-gov', 4, 4, 4],
      ['Private', 5, 5, 0],
      ['Unemployed', 6, 7, 0],
      ['Without-pay', 6, 6, 9],
      ['Never-worked', 7, 7, 9],
    ])
    expect(Array.from(children[0])).toEqual([1, 4, 8, 9])
    expect(Array.from(leafNode)).toEqual([2, 3, 5, 6, 7, 8, 10, 11])
  })

  test('work class: levels; Private stays itself until the top', () => {
    expect(labelsByLevel(hierarchy)).toEqual([
      hierarchy.values,
      ['Self-employed', 'Government', 'Private', 'Unemployed'],
      ['ANY'],
    ])
  })

  test('State-gov released as Government loses 2/7', () => {
    expect(groupLoss(hierarchy, 2, 4)).toBeCloseTo(2 / 7, 12)
    expect(groupLabel(hierarchy, 2, 4)).toBe('Government')
  })

  test('isCut: of the 128 bit strings of work class exactly 9 are cuts', () => {
    const grouping = emptyGrouping(8)
    const valid: string[] = []
    for (let number = 0; number < 128; number++) {
      const text = number.toString(2).padStart(7, '0')
      fillFromBits(grouping, Uint8Array.from(text, Number))
      if (isCut(hierarchy.tree!, grouping)) valid.push(text)
    }
    expect(valid.join(' ')).toBe('0000000 0100110 0100111 0111110 0111111 1100110 1100111 1111110 1111111')
  })

  test('levels hang from the root: a shallow branch stays as it is while a deep one climbs', () => {
    const root = tree('*', tree('a', tree('b', tree('c', 'x', 'y'), 'z')), tree('d', 'u', 'v'))
    expect(labelsByLevel(treeHierarchy('column', root))).toEqual([
      ['x', 'y', 'z', 'u', 'v'],
      ['c', 'z', 'u', 'v'],
      ['a', 'u', 'v'],
      ['a', 'd'],
      ['*'],
    ])
  })

  test('a level of its own lets a shallow branch reach its group early', () => {
    const root = tree('*', tree('a', tree('b', 'x', 'y'), 'z'), { ...tree('d', 'u', 'v'), level: 1 })
    expect(labelsByLevel(treeHierarchy('column', root))).toEqual([
      ['x', 'y', 'z', 'u', 'v'],
      ['b', 'z', 'd'],
      ['a', 'd'],
      ['*'],
    ])
  })

  test('a level that leaves no room is refused', () => {
    const root = tree('*', { ...tree('a', tree('b', 'x', 'y'), 'z'), level: 1 })
    expect(() => treeHierarchy('column', root)).toThrow(/level must be a whole number from 1 .* got 0 for "b"/)
  })

  test('missing values are a leaf directly under the root', () => {
    const withMissing = treeHierarchy('work', WORK_CLASS, { missing: true })
    expect(withMissing.missing).toBe(8)
    expect(labelsByLevel(withMissing).slice(1)).toEqual([
      ['Self-employed', 'Government', 'Private', 'Unemployed', '(missing)'],
      ['ANY'],
    ])
  })

  test('one value alone has one level, with missing two', () => {
    expect(labelsByLevel(treeHierarchy('column', { name: 'only' }))).toEqual([['only']])
    expect(labelsByLevel(treeHierarchy('column', { name: 'only' }, { missing: true }))).toEqual([
      ['only', '(missing)'],
      ['*'],
    ])
  })

  test('throws the errors of the tree', () => {
    expect(() => treeHierarchy('column', tree('*', tree('a', 'x'), tree('b', 'x')))).toThrow(
      'taxonomy of column "column": the value "x" stands twice, under "a" and under "b"; a value has one ' +
        'place, remove the other',
    )
  })

  test('any tree: every level is a cut, coarser than the one before, from single values to the root', () => {
    fc.assert(
      fc.property(randomTree(), (root) => {
        const { levels, values, tree: built } = treeHierarchy('column', root)
        expect(levels[0].grouping.groups).toBe(values.length)
        expect(levels.at(-1)!.grouping.groups).toBe(1)
        levels.forEach(({ grouping }, index) => {
          expect(isCut(built!, grouping)).toBe(true)
          if (index === 0) return
          const finer = new Set(groupStarts(levels[index - 1].grouping))
          const starts = groupStarts(grouping)
          expect(starts.length).toBeLessThan(finer.size)
          for (const start of starts) expect(finer.has(start)).toBe(true)
        })
      }),
    )
  })
})

function labelsByLevel(hierarchy: ReturnType<typeof treeHierarchy>): string[][] {
  return hierarchy.levels.map(({ grouping }) => {
    const labels: string[] = []
    forEachGroup(grouping, (_, from, to) => labels.push(groupLabel(hierarchy, from, to)))
    return labels
  })
}

function tree(name: string, ...children: (string | TaxonomyNode)[]): TaxonomyNode {
  return { name, children: children.map((child) => (typeof child === 'string' ? { name: child } : child)) }
}

function randomTree(): fc.Arbitrary<TaxonomyNode> {
  return fc.array(fc.nat(), { maxLength: 30 }).map((choices) => {
    const nodes: (TaxonomyNode & { children: TaxonomyNode[] })[] = [{ name: 'n0', children: [] }]
    choices.forEach((choice, index) => {
      const node = { name: `n${index + 1}`, children: [] }
      nodes[choice % nodes.length].children.push(node)
      nodes.push(node)
    })
    return nodes[0]
  })
}
