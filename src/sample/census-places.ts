/**
 * The postcodes of the sample census: ten regions (first digit) of very different size, each with districts (first three
 * digits) that shrink from its capital outwards. A geography of our own, the same for every seed.
 */

export interface District {
  /** First three digits of its postcodes. */
  readonly prefix: number
  readonly region: number
  /** 0 for the capital of the region. */
  readonly rank: number
  /** How many districts its region has. */
  readonly outOf: number
  readonly weight: number
}

// biome-ignore format: a table
/** Share of the people, in per cent, and number of districts. */
const regions: readonly (readonly [share: number, districts: number])[] = [
  [9, 22], [21, 40], [7, 18], [13, 30], [4, 14], [6, 20], [11, 26], [3, 12], [8, 24], [18, 36],
]

export const districts: readonly District[] = regions.flatMap(([share, count], region) => {
  const weights = Array.from({ length: count }, (_, rank) => 1 / (rank + 1.5))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight, rank) => ({
    // 37 has no factor in common with 100, so the prefixes of a region are all different.
    prefix: region * 100 + ((rank * 37 + 11) % 100),
    region,
    rank,
    outOf: count,
    weight: (share * weight) / total,
  }))
})
