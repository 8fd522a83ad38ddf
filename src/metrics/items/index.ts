/** All metrics of item sets, by name. */
import { itemsCertaintyPenalty } from './certainty-penalty.ts'
import { itemsDiscernibility } from './discernibility.ts'
import type { ItemMetric } from './item-metric.ts'
import { itemsFrequencyError, itemsRelativeError } from './relative-error.ts'
import { itemsSuppressed } from './suppressed-items.ts'
import { itemsUtilityLoss } from './utility-loss.ts'

export const itemMetrics: readonly ItemMetric[] = [
  itemsCertaintyPenalty,
  itemsUtilityLoss,
  itemsRelativeError,
  itemsFrequencyError,
  itemsSuppressed,
  itemsDiscernibility,
]

/** Loss of the items of a table with baskets, which its search measures (docs/mixed.md). */
export const itemLossOfTables = {
  name: 'T',
  title: 'Loss of the items',
  better: 'lower',
  range: [0, 1],
  formula: 'mean over the item occurrences of (leaves of the token − 1) / (all leaves − 1), 1 if left out',
  reading: '0 means every item was published as itself, 1 that all were left out.',
} as const
