/**
 * Risk of a release of item sets (Loukides et al. 2011, §3): at most 1 / min over the constraints p of sup(p, D̃).
 * Unsupported constraints are ignored. Cost: one support per constraint; "every occurring itemset up to m" is
 * enumerated, not stored.
 */
import { type Itemsets, itemsetAt } from '../../baskets/itemset-list.ts'
import { type ItemRelease, publishedGroups, type ReleasePart } from '../../baskets/itemset-release.ts'
import { itemsetWalk } from '../../baskets/itemset-supports.ts'

/** A list, or every itemset of up to `upTo` items that occurs in the original. */
export type RiskConstraints = Itemsets | { readonly upTo: number }

export type SupportShares = ReturnType<typeof supportShares>

/**
 * Returns how often each support occurs. `constraints` includes those with a suppressed item or without any basket;
 * `risk` is 1/smallest, 0 if no constraint is supported.
 */
export function supportShares(release: ItemRelease, constraints: RiskConstraints) {
  const counts = new Map<number, number>()
  const findSupport = publishedSupports(release)
  let total = 0
  const take = (set: Int32Array, original?: number) => {
    const support = findSupport(set, original)
    counts.set(support, (counts.get(support) ?? 0) + 1)
    total++
  }
  if ('upTo' in constraints) {
    const items = release.baskets.items.length
    const walk = itemsetWalk(release.baskets, items)
    for (let size = 1; size <= constraints.upTo; size++)
      for (let first = 0; first < items; first++) walk.from(first, size, 1, take)
  } else {
    for (let i = 0; i < constraints.count; i++) take(itemsetAt(constraints, i))
  }
  const unsupported = counts.get(0) ?? 0
  counts.delete(0)
  const shares = [...counts]
    .sort(([a], [b]) => a - b)
    .map(([support, constraints]) => ({ support, constraints, share: constraints / total }))
  const smallest = shares[0]?.support ?? 0
  return { constraints: total, unsupported, smallest, risk: smallest === 0 ? 0 : 1 / smallest, shares }
}

/** The quantile of the risk 1/support over the supported constraints. */
export function riskAtShare({ shares, constraints, unsupported }: SupportShares, share: number): number {
  const beyond = (1 - share) * (constraints - unsupported) + 1e-9
  let passed = 0
  for (const { support, constraints: sets } of shares) if ((passed += sets) > beyond) return 1 / support
  return 0
}

/** Most memoized supports of group sets; the rest are counted one by one. */
const MOST_KEPT = 1 << 23

/**
 * Published support of an itemset over all parts. A set whose items are all published as themselves keeps its original
 * support, if known; the others map to few sets of groups, which are counted together per size on first use.
 */
function publishedSupports(release: ItemRelease): (set: ArrayLike<number>, original?: number) => number {
  const counted = release.parts.map(() => [] as Map<number, number>[])
  return (set, original) => {
    let sum = 0
    for (let p = 0; p < release.parts.length; p++) {
      const part = release.parts[p]
      const groups = publishedGroups(part, set)
      if (groups === undefined) continue
      if (groups.length <= 2) {
        sum += part.supports.of(groups)
        continue
      }
      if (original !== undefined && release.parts.length === 1 && areSingle(part, groups)) return original
      counted[p][groups.length] ??= countGeneralizedSets(part, groups.length)
      const key = groupKey(part, groups.sort(ascending))
      sum += counted[p][groups.length].get(key) ?? part.supports.of(groups)
    }
    return sum
  }
}

/** Supports of all occurring sets of `size` groups with a generalized one; empty if keys would not be exact. */
function countGeneralizedSets(part: ReleasePart, size: number): Map<number, number> {
  const counts = new Map<number, number>()
  const { groups } = part.grouping
  if (groups ** size > Number.MAX_SAFE_INTEGER) return counts
  const walk = itemsetWalk(part.published, groups)
  for (let first = 0; first < groups; first++) {
    walk.from(first, size, 1, (set, support) => {
      if (counts.size < MOST_KEPT && !areSingle(part, set)) counts.set(groupKey(part, set), support)
    })
  }
  return counts
}

function areSingle(part: ReleasePart, groups: ArrayLike<number>): boolean {
  for (let i = 0; i < groups.length; i++) if (part.sizes[groups[i]] !== 1) return false
  return true
}

function groupKey(part: ReleasePart, groups: ArrayLike<number>): number {
  let key = 0
  for (let i = 0; i < groups.length; i++) key = key * part.grouping.groups + groups[i]
  return key
}

const ascending = (a: number, b: number) => a - b
