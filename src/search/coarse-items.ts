/** Fallback of an item search at its limit: the finest grouping, from the coarsest on, that is quickly verified. */
import { type Baskets, type Rows, rowSupports } from '../baskets/baskets.ts'
import { type ItemGrouping, itemGroupingFrom } from '../baskets/itemset-grouping.ts'
import { itemsetAt } from '../baskets/itemset-list.ts'
import { recodeRows } from '../baskets/itemset-release.ts'
import { itemsetWalk, supportCounter } from '../baskets/itemset-supports.ts'
import type { ItemRequirement } from '../requirements/items/item-requirement.ts'
import type { ItemSearchProblem, ItemSearchStopped, UtilityConstraints } from './items-search.ts'
import type { SearchRun } from './search.ts'

/** Sets counted after the limit: about a second. A count, not a clock, so that every run ends alike. */
const MOST_COUNTED = 5e7

/** Milliseconds: a timer may fire slightly early. */
const TIMER_SLACK = 20

/** A cancelled search returns nothing, one out of budget the finest grouping available at once. */
export function endStopped(
  { baskets, requirement }: Pick<ItemSearchProblem, 'baskets' | 'requirement'>,
  coarsestFirst: Iterable<ItemGrouping>,
  evaluations: number,
  run: Pick<SearchRun, 'now' | 'deadline' | 'work'>,
): ItemSearchStopped {
  const isLate = run.deadline !== undefined && run.now() >= run.deadline - TIMER_SLACK
  if (!isLate && run.work?.left() !== 0) return { outcome: 'cancelled', evaluations }
  let left = MOST_COUNTED
  let finest: ItemGrouping | undefined
  for (const grouping of coarsestFirst) {
    const published = recodeRows(baskets, grouping)
    left -= setsToCount(requirement, published, grouping.groups)
    if ((left < 0 && finest !== undefined) || !meets(requirement, grouping, published)) break
    finest = grouping
  }
  if (finest !== undefined) {
    const best = { outcome: 'found', optimal: false, groupings: { parts: [finest] }, steps: [], evaluations } as const
    return { outcome: 'cancelled', evaluations, best, details: { coarse: 'made when the limit was reached' } }
  }
  const reason =
    'the limit ended the search, and even the coarsest release that the job allows does not meet what it ' +
    'asks; raise limits.work and limits.time (--time-limit), widen the utility constraints or lower k'
  return { outcome: 'cancelled', evaluations, reason }
}

/** Keeps ever more of the frequent items apart and groups the rest of each utility constraint. */
export function* frequentItemsApart(
  baskets: Baskets,
  { constraints, count }: UtilityConstraints,
): Generator<ItemGrouping> {
  const items = baskets.items.length
  const supports = rowSupports(baskets, items)
  const order = Int32Array.from(constraints.keys()).sort((a, b) => supports[b] - supports[a] || a - b)
  for (let apart = 0; apart < items; apart = Math.max(1, 2 * apart)) {
    const marks = Int32Array.from(constraints)
    for (let i = 0; i < apart; i++) marks[order[i]] = count + i
    yield itemGroupingFrom(marks)
  }
}

/** Sets that `meets` would count: listed ones in the baskets of an item, or all sets up to a size in each basket. */
function setsToCount({ protects }: ItemRequirement, published: Rows, groups: number): number {
  if (!('upTo' in protects)) return (protects.count * published.codes.length) / Math.max(1, groups)
  let sets = 0
  for (let row = 0; row < published.count; row++) {
    const length = published.offsets[row + 1] - published.offsets[row]
    for (let size = 1, some = length; size <= protects.upTo; size++, some *= (length - size + 1) / size) sets += some
  }
  return sets
}

function meets({ k, protects }: ItemRequirement, grouping: ItemGrouping, published: Rows): boolean {
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
