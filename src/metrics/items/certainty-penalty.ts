/**
 * NCP, normalized certainty penalty (Terrovitis, Mamoulis, Kalnis 2008): the mean over all item occurrences of 0 for an
 * item published as itself, |Φ(i)|/M for a generalized one, 1 for a suppressed one. Apriori minimizes it. Cost: linear
 * in the items. Sums integers, so it is exact up to 2^53.
 */
import type { ItemRelease } from '../../baskets/itemset-release.ts'
import { ITEM_UTILITY, type ItemMetric } from './item-metric.ts'

export const itemsCertaintyPenalty: ItemMetric = {
  ...ITEM_UTILITY,
  name: 'NCP',
  title: 'Normalized certainty penalty',
  formula: 'Σ_i occ(i)·NCP(Φ(i)) / Σ_i occ(i); NCP = 0 if |Φ(i)| = 1, |Φ(i)|/M if more, 1 if suppressed',
  reading: '0 means every item was published as itself; 0.1 that an item stands for a tenth of all items on average.',
  compute: certaintyPenaltyOfItems,
}

export function certaintyPenaltyOfItems(release: ItemRelease): number {
  const items = release.baskets.items.length
  let penalty = 0
  let occurrences = 0
  for (const { grouping, sizes, itemSupports } of release.parts) {
    for (let item = 0; item < items; item++) {
      const group = grouping.groupOf[item]
      const width = group < 0 ? items : sizes[group] === 1 ? 0 : sizes[group]
      penalty += itemSupports[item] * width
      occurrences += itemSupports[item]
    }
  }
  return occurrences === 0 ? 0 : penalty / (occurrences * items)
}
