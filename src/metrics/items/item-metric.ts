/** The contract of a metric of item sets. */
import type { ItemRelease } from '../../baskets/itemset-release.ts'
import type { MetricFacts } from '../metric.ts'
import type { Workload } from '../workload/workload.ts'
import type { Estimator } from './relative-error.ts'

export interface ItemMetric extends MetricFacts {
  readonly needs?: 'workload'
  compute(release: ItemRelease, settings: ItemMetricSettings): number
}

export const ITEM_UTILITY = { family: 'utility', better: 'lower', range: [0, 1] } as const

export interface ItemMetricSettings {
  readonly workload?: Workload
  /** Default: `uniform-nonempty`. */
  readonly estimator?: Estimator
}
