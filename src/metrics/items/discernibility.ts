/** Discernibility of baskets: Σ |group|² / N² over groups of baskets that look alike in the release. */
import type { ItemRelease } from '../../baskets/itemset-release.ts'
import { ITEM_UTILITY, type ItemMetric } from './item-metric.ts'

export const itemsDiscernibility: ItemMetric = {
  ...ITEM_UTILITY,
  name: 'DM-items',
  title: 'Discernibility of baskets',
  formula: 'Σ_groups of identical published baskets |group|² / N²',
  reading: 'The chance that two baskets drawn at random look alike: 1 when all do.',
  compute: (release) => sumOfSquaredGroups(release) / release.baskets.count ** 2,
}

/** Local recoding names its groups, so parts can be compared. */
export function sumOfSquaredGroups(release: ItemRelease): number {
  const groups = new Map<string, number>()
  for (const part of release.parts) {
    const names = part.grouping.names
    for (let row = 0; row < part.published.count; row++) {
      const tokens: (string | number)[] = []
      for (let at = part.published.offsets[row]; at < part.published.offsets[row + 1]; at++) {
        const group = part.published.codes[at]
        tokens.push(names?.[group] ?? group)
      }
      const key = tokens.join('\u0000')
      groups.set(key, (groups.get(key) ?? 0) + 1)
    }
  }
  let sum = 0
  for (const size of groups.values()) sum += size * size
  return sum
}
