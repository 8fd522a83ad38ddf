/**
 * The loop of COAT and PCTA: repair the privacy constraints nearest to satisfied first. While a constraint has 0 <
 * support < k, merge two clusters by the search's rule; if no merge is allowed, suppress its rarest cluster.
 * Merging only raises supports, so one pass suffices for constraints that occur. Listed constraints with support 0 may
 * gain support by merges and are checked again until nothing changes. For k^m-anonymity, sets larger than 2 are taken
 * over the remaining clusters, not the original items.
 * Cost: |constraints| + merges · (constraint size · clusters alive); at most M − 1 merges.
 */
import { type Baskets, grow, invertRows, type Rows, rowSupports } from '../../baskets/baskets.ts'
import { ItemClusters } from '../../baskets/itemset-clusters.ts'
import { type ItemGrouping, itemGroupingFrom } from '../../baskets/itemset-grouping.ts'
import { collectItemsets, type Itemsets, itemsetAt, repairOrder } from '../../baskets/itemset-list.ts'
import { recodeRows } from '../../baskets/itemset-release.ts'
import { itemsetWalk } from '../../baskets/itemset-supports.ts'
import type { OptionValues } from '../../ground/options.ts'
import { lossComparison } from '../../metrics/items/utility-loss.ts'
import { endStopped, frequentItemsApart } from '../coarse-items.ts'
import { wholeShare } from '../evaluation.ts'
import type { ItemSearchProblem, ItemSearchResult, ItemStep, ItemTally } from '../items-search.ts'
import { drain, MOST_STEPS, runStepwise } from '../items-search.ts'
import type { SearchProgress, SearchRun } from '../search.ts'
import { type AliveClusters, aliveClusters, bestPartner, type Pair } from './merge-candidates.ts'
import { type MergeWeights, weightsByTree } from './merge-weights.ts'
import { oneUtilityConstraint } from './utility-constraints.ts'

export interface ClusterState {
  readonly clusters: ItemClusters
  readonly alive: AliveClusters
  cheapest(cluster: number, best: Pair | undefined, allowed?: (partner: number) => boolean): Pair | undefined
}

/** Chooses the merge for a constraint published as `group` (distinct clusters); undefined if none is allowed. */
export type MergeRule = (state: ClusterState, group: readonly number[]) => Pair | undefined

export async function searchClusters(
  problem: ItemSearchProblem,
  rule: MergeRule,
  details: OptionValues,
  run: SearchRun,
): Promise<ItemSearchResult> {
  const tally: ItemTally = { evaluations: 0, scanned: 0 }
  const weights = details['weights'] === 'taxonomy' ? weightsByTree(problem.tree, problem.baskets) : undefined
  const result = await runStepwise(satisfy(problem, rule, tally, weights), run, tally)
  if (result === undefined) {
    const utility = problem.utility ?? oneUtilityConstraint(problem.baskets)
    return endStopped(problem, frequentItemsApart(problem.baskets, utility), tally.evaluations, run)
  }
  const { merges, suppressed, grouping, steps } = result
  const share = { evaluations: tally.evaluations, details: { ...details, merges, suppressedItems: suppressed } }
  if (grouping === undefined) {
    const items = problem.baskets.items.length
    const reason =
      `the utility constraints leave no way to reach k = ${problem.requirement.k} without suppressing ` +
      `${suppressed} of ${items} items, more than the limit of ${problem.suppressionLimit}; raise ` +
      'suppression-limit, widen the utility constraints or lower k'
    return { outcome: 'none-exists', reason, ...share }
  }
  return { outcome: 'found', optimal: false, groupings: { parts: [grouping] }, steps, ...share }
}

export function recodeClusters(problem: ItemSearchProblem, rule: MergeRule): ItemGrouping {
  const { grouping } = drain(satisfy(problem, rule, { evaluations: 0, scanned: 0 }, undefined))
  return grouping ?? itemGroupingFrom(new Int32Array(problem.baskets.items.length).fill(-1))
}

