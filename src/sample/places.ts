/** Invented postcodes and identity numbers of the samples. */
import type { Random } from '../ground/random.ts'

export interface District {
  readonly prefix: string
  readonly region: number
  /** Near 1 for the capital of the region, near 0 for its smallest district. */
  readonly city: number
  readonly weight: number
}

// biome-ignore format: a table
const regions: readonly (readonly [share: number, districts: number])[] = [
  [9, 22], [21, 40], [7, 18], [13, 30], [4, 14], [6, 20], [11, 26], [3, 12], [8, 24], [18, 36],
]

/** Ten regions (first digit) with districts (first three digits) that shrink from the capital outwards. */
export const districts: readonly District[] = regions.flatMap(([share, count], region) => {
  const weights = Array.from({ length: count }, (_, rank) => 1 / (rank + 1.5))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight, rank) => ({
    // 37 and 100 are coprime, so the prefixes of a region are distinct.
    prefix: String(region * 100 + ((rank * 37 + 11) % 100)).padStart(3, '0'),
    region,
    city: 1 - rank / count,
    weight: (share * weight) / total,
  }))
})

const LEFT = 90_000
const RIGHT = 100_000

export const IDENTITY_NUMBERS = LEFT * RIGHT

/** Maps a row to a unique number of ten digits: a permutation by a Feistel network (Luby and Rackoff 1988). */
export function identityNumbers(random: Random): (row: number) => number {
  const keys = Array.from({ length: 4 }, () => random.integer(2 ** 31))
  return (row) => {
    let left = Math.floor(row / RIGHT)
    let right = row - left * RIGHT
    for (let round = 0; round < 4; round += 2) {
      right = (right + hash(left, keys[round])) % RIGHT
      left = (left + hash(right, keys[round + 1])) % LEFT
    }
    return (left + 10_000) * RIGHT + right
  }
}

function hash(value: number, key: number): number {
  let mixed = Math.imul(value ^ key, 0x2c1b3c6d)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed + key, 0x297a2d39)
  return (mixed ^ (mixed >>> 15)) >>> 8
}
