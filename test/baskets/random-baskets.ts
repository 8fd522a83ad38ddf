/** Random small baskets for property tests, and the plainest possible support of an itemset. */
import fc from 'fast-check'
import { type Baskets, basketsFrom } from '../../src/baskets/baskets.ts'

/** Up to `items` items and `rows` baskets, none empty. */
export function smallBaskets(items: number, rows: number): fc.Arbitrary<Baskets> {
  const names = Array.from({ length: items }, (_, i) => String.fromCharCode(97 + i))
  const basket = fc.uniqueArray(fc.nat(items - 1), { minLength: 1, maxLength: items })
  return fc.array(basket, { minLength: 1, maxLength: rows }).map((baskets) => {
    const offsets = [0]
    for (const codes of baskets) offsets.push(offsets[offsets.length - 1] + codes.length)
    return basketsFrom(names, offsets, baskets.flat())
  })
}

/** Each basket as a set of labels. */
export function setsOf(baskets: Baskets): Set<number>[] {
  return Array.from(
    { length: baskets.count },
    (_, row) => new Set(baskets.codes.subarray(baskets.offsets[row], baskets.offsets[row + 1])),
  )
}

export function plainSupport(sets: readonly Set<number>[], itemset: Iterable<number>): number {
  const items = [...itemset]
  return sets.filter((set) => items.every((item) => set.has(item))).length
}

/** All subsets of 0..n−1 with 1 to `most` members, by size and then lexicographic. */
export function subsetsUpTo(n: number, most: number): number[][] {
  const sets: number[][] = []
  const add = (set: number[], from: number, size: number) => {
    if (set.length === size) sets.push(set)
    else for (let next = from; next < n; next++) add([...set, next], next + 1, size)
  }
  for (let size = 1; size <= most; size++) add([], 0, size)
  return sets
}
