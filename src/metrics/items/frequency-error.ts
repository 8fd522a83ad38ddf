/** Item frequency error: ARE over all single items; suppressed items have error 1. */
import type { ItemRelease } from '../../baskets/itemset-release.ts'
import { everyItem } from '../workload/generate-workload.ts'
import type { Estimator } from './estimator.ts'
import { describeItemMetric, ITEM_UTILITY, type ItemMetric } from './item-metric.ts'
import { answerWorkload, type WorkloadAnswers } from './relative-error.ts'

export const itemsFrequencyError: ItemMetric = {
  ...ITEM_UTILITY,
  ...describeItemMetric('item-frequency-error'),
  range: [0, Number.POSITIVE_INFINITY],
  compute: (release, settings) => itemFrequencyErrors(release, settings.estimator).average,
}

export function itemFrequencyErrors(release: ItemRelease, estimator?: Estimator): WorkloadAnswers {
  return answerWorkload(release, everyItem(release.baskets), estimator)
}
