/**
 * Apriori anonymization for k^m-anonymity (Terrovitis, Mamoulis, Kalnis: Privacy-preserving anonymization of set-valued
 * data, PVLDB 2008; the partitioned forms: VLDB Journal 2011): full-subtree generalization along an item tree, least
 * NCP first. `partition: vertical` (VPA) splits the items first, which helps with large domains; `local` (LRA) splits
 * the baskets and recodes each part. Cost: see `anonymize.ts`; memory: the expanded baskets, occurrences × tree depth.
 */

import { type Baskets, type Rows, selectBaskets } from '../../../baskets/baskets.ts'
import { type ItemGrouping, type ItemGroupings, itemGroupingFrom } from '../../../baskets/itemset-grouping.ts'
import { releaseItems } from '../../../baskets/itemset-release.ts'
import { prose } from '../../../ground/format.ts'
import { type OptionsFor, option, readOptions } from '../../../ground/options.ts'
import { certaintyPenaltyOfItems, itemsCertaintyPenalty } from '../../../metrics/items/certainty-penalty.ts'
import { endStopped } from '../../coarse-items.ts'
import type { ItemSearchProblem, ItemSearchRecord, ItemStep, ItemTally, StepwiseWork } from '../../items-search.ts'
import { drain, MOST_STEPS, runStepwise } from '../../items-search.ts'
import { ITEM_SEARCHES_FOR_ALL, notTogether } from '../../refusals.ts'
import { type AnonymizeOptions, anonymize } from './anonymize.ts'
import { type ItemTree, itemTree } from './item-tree.ts'
import { partsInGrayOrder } from './local.ts'
import type { Repair } from './repair.ts'
import { projectBaskets, verticalParts } from './vertical.ts'

const options = [
  option({ name: 'lift', type: 'choice', choices: ['moved', 'set'], default: 'moved' })`a repair generalizes only the
    nodes that moved (loses less), or all nodes of the repaired set`,
  option({ name: 'partition', type: 'choice', choices: ['none', 'vertical', 'local'], default: 'none' })`vertical:
    recodes parts of the items first (VPA); local: recodes parts of the baskets, each by itself (LRA)`,
  option({ name: 'parts', type: 'integer', minimum: 1 })`number of parts; default: 8 of the items; of the baskets 1, 2,
    4 or 8, whichever loses least`,
] as const

const MOST_PARTS = 8

type AprioriOptions = OptionsFor<typeof options>

export const searchApriori: ItemSearchRecord = {
  kind: 'items',
  name: 'apriori',
  title: 'Apriori anonymization',
  summary: prose`Generalizes items along a tree, whole subtrees at a time, until every itemset of up to m items occurs
    at least k times.`,
  source: 'Terrovitis, Mamoulis, Kalnis: Privacy-preserving anonymization of set-valued data. PVLDB 1(1), 2008',
  options,
  needsTree: true,
  goal: itemsCertaintyPenalty.name,
  recode(problem) {
    const { tree, k, m } = checkProblem(problem)
    const chosen = readOptions('algorithm apriori', options, {})
    const tally: ItemTally = { evaluations: 0, scanned: 0 }
    const work = recodeWith(itemTree(tree, problem.baskets.items), { k, m }, chosen, tally, undefined)
    return drain(work(problem.baskets)).parts[0]
  },
  async search(problem, given, run) {
    const chosen = readOptions('algorithm apriori', options, given)
    const { tree, k, m } = checkProblem(problem)
    const { baskets } = problem
    const tally: ItemTally = { evaluations: 0, scanned: 0 }
    const steps: ItemStep[] = []
    let repairs = 0
    const walked = itemTree(tree, baskets.items)
    const recode = recodeWith(walked, { k, m }, chosen, tally, (nodes, support, repair) => {
      if (repairs++ < MOST_STEPS) steps.push(describeStep(walked, nodes, support, repair))
    })
    const groupings = await runStepwise(recode(baskets), run, tally)
    if (groupings === undefined) return endStopped(problem, treeLevels(walked), tally.evaluations, run)
    const { lift, partition } = chosen
    const details = { lift, partition, treeNodes: walked.names.length, repairs, parts: groupings.parts.length }
    return { outcome: 'found', optimal: false, groupings, steps, evaluations: tally.evaluations, details }
  },
}

