/**
 * The invented postcodes of the samples: ten regions (first digit) with districts (first three digits) that shrink from
 * the capital outwards.
 */

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
