/** All metrics of item sets, by name. */
import { itemsCertaintyPenalty } from './certainty-penalty.ts'
import { itemsDiscernibility } from './discernibility.ts'
import { itemsFrequencyError } from './frequency-error.ts'
import type { ItemMetric } from './item-metric.ts'
import { itemsRelativeError } from './relative-error.ts'
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
