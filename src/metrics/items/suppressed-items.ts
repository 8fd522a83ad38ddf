/** The share of distinct items that are suppressed; under local recoding, of item–part pairs. */
import type { ItemRelease } from '../../baskets/itemset-release.ts'
import { ITEM_UTILITY, type ItemMetric } from './item-metric.ts'

export const itemsSuppressed: ItemMetric = {
  ...ITEM_UTILITY,
  name: 'suppressed-items',
  title: 'Suppressed items',
  formula: 'items in no published group / items',
  reading: '0.02 means that two of a hundred items are missing from the release.',
  compute: shareOfSuppressedItems,
}

export function shareOfSuppressedItems(release: ItemRelease): number {
  let suppressed = 0
  let occurring = 0
  for (const { grouping, itemSupports } of release.parts) {
    for (let item = 0; item < itemSupports.length; item++) {
      if (itemSupports[item] === 0) continue
      occurring++
      if (grouping.groupOf[item] < 0) suppressed++
    }
  }
  return occurring === 0 ? 0 : suppressed / occurring
}
