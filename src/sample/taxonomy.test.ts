import { describe, expect, it } from 'vitest'
import { basketsTree } from './baskets-tree.ts'
import { censusTaxonomies } from './census-hierarchies.ts'
import { leavesOf, node, type TaxonomyNode, taxonomyText } from './taxonomy.ts'

const trees: readonly (readonly [string, TaxonomyNode])[] = [
  ...Object.entries(censusTaxonomies),
  ...[4, 5, 19, 20, 25, 100, 199, 200, 333, 1000].map((items) => [`${items} items`, basketsTree(items)] as const),
  ['1300 codes', basketsTree(1300, 'clinic')],
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

  it.each(trees)('%s: taxonomyText(tree) is JSON of the same tree', (_, tree) => {
    expect(JSON.parse(taxonomyText(tree))).toEqual(tree)
  })

  it('leavesOf(tree) lists the leaves in tree order', () => {
    expect(leavesOf(node('top', 'a', node('b', 'c', 'd'), 'e'))).toEqual(['a', 'c', 'd', 'e'])
  })

  it.each([
    [10, 3],
    [100, 4],
    [1000, 5],
    [10_000, 5],
  ])('basketsTree(%i) holds every item once, in order, on %i levels', (items, levels) => {
    const depth = (at: TaxonomyNode): number => 1 + Math.max(0, ...(at.children ?? []).map(depth))
    const tree = basketsTree(items)
    expect(leavesOf(tree)).toEqual(Array.from({ length: items }, (_, i) => String(i + 1)))
    expect(depth(tree)).toBe(levels)
  })
})
