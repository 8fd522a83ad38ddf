/**
 * UL, utility loss (Loukides et al., COAT 2011): a generalized item of n items may mean any of 2^n − 1 sets, so
 *
 *     UL(ĩ) = (2^n − 1)/(2^M − 1) · sup(ĩ, D̃)/N, UL(D̃) = Σ_published ĩ UL(ĩ) + Σ_suppressed i sup(i, D)/N,
 * M items, N baskets; the paper's semantic weight is 1 here. A suppressed item loses as much as one published as "any
 * item". 2^3340 overflows a double, so sums are exact fractions, shown as log2; candidates are compared exactly.
 */
import { suppressedItems } from '../../baskets/itemset-grouping.ts'
import type { ItemRelease } from '../../baskets/itemset-release.ts'
import { ITEM_UTILITY, type ItemMetric } from './item-metric.ts'

export const itemsUtilityLoss: ItemMetric = {
  ...ITEM_UTILITY,
  name: 'UL',
  title: 'Utility loss (log2)',
  formula: 'log2 of Σ_ĩ (2^|ĩ| − 1)/(2^M − 1) · sup(ĩ)/N + Σ_suppressed sup(i)/N',
  reading: 'Binary logarithm of the loss: 0 if all is one item; −1 is half the loss; the largest group dominates.',
  range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  compute(release) {
    const loss = utilityLossOfItems(release)
    return log2Fraction(loss.all + loss.suppressed, loss.denominator)
  },
}

/** Numerators over (2^M − 1)·N. Under local recoding, supports are those within each part. */
export function utilityLossOfItems(release: ItemRelease) {
  const items = BigInt(release.baskets.items.length)
  const whole = (1n << items) - 1n
  let all = 0n
  let generalized = 0n
  let suppressed = 0n
  for (const part of release.parts) {
    for (let group = 0; group < part.grouping.groups; group++) {
      const loss = ((1n << BigInt(part.sizes[group])) - 1n) * BigInt(part.supports.supports[group])
      all += loss
      if (part.sizes[group] > 1) generalized += loss
    }
    for (const item of suppressedItems(part.grouping)) suppressed += whole * BigInt(part.itemSupports[item])
  }
  return { denominator: whole * BigInt(release.baskets.count), all, generalized, suppressed }
}

export function log2Fraction(numerator: bigint, denominator: bigint): number {
  if (numerator === 0n) return Number.NEGATIVE_INFINITY
  return log2Integer(numerator) - log2Integer(denominator)
}

function log2Integer(value: bigint): number {
  const bits = value.toString(2).length
  const shift = Math.max(0, bits - 60)
  return Math.log2(Number(value >> BigInt(shift))) + shift
}

/**
 * Sign of (2^n1 − 1)·s1 − (2^n2 − 1)·s2, exactly, for supports below 2^bits: compares the losses of two merges of n
 * items in s baskets. Products below 2^53 are exact doubles. Otherwise, with n1 ≥ n2 and d = n1 − n2, the difference is
 * 2^n2·(2^d·s1 − s2) − (s1 − s2): its first term decides if 2^n2 > |s1 − s2| (n2 ≥ bits), and is 0 only if s2 = 2^d·s1;
 * if d ≥ bits the first product is larger. All other cases use big integers.
 */
export function lossComparison(baskets: number): (n1: number, s1: number, n2: number, s2: number) => number {
  const bits = Math.floor(Math.log2(Math.max(1, baskets))) + 1
  const mostExact = 53 - bits
  const states = Float64Array.from({ length: mostExact + 1 }, (_, n) => 2 ** n - 1)

  function compare(n1: number, s1: number, n2: number, s2: number): number {
    if (n1 <= mostExact && n2 <= mostExact) return states[n1] * s1 - states[n2] * s2
    if (n1 < n2) return -compare(n2, s2, n1, s1)
    const difference = n1 - n2
    if (s1 > 0 && difference >= bits) return 1
    if (difference < bits && n2 >= bits) return s1 * 2 ** difference - s2 || s2 - s1
    const exact = ((1n << BigInt(n1)) - 1n) * BigInt(s1) - ((1n << BigInt(n2)) - 1n) * BigInt(s2)
    return exact < 0n ? -1 : exact > 0n ? 1 : 0
  }
  return compare
}