function checkProblem({ tree, requirement, utility }: ItemSearchProblem) {
  if (tree === undefined)
    throw notTogether`apriori works along a tree of items; give one, or a fan-out for a balanced one`
  const { k, protects } = requirement
  if (!('upTo' in protects))
    throw notTogether`apriori is for km-anonymity; it cannot meet ${requirement.name}: use ${ITEM_SEARCHES_FOR_ALL}`
  if (utility !== undefined && utility.count > 1)
    throw notTogether`apriori generalizes along its tree and knows no utility constraints; got ${utility.description}:
      use ${ITEM_SEARCHES_FOR_ALL}`
  return { tree, k, m: protects.upTo }
}

function recodeWith(
  tree: ItemTree,
  { k, m }: Pick<AnonymizeOptions, 'k' | 'm'>,
  { lift, partition, parts }: AprioriOptions,
  tally: ItemTally,
  repaired: AnonymizeOptions['repaired'],
): (baskets: Baskets) => StepwiseWork<ItemGroupings> {
  const common = { k, m, lift, tally, repaired }
  const settings = (rows: Baskets): AnonymizeOptions => ({ ...common, filled: rows.count - rows.empty })

  function* whole(baskets: Baskets, lifted: readonly number[] = []): StepwiseWork<ItemGrouping> {
    const cut = yield* anonymize(tree, baskets, { ...settings(baskets), lifted })
    return makeGrouping(tree, cut.nodeOfItems())
  }

  function* vertical(baskets: Baskets): StepwiseWork<ItemGrouping> {
    const lifted = new Set<number>()
    for (const roots of verticalParts(tree, parts ?? MOST_PARTS)) {
      const rows: Rows = projectBaskets(tree, baskets, roots)
      const cut = yield* anonymize(tree, rows, { ...settings(baskets), tops: roots })
      cut.nodeOfItems().forEach((node, item) => {
        if (node !== tree.itemNodes[item]) lifted.add(node)
      })
    }
    return yield* whole(baskets, [...lifted])
  }

  /** A larger k needs larger parts: halves their number while that loses less. */
  function* bestLocal(baskets: Baskets): StepwiseWork<ItemGroupings> {
    let best = yield* local(baskets, parts ?? MOST_PARTS)
    for (let fewer = MOST_PARTS / 2; parts === undefined && fewer >= 1; fewer /= 2) {
      const other = yield* local(baskets, fewer)
      const [loss, least] = [other, best].map((one) => certaintyPenaltyOfItems(releaseItems(baskets, one)))
      if (loss < least) best = other
    }
    return best
  }

  function* local(baskets: Baskets, count: number): StepwiseWork<ItemGroupings> {
    const split = partsInGrayOrder(baskets, count, k)
    const rows: number[][] = Array.from({ length: split.parts }, () => [])
    split.basketParts.forEach((part, row) => {
      rows[part].push(row)
    })
    const groupings: ItemGrouping[] = []
    for (const part of rows) groupings.push(yield* whole(selectBaskets(baskets, part)))
    return { parts: groupings, basketParts: split.basketParts }
  }

  return function* (baskets) {
    if (partition === 'local') return yield* bestLocal(baskets)
    return { parts: [partition === 'vertical' ? yield* vertical(baskets) : yield* whole(baskets)] }
  }
}

function* treeLevels(tree: ItemTree): Generator<ItemGrouping> {
  const deepest = tree.depth.reduce((most, depth) => Math.max(most, depth), 0)
  for (let depth = 0; depth <= deepest; depth++) {
    const nodes = tree.itemNodes.map((leaf) => {
      let node = leaf
      while (tree.depth[node] > depth) node = tree.parent[node]
      return node
    })
    yield makeGrouping(tree, nodes)
  }
}

function makeGrouping(tree: ItemTree, nodeOfItems: Int32Array): ItemGrouping {
  return itemGroupingFrom(nodeOfItems, (node) => tree.names[node])
}

function describeStep(tree: ItemTree, nodes: readonly number[], support: number, { steps }: Repair): ItemStep {
  const moves = nodes.flatMap((node, i) => {
    let target = node
    for (let up = 0; up < steps[i]; up++) target = tree.parent[target]
    return target === node ? [] : [`${tree.names[node]} -> ${tree.names[target]}`]
  })
  return { set: nodes.map((node) => tree.names[node]), support, done: moves.join(', ') }
}
