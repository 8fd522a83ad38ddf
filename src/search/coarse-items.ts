/**
 * What an item search hands on when its time is over. What it has done until then does not meet the requirement yet, so groupings are tried
 * from the coarsest on, each counted in full, and the last that meets it is taken: coarser than what the search would have found, and as
 * safe. Cost: the grouping at hand has few groups, so few itemsets; trying ends after a second.
 */
import { type Baskets, rowSupports } from '../baskets/baskets.ts'
import { type ItemGrouping, itemGroupingFrom } from '../baskets/itemset-grouping.ts'
import { itemsetAt } from '../baskets/itemset-list.ts'
import { recodeRows } from '../baskets/itemset-release.ts'
import { itemsetWalk, supportCounter } from '../baskets/itemset-supports.ts'
import type { UtilityConstraints } from './coat/utility-constraints.ts'
import type { ItemSearchProblem, ItemSearchStopped } from './items-search.ts'
import type { SearchRun } from './search.ts'

/** Milliseconds after the end of the time. */
const GRACE = 1000

/** A timer may fire a little before the clock says so. */
const TIMER_SLACK = 20

/** How a search ends that was stopped: by a person with nothing, by its time limit with the finest of the groupings that can be had at once. */
export function endStopped(
  problem: Pick<ItemSearchProblem, 'baskets' | 'requirement'>,
  coarsestFirst: Iterable<ItemGrouping>,
  evaluations: number,
  run: Pick<SearchRun, 'now' | 'deadline'>,
): ItemSearchStopped {
  if (run.deadline === undefined || run.now() < run.deadline - TIMER_SLACK) return { outcome: 'cancelled', evaluations }
  const end = run.now() + GRACE
  let finest: ItemGrouping | undefined
  for (const grouping of coarsestFirst) {
    if (meets(problem, grouping, () => run.now() >= end) !== true) break
    finest = grouping
  }
  if (finest !== undefined) {
    const best = { outcome: 'found', optimal: false, groupings: { parts: [finest] }, steps: [], evaluations } as const
    return { outcome: 'cancelled', evaluations, best, details: { coarse: 'made when the time was over' } }
  }
  const reason =
    'the time limit ended the search, and even the coarsest release that the job allows does not meet what it asks; raise limits.time (--time-limit), widen the utility constraints or lower k'
  return { outcome: 'cancelled', evaluations, reason }
}

/** The most frequent items as they are, twice as many each time, and the others of a utility constraint as one. */
export function* frequentItemsApart(
  baskets: Baskets,
  { constraintOf, count }: UtilityConstraints,
): Generator<ItemGrouping> {
  const items = baskets.items.length
  const supports = rowSupports(baskets, items)
  const order = Int32Array.from(constraintOf.keys()).sort((a, b) => supports[b] - supports[a] || a - b)
  for (let apart = 0; apart < items; apart = Math.max(1, 2 * apart)) {
    const clusterOf = Int32Array.from(constraintOf)
    for (let i = 0; i < apart; i++) clusterOf[order[i]] = count + i
    yield itemGroupingFrom(clusterOf)
  }
}

/** Whether a release by the grouping meets the requirement; undefined when the time is over first. */
function meets(
  { baskets, requirement: { k, protects } }: Pick<ItemSearchProblem, 'baskets' | 'requirement'>,
  grouping: ItemGrouping,
  isOver: () => boolean,
): boolean | undefined {
  const published = recodeRows(baskets, grouping)
  if (!('upTo' in protects)) {
    const supports = supportCounter(published, grouping.groups)
    for (let i = 0; i < protects.count; i++) {
      if ((i & 255) === 0 && isOver()) return undefined
      const support = supports.of([...new Set(Array.from(itemsetAt(protects, i), (item) => grouping.groupOf[item]))])
      if (support > 0 && support < k) return false
    }
    return true
  }
  const walk = itemsetWalk(published, grouping.groups)
  let holds = true
  for (let size = 1; size <= protects.upTo; size++) {
    for (let first = 0; first < grouping.groups && holds; first++) {
      if (isOver()) return undefined
      walk.from(first, size, 1, (_, support) => {
        if (support < k) holds = false
      })
    }
  }
  return holds
}