function* satisfy(problem: ItemSearchProblem, rule: MergeRule, tally: ItemTally, weights: MergeWeights | undefined) {
  const { baskets, requirement, suppressionLimit } = problem
  const { k, protects } = requirement
  const items = baskets.items.length
  const mostSuppressed = wholeShare(suppressionLimit, items)
  const utility = problem.utility ?? oneUtilityConstraint(baskets)
  const clusters = new ItemClusters(baskets)
  const { assigned, support, key } = clusters
  yield { done: 0, total: items }
  const alive = aliveClusters(utility)
  const compare = lossComparison(baskets.count * (weights?.most ?? 1))
  const candidates = { clusters, alive, compare, weigh: weights?.of }
  const isSuppressed = new Uint8Array(items)
  const steps: ItemStep[] = []
  let merges = 0
  let suppressed = 0
  const progress = (): SearchProgress => ({ done: merges, total: items })
  const state: ClusterState = {
    clusters,
    alive,
    cheapest: (cluster, best, allowed) => {
      tally.evaluations += alive.count(cluster)
      return bestPartner(candidates, cluster, best, allowed)
    },
  }

  const itemName = (item: number) => baskets.items[item]
  const spell = (cluster: number) => clusters.members(cluster).map(itemName).join(' ')
  function note(set: Int32Array, supportNow: number, done: () => string): void {
    if (steps.length < MOST_STEPS) steps.push({ set: Array.from(set, itemName), support: supportNow, done: done() })
  }

  /** Groups of three or more that have k holders: many sets are published as the same group, and none loses support. */
  const satisfied = new Set<number>()

  function repair(set: Int32Array): boolean {
    const published = () => publishedGroup(set, assigned, isSuppressed)
    for (let group = published(); group !== undefined; group = published()) {
      const number =
        group.length < 3 ? Number.NaN : group.sort((a, b) => a - b).reduce((high, c) => high * items + c, 0)
      if (satisfied.has(number)) return true
      const now = clusters.countHolders(group, k)
      if (now >= k && number <= Number.MAX_SAFE_INTEGER && satisfied.size < MOST_LISTED) satisfied.add(number)
      if (now >= k || now === 0) return true
      const pair = rule(state, group)
      if (pair !== undefined) {
        const [low, high] = key[pair.c] < key[pair.d] ? [pair.c, pair.d] : [pair.d, pair.c]
        note(set, now, () => `${spell(low)} + ${spell(high)}`)
        const survivor = clusters.merge(pair.c, pair.d)
        weights?.merged(survivor, pair.c, pair.d)
        alive.remove(survivor === pair.c ? pair.d : pair.c)
        merges++
        continue
      }
      const rarest = group.reduce((a, b) => ((support[b] - support[a] || key[b] - key[a]) < 0 ? b : a))
      note(set, now, () => `suppress ${spell(rarest)}`)
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
      if (merges + suppressed === before && (i & 4095) > 0) continue
      tally.scanned = clusters.scanned
      yield progress()
    }
    return true
  }

  const clusterNow = (cluster: number) => (isSuppressed[cluster] === 1 ? -1 : key[cluster])
  const finished = (): ItemGrouping => itemGroupingFrom(assigned.map(clusterNow))

  if (!('upTo' in protects)) {
    const sets = protects
    const supports = Int32Array.from({ length: sets.count }, (_, i) =>
      clusters.countHolders(Array.from(itemsetAt(sets, i)), k),
    )
    if (!(yield* repairAll(sets, repairOrder(sets, supports, k)))) return { merges, suppressed, steps }
    const unheld = Int32Array.from(sets.offsets.keys()).filter((i) => i < sets.count && supports[i] === 0)
    for (let before = -1; before !== merges + suppressed; ) {
      before = merges + suppressed
      if (!(yield* repairAll(sets, unheld))) return { merges, suppressed, steps }
    }
    return { grouping: finished(), merges, suppressed, steps }
  }
  for (const rare of rareSmallSets(baskets, k, Math.min(2, protects.upTo))) {
    if (rare === undefined) yield progress()
    else if (!(yield* repairAll(rare.sets, repairOrder(rare.sets, rare.supports, k))))
      return { merges, suppressed, steps }
  }
  for (let size = 3; size <= protects.upTo; size++) {
    const grouping = finished()
    const rare = yield* rareSets(recodeRows(baskets, grouping), grouping, size, k, progress)
    if (!(yield* repairAll(rare.sets, repairOrder(rare.sets, rare.supports, k)))) return { merges, suppressed, steps }
  }
  return { grouping: finished(), merges, suppressed, steps }
}

