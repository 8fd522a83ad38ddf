/**
 * LRA, local recoding anonymization (Terrovitis, Mamoulis, Kalnis, VLDB Journal 2011): sorts similar baskets together,
 * cuts them into equal parts and anonymizes each part. An item may be published at different levels in different parts;
 * every part is k^m-anonymous, so the whole is too.
 * The order is that of Gray codes of the baskets as bit vectors, first item the highest bit.
 */
import type { Rows } from '../../../baskets/baskets.ts'

/** Part of each basket: nearly equal runs in Gray order, each with at least k baskets that hold items. */
export function partsInGrayOrder(baskets: Rows, parts: number, k: number): { basketParts: Int32Array; parts: number } {
  const filled: number[] = []
  for (let row = 0; row < baskets.count; row++) if (baskets.offsets[row + 1] > baskets.offsets[row]) filled.push(row)
  filled.sort((a, b) => compareGray(baskets, a, b) || a - b)
  const count = Math.max(1, Math.min(parts, Math.floor(filled.length / k)))
  const basketParts = new Int32Array(baskets.count)
  filled.forEach((row, place) => {
    basketParts[row] = Math.floor((place * count) / filled.length)
  })
  return { basketParts, parts: count }
}

/**
 * Compares baskets as Gray codes. At the first item that only one has, an even number of shared items before it puts
 * the basket without it first, an odd number the other: each set bit reverses the order of the rest.
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
