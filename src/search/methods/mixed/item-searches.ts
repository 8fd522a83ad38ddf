/** The item searches for baskets, inside one class: tokens are nodes of the tree or sets of items. */
import { selectBaskets } from '../../../baskets/baskets.ts'
import { distinctItemsets, type Itemsets, itemsetAt } from '../../../baskets/itemset-list.ts'
import { InternalError } from '../../../ground/errors.ts'
import { smallestNode } from '../../../hierarchy/hierarchy.ts'
import { askKmAnonymity } from '../../../requirements/items/km-anonymity.ts'
import type { ItemSearchRecord } from '../../items-search.ts'
import type { ItemTask } from './class-bits.ts'
import { type ChooseVocabulary, penalty } from './item-vocabulary.ts'

export function searchedVocabulary(task: ItemTask, { recode, needsTree }: ItemSearchRecord): ChooseVocabulary {
  if (recode === undefined) throw new InternalError('this search does not recode the items of classes')
  const { tree, k, m, constraints: { protects, utility } = {} } = task
  const leaves = tree.leafNode.length
  const nodes = new Map(tree.names.map((node, i) => [node, i]))
  const requirement = askKmAnonymity(k, m)
  return (members) => {
    const whole = selectBaskets({ ...task.baskets, items: [], empty: 0, repeats: 0 }, members)
    const itemLeaves = [...new Set(whole.codes)].sort((a, b) => a - b)
    const numbers = new Map(itemLeaves.map((leaf, item) => [leaf, item]))
    const codes = whole.codes.map((leaf) => numbers.get(leaf) as number)
    for (let row = 0; row < whole.count; row++) codes.subarray(whole.offsets[row], whole.offsets[row + 1]).sort()
    const items = itemLeaves.map((leaf) => tree.names[tree.leafNode[leaf]])
    const tokens = new Int32Array(leaves).fill(-1)
    if (whole.count - whole.empty < k) return { tokens, loss: codes.length, areSets: !needsTree }
    const { groupOf, groups, names } = recode({
      baskets: { ...whole, items, codes },
      requirement: protects === undefined ? requirement : { ...requirement, protects: setsWithin(protects, numbers) },
      tree,
      utility: utility && { ...utility, constraints: Int32Array.from(itemLeaves, (leaf) => utility.constraints[leaf]) },
      suppressionLimit: 1,
    })
    const losses = new Float64Array(groups)
    for (let group = 0; group < groups; group++) {
      const covered = itemLeaves.filter((_, item) => groupOf[item] === group)
      const node = nodes.get(names?.[group] ?? '')
      // A set loses what its smallest tree node loses: its leaves are chosen by the data.
      const [from, to] =
        node === undefined
          ? smallestNode(tree, covered[0], covered[covered.length - 1])
          : [tree.first[node], tree.last[node]]
      losses[group] = penalty(to - from + 1, leaves)
      if (node !== undefined) tokens.fill(node, from, to + 1)
      else for (const leaf of covered) tokens[leaf] = tree.leafNode[covered[0]]
    }
    const loss = codes.reduce((sum, item) => sum + (groupOf[item] < 0 ? 1 : losses[groupOf[item]]), 0)
    return { tokens, loss, areSets: !needsTree }
  }
}

/** The sets of leaves that a class may have, by the numbers of its items. */
function setsWithin(sets: Itemsets, numbers: ReadonlyMap<number, number>): Itemsets {
  const inside: number[][] = []
  for (let i = 0; i < sets.count; i++) {
    const set = Array.from(itemsetAt(sets, i), (leaf) => numbers.get(leaf))
    if (!set.includes(undefined)) inside.push(set as number[])
  }
  return distinctItemsets(inside)
}