/** Returns the clusters that a set is published as; undefined if one of them is suppressed. */
function publishedGroup(set: Int32Array, assigned: Int32Array, isSuppressed: Uint8Array): number[] | undefined {
  const group: number[] = []
  for (const item of set) {
    const cluster = assigned[item]
    if (isSuppressed[cluster] === 1) return undefined
    if (!group.includes(cluster)) group.push(cluster)
  }
  return group
}

interface RareSets {
  readonly sets: Itemsets
  readonly supports: Int32Array
}

/** Bounds the memory of one list of rare sets. */
const MOST_LISTED = 1 << 20

/**
 * Yields items and pairs with 0 < support < k in ascending order of support, in lists of bounded size; each list takes
 * a pass over the baskets. Yields undefined to pause.
 */
function* rareSmallSets(baskets: Baskets, k: number, largest: number): Generator<RareSets | undefined, void, void> {
  const items = baskets.items.length
  const support = rowSupports(baskets, items)
  const inverted = invertRows(baskets, items)
  const counts = new Int32Array(items)

  /** Visits items, then pairs in lexicographic order, with support from `low` to `high`. */
  function* walk(low: number, high: number, visit: (set: readonly number[], support: number) => void): Generator<void> {
    for (let item = 0; item < items; item++)
      if (support[item] >= low && support[item] <= high) visit([item], support[item])
    for (let a = 0; a < items && largest > 1; a++) {
      const others: number[] = []
      for (let h = inverted.offsets[a]; h < inverted.offsets[a + 1]; h++) {
        const start = baskets.offsets[inverted.codes[h]]
        for (let at = baskets.offsets[inverted.codes[h] + 1] - 1; at >= start && baskets.codes[at] > a; at--) {
          if (counts[baskets.codes[at]]++ === 0) others.push(baskets.codes[at])
        }
      }
      for (const b of others.sort((x, y) => x - y)) {
        if (counts[b] >= low && counts[b] <= high) visit([a, b], counts[b])
        counts[b] = 0
      }
      yield
    }
  }

  const setsWith = new Float64Array(k)
  for (const _ of walk(1, k - 1, (_, support) => setsWith[support]++)) yield
  for (let high = k - 1, low = high; high > 0; high = low = low - 1) {
    let sets = setsWith[high]
    while (low > 1 && sets + setsWith[low - 1] <= MOST_LISTED) sets += setsWith[--low]
    if (sets === 0) continue
    let list = collectRareSets()
    for (const _ of walk(low, high, (set, support) => list.add(set, support))) {
      if (low < high || list.count() < MOST_LISTED) yield
      else {
        yield list.take()
        list = collectRareSets()
      }
    }
    yield list.take()
  }
}

function collectRareSets() {
  const collector = collectItemsets()
  let supports = new Int32Array(1 << 8)
  let count = 0
  return {
    count: () => count,
    add(set: ArrayLike<number>, support: number): void {
      collector.add(set)
      if (count === supports.length) supports = grow(supports)
      supports[count++] = support
    },
    take: (): RareSets => ({ sets: collector.list(), supports: supports.slice(0, count) }),
  }
}

/** Sets of `size` published items with 0 < support < k, each named by the smallest items of its groups. */
function* rareSets(published: Rows, grouping: ItemGrouping, size: number, k: number, progress: () => SearchProgress) {
  const smallest = new Int32Array(grouping.groups)
  for (let item = grouping.groupOf.length - 1; item >= 0; item--) {
    if (grouping.groupOf[item] >= 0) smallest[grouping.groupOf[item]] = item
  }
  const walk = itemsetWalk(published, grouping.groups)
  const rare = collectRareSets()
  const named = new Int32Array(size)
  for (let first = 0; first < grouping.groups; first++) {
    walk.from(first, size, 1, (set, support) => {
      if (support >= k) return
      for (let i = 0; i < size; i++) named[i] = smallest[set[i]]
      rare.add(named, support)
    })
    yield progress()
  }
  return rare.take()
}
