import { describe, expect, it } from 'vitest'
import type { Finding } from '../../../src/hierarchy/doctor.ts'
import { examineHierarchy } from '../../../src/hierarchy/resolve.ts'
import type { TaxonomyNode } from '../../../src/hierarchy/taxonomy/taxonomy.ts'
import { treeRepairs, uncoveredValues } from './repairs.ts'
import { toEditTree, toTaxonomy } from './tree-model.ts'

/** Applies the repair of a finding and checks that the doctor no longer reports that kind. */
function fixed(tree: TaxonomyNode, rows: Readonly<Record<string, number>>, kind: Finding['kind']): TaxonomyNode {
  const profile = { values: Object.keys(rows), counts: Object.values(rows), missingCount: 0 }
  const find = (root: TaxonomyNode) =>
    examineHierarchy('column', { kind: 'tree', root }, profile, { missing: 'none' }).findings
  const finding = find(tree).find((candidate) => candidate.kind === kind)
  expect(finding, `the doctor finds ${kind}`).toBeDefined()
  const root = toEditTree(tree)
  const [repair] = treeRepairs(finding as Finding, root, new Map(Object.entries(rows)))
  const changed = toTaxonomy(repair.apply(root))
  expect(find(changed).filter((left) => left.kind === kind)).toEqual([])
  return changed
}

const flat = (...names: string[]): TaxonomyNode => ({ name: 'ANY', children: names.map((name) => ({ name })) })

describe('treeRepairs(finding, tree)', () => {
  it('spelling: renames a value that no row has', () => {
    expect(fixed(flat('male', 'Female'), { Male: 2, Female: 3 }, 'spelling')).toEqual(flat('Male', 'Female'))
  })

  it('spelling: puts the other spelling beside one that rows have', () => {
    expect(fixed(flat('Male', 'Female'), { Male: 2, 'male ': 1, Female: 3 }, 'spelling')).toEqual(
      flat('Male', 'Female', 'male '),
    )
  })

  it('doubled leaf: the first stays', () => {
    const tree = { name: 'ANY', children: [{ name: 'G', children: [{ name: 'a' }, { name: 'b' }] }, { name: 'a' }] }
    expect(fixed(tree, { a: 1, b: 1 }, 'doubled-leaf')).toEqual({
      name: 'ANY',
      children: [{ name: 'G', children: [{ name: 'a' }, { name: 'b' }] }],
    })
  })

  it('single child: groups of one are dissolved, one in another too', () => {
    const tree = {
      name: 'ANY',
      children: [{ name: 'G', children: [{ name: 'H', children: [{ name: 'a' }] }] }, { name: 'b' }],
    }
    expect(fixed(tree, { a: 1, b: 1 }, 'single-child')).toEqual(flat('a', 'b'))
  })

  it('unused: values that no row has go', () => {
    expect(fixed(flat('a', 'b', 'c'), { a: 1, b: 1 }, 'unused')).toEqual(flat('a', 'b'))
  })

  it('ambiguous name, two parents: the group gets a name of its own', () => {
    const tree = { name: 'ANY', children: [{ name: 'a', children: [{ name: 'x' }, { name: 'y' }] }, { name: 'a' }] }
    fixed(tree, { a: 1, x: 1, y: 1 }, 'ambiguous-name')
    const group = (name: string, ...values: string[]) => ({ name, children: values.map((value) => ({ name: value })) })
    const two = {
      name: 'ANY',
      children: [group('A', 'x', 'y'), { name: 'B', children: [group('A', 'u', 'v'), { name: 'w' }] }],
    }
    fixed(two, { u: 1, v: 1, w: 1, x: 1, y: 1 }, 'contradictory-parents')
  })

  it('levels that cannot be: they follow from the shape', () => {
    const tree = {
      name: 'ANY',
      level: 1,
      children: [{ name: 'G', level: 3, children: [{ name: 'a' }, { name: 'b' }] }, { name: 'c' }],
    }
    fixed(tree, { a: 1, b: 1, c: 1 }, 'settings')
  })
})

describe('uncoveredValues(tree, rows)', () => {
  it('names what the data has and the tree has not', () => {
    expect(
      uncoveredValues(
        toEditTree(flat('a')),
        new Map([
          ['b', 5],
          ['a', 2],
        ]),
      ),
    ).toEqual(['b'])
  })
})
