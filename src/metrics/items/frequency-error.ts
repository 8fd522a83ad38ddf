/** Item frequency error: ARE over all single items; suppressed items have error 1. */
import type { ItemRelease } from '../../baskets/itemset-release.ts'
import { everyItem } from '../workload/generate-workload.ts'
import type { Estimator } from './estimator.ts'
import { ITEM_UTILITY, type ItemMetric } from './item-metric.ts'
import { answerWorkload, type WorkloadAnswers } from './relative-error.ts'

export const itemsFrequencyError: ItemMetric = {
  ...ITEM_UTILITY,
  name: 'item-frequency-error',
  title: 'Item frequency error',
  range: [0, Number.POSITIVE_INFINITY],
  formula: 'mean over items of |sup(i) − e(i)|/sup(i); e as in ARE',
  reading: '0 means how often each item occurs can be read off the release; 1 that it is off by as much as itself.',
  compute: (release, settings) => itemFrequencyErrors(release, settings.estimator).average,
}

export function itemFrequencyErrors(release: ItemRelease, estimator?: Estimator): WorkloadAnswers {
  return answerWorkload(release, everyItem(release.baskets), estimator)
}
