/**
 * Risk of a transaction release (Loukides et al. 2011, §3): whoever knows that a person has the items p finds that person among
 * sup(p, D̃) baskets, so the chance of pointing at the right one is at most 1 / min over the constraints p of sup(p, D̃). Constraints
 * that the release does not support are left out. `supportShares` shows how many constraints stand at each support, not only the worst.
 *
 * Cost: one support per constraint; for "every occurring itemset up to m" the sets are walked, not listed.
 */
import { type Itemsets, itemsetAt } from '../../baskets/itemset-list.ts'
import { type ItemRelease, publishedGroupsOf, type ReleasePart } from '../../baskets/itemset-release.ts'
import { itemsetWalk } from '../../baskets/itemset-supports.ts'

/** The constraints: listed, or every itemset of up to `upTo` items that occurs in the original. */
export type RiskConstraints = Itemsets | { readonly upTo: number }

export interface SupportShares {
  /** Constraints in all, those with a suppressed item or without any basket included. */
  readonly constraints: number
  /** Constraints that no published basket supports. */
  readonly unsupported: number
  /** Smallest support that occurs; 0 when no constraint is supported. */
  readonly smallest: number
  /** 1/smallest; 0 when no constraint is supported. */
  readonly risk: number
  /** Constraints at each support that occurs, ascending. */
  readonly shares: readonly { readonly support: number; readonly constraints: number; readonly share: number }[]
}

export function supportShares(release: ItemRelease, constraints: RiskConstraints): SupportShares {
  const counts = new Map<number, number>()
  const supportOf = publishedSupports(release)
  let total = 0
  const take = (set: Int32Array, original?: number) => {
    const support = supportOf(set, original)
    counts.set(support, (counts.get(support) ?? 0) + 1)
    total++
  }
  if ('upTo' in constraints) {
    const items = release.baskets.items.length
    const walk = itemsetWalk(release.baskets, items)
    for (let size = 1; size <= constraints.upTo; size++) {
      for (let first = 0; first < items; first++) walk.from(first, size, 1, take)
    }
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

/** The risk that all but the most exposed of the supported constraints stay at or below: 1/support at that share of them, in the order of risk. */
export function riskAtShare({ shares, constraints, unsupported }: SupportShares, share: number): number {
  const beyond = (1 - share) * (constraints - unsupported) + 1e-9
  let passed = 0
  for (const { support, constraints: own } of shares) if ((passed += own) > beyond) return 1 / support
  return 0
}

/** Sets of groups whose supports are kept; beyond that many they are counted one by one. */
const MOST_KEPT = 1 << 23

/**
 * Published support of an itemset over all parts. A set whose items are all published as themselves keeps its original support, where
 * that is known; the others meet in few sets of groups, which are counted all at once when the first of a size is asked for.
 */
function publishedSupports(release: ItemRelease): (set: ArrayLike<number>, original?: number) => number {
  const counted = release.parts.map(() => [] as Map<number, number>[])
  return (set, original) => {
    let sum = 0
    for (let p = 0; p < release.parts.length; p++) {
      const part = release.parts[p]
      const groups = publishedGroupsOf(part, set)
      if (groups === undefined) continue
      if (groups.length <= 2) {
        sum += part.supports.of(groups)
        continue
      }
      if (original !== undefined && release.parts.length === 1 && areSingle(part, groups)) return original
      counted[p][groups.length] ??= countGeneralizedSets(part, groups.length)
      const key = keyOf(part, groups.sort(ascending))
      sum += counted[p][groups.length].get(key) ?? part.supports.of(groups)
    }
    return sum
  }
}

/** Supports of all sets of `size` groups that occur in a part and have a generalized one; empty when keys would not be exact. */
function countGeneralizedSets(part: ReleasePart, size: number): Map<number, number> {
  const counts = new Map<number, number>()
  const { groups } = part.grouping
  if (groups ** size > Number.MAX_SAFE_INTEGER) return counts
  const walk = itemsetWalk(part.published, groups)
  for (let first = 0; first < groups; first++) {
    walk.from(first, size, 1, (set, support) => {
      if (counts.size < MOST_KEPT && !areSingle(part, set)) counts.set(keyOf(part, set), support)
    })
  }
  return counts
}

function areSingle(part: ReleasePart, groups: ArrayLike<number>): boolean {
  for (let i = 0; i < groups.length; i++) if (part.sizes[groups[i]] !== 1) return false
  return true
}

/** Ascending groups as digits of one number. */
function keyOf(part: ReleasePart, groups: ArrayLike<number>): number {
  let key = 0
  for (let i = 0; i < groups.length; i++) key = key * part.grouping.groups + groups[i]
  return key
}

const ascending = (a: number, b: number) => a - b
