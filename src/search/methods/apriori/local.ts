/**
 * LRA, local recoding anonymization (Terrovitis, Mamoulis, Kalnis, VLDB Journal 2011): baskets are put in an order in which like ones
 * are near, cut into parts of equal size, and each part is anonymized by itself. The same item may then be published at different
 * levels in different parts. What a part publishes occurs at least k times in that part, so the whole is k^m-anonymous too.
 *
 * The order is that of Gray codes of the baskets as bit vectors (first item the highest bit), where neighbours differ little.
 */
import type { Rows } from '../../../baskets/baskets.ts'

/** Part of each basket: `parts` runs of nearly equal size in Gray order, none with fewer than k baskets that hold items. */
export function partsInGrayOrder(baskets: Rows, parts: number, k: number): { partOf: Int32Array; parts: number } {
  const filled: number[] = []
  for (let row = 0; row < baskets.count; row++) if (baskets.offsets[row + 1] > baskets.offsets[row]) filled.push(row)
  filled.sort((a, b) => compareGray(baskets, a, b) || a - b)
  const count = Math.max(1, Math.min(parts, Math.floor(filled.length / k)))
  const partOf = new Int32Array(baskets.count)
  filled.forEach((row, place) => {
    partOf[row] = Math.floor((place * count) / filled.length)
  })
  return { partOf, parts: count }
}

/**
 * Order of two baskets as Gray codes. At the first item that only one of them has, an even number of items before it (which they
 * share) puts the basket without it first, an odd number the basket with it: each bit set turns the order of the rest around.
 */
export function compareGray(baskets: Rows, a: number, b: number): number {
  const { offsets, codes } = baskets
  let i = offsets[a]
  let j = offsets[b]
  while (i < offsets[a + 1] && j < offsets[b + 1] && codes[i] === codes[j]) {
    i++
    j++
  }
  const nextA = i < offsets[a + 1] ? codes[i] : Number.POSITIVE_INFINITY
  const nextB = j < offsets[b + 1] ? codes[j] : Number.POSITIVE_INFINITY
  if (nextA === nextB) return 0
  const shared = i - offsets[a]
  const aHasIt = nextA < nextB
  return (shared % 2 === 0) === aHasIt ? 1 : -1
}
