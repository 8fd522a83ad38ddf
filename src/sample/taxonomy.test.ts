import { describe, expect, it } from 'vitest'
import type { TaxonomyNode } from '../hierarchy/taxonomy/taxonomy.ts'
import { basketsTree } from './baskets.ts'
import { censusTrees } from './census.ts'
import { clinicTrees } from './clinic.ts'
import { hospitalTrees } from './hospital.ts'
import { leafBranches, leafNames, leafParents, treeFrom } from './taxonomy.ts'

const trees: readonly (readonly [string, TaxonomyNode])[] = [
  ...Object.entries(censusTrees),
  ...Object.entries(hospitalTrees),
  ...Object.entries(clinicTrees),
  ...[4, 5, 19, 20, 25, 100, 199, 200, 333, 1000].map((items) => [`${items} items`, basketsTree(items)] as const),
  ['1300 items', basketsTree(1300)],
]

describe('the taxonomies of the samples', () => {
  it.each(trees)('%s: names are unique, without blanks, commas and quotes; no node has a single child', (_, tree) => {
    const names: string[] = []
    const visit = (at: TaxonomyNode) => {
      names.push(at.name)
      expect(at.name).toMatch(/^[\w.-]+$/)
      expect(at.children?.length).not.toBe(0)
      expect(at.children?.length).not.toBe(1)
      at.children?.forEach(visit)
    }
    visit(tree)
    expect(new Set(names).size).toBe(names.length)
  })

  it('treeFrom(text) nests by indentation; words without a colon are leaves', () => {
    const tree = treeFrom('top: a\n  b: c d\n    e: f\n  g h')
    const e = { name: 'e', children: [{ name: 'f' }] }
    const b = { name: 'b', children: [{ name: 'c' }, { name: 'd' }, e] }
    expect(tree).toEqual({ name: 'top', children: [{ name: 'a' }, b, { name: 'g' }, { name: 'h' }] })
    expect(leafNames(tree)).toEqual(['a', 'c', 'd', 'f', 'g', 'h'])
    expect(leafBranches(tree)).toEqual([0, 1, 1, 1, 2, 3])
    expect(leafParents(tree)).toEqual([0, 1, 1, 2, 0, 0])
  })

  it.each([
    [10, 3],
    [100, 4],
    [1000, 5],
    [10_000, 5],
  ])('basketsTree(%i) holds every item once, in order, on %i levels', (items, levels) => {
    const depth = (at: TaxonomyNode): number => 1 + Math.max(0, ...(at.children ?? []).map(depth))
    const tree = basketsTree(items)
    expect(leafNames(tree)).toEqual(Array.from({ length: items }, (_, i) => String(i + 1)))
    expect(depth(tree)).toBe(levels)
  })
})
