/**
 * Generates baskets for the large run: geometric lengths, Zipf-distributed items, and part of each basket from a
 * neighbourhood of items, so that some co-occur. Deterministic by seed.
 */
import { type Baskets, basketsFrom } from '../../../src/baskets/baskets.ts'
import { randomFrom } from '../../../src/ground/random.ts'

export function sampleBaskets(rows: number, items: number, meanLength: number, seed: number): Baskets {
  const random = randomFrom(seed)
  const upTo = new Float64Array(items)
  let sum = 0
  for (let rank = 0; rank < items; rank++) upTo[rank] = sum += 1 / (rank + 10)
  // Spreads popular items over the domain: 7919 is prime, so this is a permutation unless it divides the number of
  // items.
  const place = (rank: number) => (rank * 7919) % items
  const popular = () => {
    const point = random.uniform() * sum
    let low = 0
    let high = items - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (upTo[middle] > point) high = middle
      else low = middle + 1
    }
    return place(low)
  }
  const offsets = new Int32Array(rows + 1)
  const codes: number[] = []
  const stay = 1 - 1 / meanLength
  for (let row = 0; row < rows; row++) {
    let last = popular()
    codes.push(last)
    while (random.uniform() < stay) {
      last = random.uniform() < 0.5 ? (last + 1 + random.integer(20)) % items : popular()
      codes.push(last)
    }
    offsets[row + 1] = codes.length
  }
  return basketsFrom(
    Array.from({ length: items }, (_, item) => String(item)),
    offsets,
    codes,
  )
}
