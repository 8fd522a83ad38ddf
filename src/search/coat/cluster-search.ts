/**
 * What COAT and PCTA share: take the privacy constraints nearest to satisfied first; while one is held by some baskets but fewer
 * than k, merge two clusters by the search's rule; when no merge is allowed, suppress the rarest cluster of the constraint.
 *
 * Supports only grow under merging and whole clusters are suppressed, so a constraint that k baskets hold stays satisfied: one pass
 * suffices for those. A listed constraint that no basket holds may come to be held by a few when its items are merged with others:
 * those are looked at again until nothing changes. (k^m-anonymity lists only itemsets that occur, and has none of them.)
 * For k^m-anonymity the constraints are the occurring itemsets of size 1 and 2 first; larger sets are taken over the clusters left
 * (a set of clusters that occurs comes from an itemset that occurs), which are few, and not over the original items.
 *
 * Cost: |constraints| + merges · (constraint size · clusters alive); at most M − 1 merges in a run.
 */
import type { Rows } from '../../baskets/baskets.ts'
import { type ItemClusters, itemClusters } from '../../baskets/itemset-clusters.ts'
import { type ItemGrouping, itemGroupingFrom } from '../../baskets/itemset-grouping.ts'
import { collectItemsets, type Itemsets, itemsetAt, repairOrder } from '../../baskets/itemset-list.ts'
import { recodeRows } from '../../baskets/itemset-release.ts'
import { itemsetWalk } from '../../baskets/itemset-supports.ts'
import type { OptionValues } from '../../ground/options.ts'
import { lossComparison } from '../../metrics/items/utility-loss.ts'
import { endStopped, frequentItemsApart } from '../coarse-items.ts'
import { wholeShare } from '../evaluation.ts'
import {
  type ItemSearchProblem,
  type ItemSearchResult,
  type ItemStep,
  runStepwise,
  type StepwiseWork,
} from '../items-search.ts'
import type { SearchProgress, SearchRun } from '../search.ts'
import { type AliveClusters, aliveClusters, bestPartner, type Pair } from './merge-candidates.ts'
import { type MergeWeights, weightsByTree } from './merge-weights.ts'
import { oneUtilityConstraint } from './utility-constraints.ts'

/** Everything a merge rule may look at. */
export interface ClusterState {
  readonly clusters: ItemClusters
  readonly alive: AliveClusters
  /** The cheapest partner of `cluster` (least UL of the union), if it beats `best`; `allowed` may rule partners out. */
  cheapest(cluster: number, best: Pair | undefined, allowed?: (partner: number) => boolean): Pair | undefined
}

/** Chooses the merge for a constraint published as `group` (distinct clusters); undefined when none is allowed. */
export type MergeRule = (state: ClusterState, group: readonly number[]) => Pair | undefined

export async function searchClusters(
  problem: ItemSearchProblem,
  rule: MergeRule,
  details: OptionValues,
  run: SearchRun,
): Promise<ItemSearchResult> {
  const evaluations = { count: 0 }
  const weights = details['weights'] === 'taxonomy' ? weightsByTree(problem.tree, problem.baskets) : undefined
  const result = await runStepwise(satisfy(problem, rule, evaluations, weights), run)
  if (result === undefined) {
    const utility = problem.utility ?? oneUtilityConstraint(problem.baskets)
    return endStopped(problem, frequentItemsApart(problem.baskets, utility), evaluations.count, run)
  }
  const { merges, suppressed, grouping, steps } = result
  const share = { evaluations: evaluations.count, details: { ...details, merges, suppressedItems: suppressed } }
  if (grouping === undefined) {
    const items = problem.baskets.items.length
    const reason = `the utility constraints leave no way to reach k = ${problem.requirement.k} without suppressing ${suppressed} of ${items} items, more than the limit of ${problem.suppressionLimit}; raise suppression-limit, widen the utility constraints or lower k`
    return { outcome: 'none-exists', reason, ...share }
  }
  return { outcome: 'found', optimal: false, groupings: { parts: [grouping] }, steps, ...share }
}

interface Satisfied {
  /** Absent when more items would have to be suppressed than allowed. */
  readonly grouping?: ItemGrouping
  readonly merges: number
  readonly suppressed: number
  readonly steps: ItemStep[]
}

