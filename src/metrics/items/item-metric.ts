/**
 * The contract of an item metric: a number computed from what a grouping makes of the baskets. It declares itself like a metric of
 * columns, so that reports, the studio and docs can ask.
 */
import type { ItemRelease } from '../../baskets/itemset-release.ts'
import type { MetricFacts } from '../metric.ts'
import type { Workload } from '../workload/workload.ts'
import type { Estimator } from './estimator.ts'

export interface ItemMetric extends MetricFacts {
  /** What it needs beyond the release. */
  readonly needs?: 'workload'
  compute(release: ItemRelease, settings: ItemMetricSettings): number
}

/** What utilities of baskets have in common, unless a record says otherwise. */
export const ITEM_UTILITY = { family: 'utility', better: 'lower', range: [0, 1] } as const

export interface ItemMetricSettings {
  /** Queries of ARE. */
  readonly workload?: Workload
  /** How a count is estimated from generalized items; default `uniform-nonempty`. */
  readonly estimator?: Estimator
}
