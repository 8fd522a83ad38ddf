/**
 * Risk of a transaction release (Loukides et al. 2011, §3): whoever knows that a person has the items p finds that person among
 * sup(p, D̃) baskets, so the chance of pointing at the right one is at most 1 / min over the constraints p of sup(p, D̃). Constraints
 * that the release does not support are left out. `supportShares` shows how many constraints stand at each support, not only the worst.
 *
 * Cost: one support per constraint; for "every occurring itemset up to m" the sets are walked, not listed.
 */
import { type Itemsets, itemsetAt } from '../../frequency/itemset-list.ts'
import { type ItemRelease, publishedGroupsOf } from '../../frequency/itemset-release.ts'
import { itemsetWalk } from '../../frequency/itemset-supports.ts'

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

export function riskSmallestSupport(release: ItemRelease, constraints: RiskConstraints): number {
  return supportShares(release, constraints).risk
}

export function supportShares(release: ItemRelease, constraints: RiskConstraints): SupportShares {
  const counts = new Map<number, number>()
  const supportOf = publishedSupports(release)
  let total = 0
  const take = (set: Int32Array) => {
    const support = supportOf(set)
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

/** Published support of an itemset over all parts, remembered for sets of three groups and more. */
export function publishedSupports(release: ItemRelease): (set: ArrayLike<number>) => number {
  const remembered = release.parts.map(() => new Map<string, number>())
  return (set) => {
    let sum = 0
    release.parts.forEach((part, p) => {
      const groups = publishedGroupsOf(part, set)
      if (groups === undefined) return
      if (groups.length <= 2) {
        sum += part.supports.of(groups)
        return
      }
      const key = groups.sort((a, b) => a - b).join()
      let support = remembered[p].get(key)
      if (support === undefined) remembered[p].set(key, (support = part.supports.of(groups)))
      sum += support
    })
    return sum
  }
}
