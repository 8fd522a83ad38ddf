/** Poses the problem of a table with items: baskets as leaves of their tree, sensitive nodes, constraints. */
import { type Baskets, filterItems } from '../../baskets/baskets.ts'
import type { Itemsets } from '../../baskets/itemset-list.ts'
import { didYouMean, userError } from '../../ground/errors.ts'
import type { Tree } from '../../hierarchy/hierarchy.ts'
import type { MixedPlan } from '../../plan/plan.ts'
import type { SensitiveItems } from '../../requirements/items/km-anonymity.ts'
import { leavesOfItems } from '../../search/items-search.ts'
import type { MixedProblem } from '../../search/methods/mixed/mixed.ts'
import type { SensitiveNodes } from '../../search/methods/mixed/sensitive-items.ts'
import { itemTree, utilityConstraints } from '../items/baskets.ts'
import { poseProblem } from '../table/pose-problem.ts'
import type { CountedMixed } from './count-mixed.ts'

export function poseMixed(plan: MixedPlan, counted: CountedMixed): MixedProblem {
  const { baskets, combinationOf } = counted
  const tree = itemTree(plan, baskets)
  const { m, factsK, sensitive } = plan
  const { column, unseen } = plan.items
  const leaves = new Set(Array.from(tree.leafNode, (node) => tree.names[node]))
  const known = baskets.items.filter((item) => unseen !== 'suppress' || leaves.has(item))
  const nodes = leavesOfItems(tree, known, `columns.${column}.taxonomy`)
  const leafOf = new Map(known.map((item, i) => [item, tree.first[nodes[i]]]))
  const some = filterItems(baskets, (item) => leafOf.has(baskets.items[item]))
  const codes = some.codes.map((item) => leafOf.get(baskets.items[item]) as number)
  const items = {
    baskets: { ...some, codes },
    combinationOf,
    tree,
    m,
    factsK,
    sensitive: sensitive && nodesOf(sensitive, tree),
    constraints: constraintsOf(plan, baskets, tree, leafOf),
  }
  return { ...poseProblem(plan, counted), items }
}

function nodesOf({ items, h }: SensitiveItems, tree: Tree): SensitiveNodes {
  const wrongName = userError('known', 'privacy.km.sensitive')
  const nodes = items.map((name) => {
    const node = tree.names.indexOf(name)
    if (node < 0)
      throw wrongName`privacy.km.sensitive names "${name}", which is no item and no node of the
        tree${didYouMean(name, tree.names)}`
    return node
  })
  const isBelow = (node: number, other: number) =>
    node !== other && tree.first[node] >= tree.first[other] && tree.last[node] <= tree.last[other]
  const inner = nodes.find((node, i) => nodes.some((other, j) => i !== j && (node === other || isBelow(node, other))))
  if (inner !== undefined)
    throw wrongName`privacy.km.sensitive names "${tree.names[inner]}" twice, by itself or by a node above it; remove
      one`
  return { nodes, h }
}

/** Privacy and utility constraints by the leaves of the tree. */
function constraintsOf(plan: MixedPlan, baskets: Baskets, tree: Tree, leafOf: ReadonlyMap<string, number>) {
  const { constraints: asked } = plan
  if (asked === undefined && plan.utility === undefined) return undefined
  const leaf = (item: number) => leafOf.get(baskets.items[item]) as number
  const known = asked?.record.make(asked.options, baskets, asked.text).protects as Itemsets | undefined
  const utility = utilityConstraints(plan, baskets, tree)
  const parts = new Int32Array(tree.leafNode.length).fill(-1)
  utility?.constraints.forEach((part, item) => {
    parts[leaf(item)] = part
  })
  return {
    protects: known && { ...known, codes: known.codes.map(leaf) },
    utility: utility && { ...utility, constraints: parts },
  }
}
