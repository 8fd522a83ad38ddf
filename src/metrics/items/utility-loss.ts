/**
 * UL, utility loss (Loukides et al., COAT 2011): a generalized item of n items may stand for any of 2^n − 1 sets of them, so
 *
 *     UL(ĩ) = (2^n − 1)/(2^M − 1) · sup(ĩ, D̃)/N,   UL(D̃) = Σ_published ĩ UL(ĩ) + Σ_suppressed i sup(i, D)/N,
 *
 * M items, N baskets. (The semantic weight of the formula is 1 here, so that runs can be compared; `weights: taxonomy` of a search puts one in its place.) A suppressed item loses what
 * publishing it as "any item" would lose. 2^3340 is no double, so sums are kept as exact fractions and shown as log2; candidates are
 * compared exactly, never by sums of logarithms.
 */

import { suppressedItems } from '../../baskets/itemset-grouping.ts'
import type { ItemRelease } from '../../baskets/itemset-release.ts'
import { ITEM_UTILITY, type ItemMetric } from './item-metric.ts'

/** Numerators over one denominator (2^M − 1)·N. */
export interface UtilityLossOfItems {
  readonly denominator: bigint
  /** Over all published items, single ones too (which lose a little by the formula). */
  readonly all: bigint
  /** Over generalized items of two or more only. */
  readonly generalized: bigint
  /** Of suppressed items. */
  readonly suppressed: bigint
}

export const itemsUtilityLoss: ItemMetric = {
  ...ITEM_UTILITY,
  name: 'UL',
  title: 'Utility loss (log2)',
  range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  formula: 'log2 of Σ_ĩ (2^|ĩ| − 1)/(2^M − 1) · sup(ĩ)/N + Σ_suppressed sup(i)/N',
  reading:
    'Binary logarithm of the loss: 0 is everything published as one item; one less is half the loss; it is dominated by the largest group.',
  compute(release) {
    const loss = utilityLossOfItems(release)
    return log2Fraction(loss.all + loss.suppressed, loss.denominator)
  },
}

/** The exact loss. Under local recoding each part's published items count with their support in that part. */
export function utilityLossOfItems(release: ItemRelease): UtilityLossOfItems {
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

/** log2 of a fraction of any size; −Infinity for 0. */
export function log2Fraction(numerator: bigint, denominator: bigint): number {
  if (numerator === 0n) return Number.NEGATIVE_INFINITY
  return log2Integer(numerator) - log2Integer(denominator)
}

function log2Integer(value: bigint): number {
  const bits = value.toString(2).length
  // The 60 leading bits are all that a double can tell.
  const shift = Math.max(0, bits - 60)
  return Math.log2(Number(value >> BigInt(shift))) + shift
}

/**
 * Sign of (2^n1 − 1)·s1 − (2^n2 − 1)·s2, exactly, for supports below 2^bits: what a merge of n items held by s baskets loses, up to
 * a common factor. Products below 2^53 are exact doubles. Else, with n1 ≥ n2 and d = n1 − n2, the difference is
 * 2^n2·(2^d·s1 − s2) − (s1 − s2): its first factor decides when 2^n2 > |s1 − s2| (n2 ≥ bits), and is 0 only if s2 = 2^d·s1; when
 * d ≥ bits the first product is larger whatever the supports. What remains is left to big integers.
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