function* satisfy(
  problem: ItemSearchProblem,
  rule: MergeRule,
  evaluations: { count: number },
  weights: MergeWeights | undefined,
): StepwiseWork<Satisfied> {
  const { baskets, requirement, suppressionLimit } = problem
  const { k, protects } = requirement
  const items = baskets.items.length
  const mostSuppressed = wholeShare(suppressionLimit, items)
  const utility = problem.utility ?? oneUtilityConstraint(baskets)
  const clusters = itemClusters(baskets)
  const { clusterOf, support, key } = clusters
  yield { done: 0, total: items }
  const alive = aliveClusters(utility)
  const compare = lossComparison(baskets.count * (weights?.most ?? 1))
  const candidates = { clusters, alive, compare, weightOf: weights?.of }
  const isSuppressed = new Uint8Array(items)
  const steps: ItemStep[] = []
  let merges = 0
  let suppressed = 0
  const state: ClusterState = {
    clusters,
    alive,
    cheapest: (cluster, best, allowed) => {
      evaluations.count += alive.count(cluster)
      return bestPartner(candidates, cluster, best, allowed)
    },
  }

  function note(set: Int32Array, supportNow: number, done: string): void {
    steps.push({ set: Array.from(set, (item) => baskets.items[item]), support: supportNow, done })
  }
  const spell = (cluster: number) =>
    clusters
      .members(cluster)
      .map((item) => baskets.items[item])
      .join(' ')

  /** Gives the clusters that the set is published as; undefined when one is suppressed. */
  function published(set: Int32Array): number[] | undefined {
    const group: number[] = []
    for (const item of set) {
      const cluster = clusterOf[item]
      if (isSuppressed[cluster] === 1) return undefined
      if (!group.includes(cluster)) group.push(cluster)
    }
    return group
  }

  /** Repairs one constraint; false when too many items had to be suppressed. */
  function repair(set: Int32Array): boolean {
    for (let group = published(set); group !== undefined; group = published(set)) {
      const now = clusters.supportOf(group, k)
      if (now >= k || now === 0) return true
      const pair = rule(state, group)
      if (pair !== undefined) {
        const [low, high] = key[pair.c] < key[pair.d] ? [pair.c, pair.d] : [pair.d, pair.c]
        note(set, now, `${spell(low)} + ${spell(high)}`)
        const survivor = clusters.merge(pair.c, pair.d)
        weights?.merged(survivor, pair.c, pair.d)
        alive.remove(survivor === pair.c ? pair.d : pair.c)
        merges++
        continue
      }
      const rarest = group.reduce((a, b) => ((support[b] - support[a] || key[b] - key[a]) < 0 ? b : a))
      note(set, now, `suppress ${spell(rarest)}`)
      suppressed += clusters.size[rarest]
      isSuppressed[rarest] = 1
      alive.remove(rarest)
      if (suppressed > mostSuppressed) return false
    }
    return true
  }

  function* repairAll(sets: Itemsets, order: Int32Array): Generator<SearchProgress, boolean, void> {
    for (let i = 0; i < order.length; i++) {
      const before = merges + suppressed
      if (!repair(itemsetAt(sets, order[i]))) return false
      if (merges + suppressed !== before || (i & 4095) === 0) yield { done: merges, total: items }
    }
    return true
  }

  const clusterNow = (item: number) => (isSuppressed[clusterOf[item]] === 1 ? -1 : key[clusterOf[item]])
  const finished = (): ItemGrouping =>
    itemGroupingFrom(Int32Array.from({ length: items }, (_, item) => clusterNow(item)))

  if (!('upTo' in protects)) {
    const sets = protects
    const supports = Int32Array.from({ length: sets.count }, (_, i) =>
      clusters.supportOf(Array.from(itemsetAt(sets, i)), k),
    )
    if (!(yield* repairAll(sets, repairOrder(sets, supports, k)))) return { merges, suppressed, steps }
    const unheld = Int32Array.from(sets.offsets.keys()).filter((i) => i < sets.count && supports[i] === 0)
    for (let before = -1; before !== merges + suppressed; ) {
      before = merges + suppressed
      if (!(yield* repairAll(sets, unheld))) return { merges, suppressed, steps }
    }
    return { grouping: finished(), merges, suppressed, steps }
  }
  const small = rareSmallSets(clusters, items, k, Math.min(2, protects.upTo))
  if (!(yield* repairAll(small.sets, repairOrder(small.sets, small.supports, k)))) return { merges, suppressed, steps }
  for (let size = 3; size <= protects.upTo; size++) {
    const grouping = finished()
    const rare = yield* rareSets(recodeRows(baskets, grouping), grouping, size, k, () => ({
      done: merges,
      total: items,
    }))
    if (!(yield* repairAll(rare.sets, repairOrder(rare.sets, rare.supports, k)))) return { merges, suppressed, steps }
  }
  return { grouping: finished(), merges, suppressed, steps }
}

interface RareSets {
  readonly sets: Itemsets
  readonly supports: Int32Array
}

/** Items and pairs of items with 0 < support < k, read off the table of co-occurrences. */
function rareSmallSets(clusters: ItemClusters, items: number, k: number, largest: number): RareSets {
  const collector = collectItemsets()
  const supports: number[] = []
  for (let item = 0; item < items; item++) {
    if (clusters.support[item] < k && clusters.support[item] > 0) {
      collector.add([item])
      supports.push(clusters.support[item])
    }
  }
  const pair = new Int32Array(2)
  for (let a = 0; a < items && largest > 1; a++) {
    const row = clusters.row(a)
    pair[0] = a
    for (let b = a + 1; b < items; b++) {
      if (row[b] > 0 && row[b] < k) {
        pair[1] = b
        collector.add(pair)
        supports.push(row[b])
      }
    }
  }
  return { sets: collector.list(), supports: Int32Array.from(supports) }
}

/** Sets of `size` published items with 0 < support < k, each named by the smallest items of its groups. */
function* rareSets(
  published: Rows,
  grouping: ItemGrouping,
  size: number,
  k: number,
  progress: () => SearchProgress,
): Generator<SearchProgress, RareSets, void> {
  const smallest = new Int32Array(grouping.groups)
  for (let item = grouping.groupOf.length - 1; item >= 0; item--) {
    if (grouping.groupOf[item] >= 0) smallest[grouping.groupOf[item]] = item
  }
  const walk = itemsetWalk(published, grouping.groups)
  const collector = collectItemsets()
  const supports: number[] = []
  const named = new Int32Array(size)
  for (let first = 0; first < grouping.groups; first++) {
    walk.from(first, size, 1, (set, support) => {
      if (support >= k) return
      for (let i = 0; i < size; i++) named[i] = smallest[set[i]]
      collector.add(named)
      supports.push(support)
    })
    yield progress()
  }
  return { sets: collector.list(), supports: Int32Array.from(supports) }
}
