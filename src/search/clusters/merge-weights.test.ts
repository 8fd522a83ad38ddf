import { describe, expect, it } from 'vitest'
import { figureOne } from '../../../test/baskets/examples.ts'
import { found, searchItems, spellMerge } from '../../../test/baskets/golden.ts'
import { treeHierarchy } from '../../hierarchy/tree.ts'
import { searchCoat } from '../methods/coat/coat.ts'
import { searchPcta } from '../methods/pcta/pcta.ts'
import { weightsByTree } from './merge-weights.ts'

const leaves = (names: string) => [...names].map((name) => ({ name }))
/** d is next to g and far from c in the tree. */
const { tree } = treeHierarchy('items', {
  name: 'all',
  children: [
    { name: 'left', children: [{ name: 'ab', children: leaves('ab') }, { name: 'c' }] },
    {
      name: 'right',
      children: [
        { name: 'dg', children: leaves('dg') },
        { name: 'ef', children: leaves('ef') },
      ],
    },
  ],
})

describe('weightsByTree(tree, baskets)', () => {
  it('of a pair are the levels of the smallest node above both, and go on from there when they are merged', () => {
    const weights = weightsByTree(tree, figureOne)
    const item = (name: string) => figureOne.items.indexOf(name)
    const of = (c: string, d: string) => weights.of(item(c), item(d))
    expect([of('a', 'b'), of('a', 'c'), of('d', 'e'), of('a', 'g'), weights.most]).toEqual([2, 3, 3, 4, 4])
    weights.merged(item('a'), item('a'), item('c'))
    expect([of('a', 'b'), of('a', 'g')]).toEqual([3, 4])
  })

  it('refuses to do without a tree, and items that it does not have', () => {
    expect(() => weightsByTree(undefined, figureOne)).toThrow('needs a taxonomy of the items')
    const { tree: small } = treeHierarchy('items', { name: 'all', children: leaves('abc') })
    expect(() => weightsByTree(small, figureOne)).toThrow('item "…" (1 character) is not a leaf of the tree')
  })
})

describe('weights: taxonomy', () => {
  it('joins what is near in the tree where the losses alone join c and d', async () => {
    const plain = found(await searchItems(searchCoat, figureOne, 2))
    const weighted = found(await searchItems(searchCoat, figureOne, 2, { weights: 'taxonomy' }, { tree }))
    expect(spellMerge(plain.steps[0])).toBe('d(1): c+d')
    // d with c: (2² − 1) · 2 baskets · 4 levels = 24; d with g: 3 · 3 · 2 = 18.
    expect(spellMerge(weighted.steps[0])).toBe('d(1): d+g')
  })

  it.each([searchCoat, searchPcta])('of $name changes nothing where the tree is flat', async (record) => {
    const { tree: flat } = treeHierarchy('items', { name: 'all', children: leaves('abcdefg') })
    for (const k of [2, 3, 4]) {
      const groups = async (options: object) =>
        found(await searchItems(record, figureOne, k, options as never, { tree: flat })).groupings.parts[0].groupOf
      expect(await groups({ weights: 'taxonomy' })).toEqual(await groups({}))
    }
  })
})
