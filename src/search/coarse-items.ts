/**
 * What an item search hands on when its limit is reached. What it has done until then does not meet the requirement yet, so groupings are tried
 * from the coarsest on, each counted in full, and the last that meets it is taken: coarser than what the search would have found, and as
 * safe. Cost: the coarsest groupings have few groups, so few itemsets; trying ends after so many sets.
 */
import { type Baskets, type Rows, rowSupports } from '../baskets/baskets.ts'
import { type ItemGrouping, itemGroupingFrom } from '../baskets/itemset-grouping.ts'
import { itemsetAt } from '../baskets/itemset-list.ts'
import { recodeRows } from '../baskets/itemset-release.ts'
import { itemsetWalk, supportCounter } from '../baskets/itemset-supports.ts'
import type { ItemSearchProblem, ItemSearchStopped, UtilityConstraints } from './items-search.ts'
import type { SearchRun } from './search.ts'

/** Sets in baskets that are counted when the limit is reached: about a second, counted so that every run ends alike. */
const MOST_COUNTED = 5e7

/** A timer may fire a little before the clock says so. */
const TIMER_SLACK = 20

/** How a search ends that was stopped: by a person with nothing, by its limit with the finest of the groupings that can be had at once. */
export function endStopped(
  problem: Pick<ItemSearchProblem, 'baskets' | 'requirement'>,
  coarsestFirst: Iterable<ItemGrouping>,
  evaluations: number,
  run: Pick<SearchRun, 'now' | 'deadline' | 'work'>,
): ItemSearchStopped {
  const isLate = run.deadline !== undefined && run.now() >= run.deadline - TIMER_SLACK
  if (!isLate && run.work?.left() !== 0) return { outcome: 'cancelled', evaluations }
  let left = MOST_COUNTED
  let finest: ItemGrouping | undefined
  for (const grouping of coarsestFirst) {
    const published = recodeRows(problem.baskets, grouping)
    left -= setsToCount(problem, published, grouping.groups)
    if ((left < 0 && finest !== undefined) || !meets(problem, grouping, published)) break
    finest = grouping
  }
  if (finest !== undefined) {
    const best = { outcome: 'found', optimal: false, groupings: { parts: [finest] }, steps: [], evaluations } as const
    return { outcome: 'cancelled', evaluations, best, details: { coarse: 'made when the limit was reached' } }
  }
  const reason =
    'the limit ended the search, and even the coarsest release that the job allows does not meet what it asks; raise limits.work and limits.time (--time-limit), widen the utility constraints or lower k'
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

/** Sets that `meets` looks at: listed ones in the baskets of an item, or all up to a size that stand in a basket. */
function setsToCount(
  { requirement: { protects } }: Pick<ItemSearchProblem, 'requirement'>,
  published: Rows,
  groups: number,
): number {
  // Each by the list of an item, of which the mean length is known.
  if (!('upTo' in protects)) return (protects.count * published.codes.length) / Math.max(1, groups)
  let sets = 0
  for (let row = 0; row < published.count; row++) {
    const length = published.offsets[row + 1] - published.offsets[row]
    for (let size = 1, some = length; size <= protects.upTo; size++, some *= (length - size + 1) / size) sets += some
  }
  return sets
}

/** Whether a release by the grouping meets the requirement. */
function meets(
  { requirement: { k, protects } }: Pick<ItemSearchProblem, 'requirement'>,
  grouping: ItemGrouping,
  published: Rows,
): boolean {
  if (!('upTo' in protects)) {
    const supports = supportCounter(published, grouping.groups)
    for (let i = 0; i < protects.count; i++) {
      const support = supports.of([...new Set(Array.from(itemsetAt(protects, i), (item) => grouping.groupOf[item]))])
      if (support > 0 && support < k) return false
    }
    return true
  }
  const walk = itemsetWalk(published, grouping.groups)
  let holds = true
  for (let size = 1; size <= protects.upTo && holds; size++) {
    for (let first = 0; first < grouping.groups && holds; first++) {
      walk.from(first, size, 1, (_, support) => {
        if (support < k) holds = false
      })
    }
  }
  return holds
}
