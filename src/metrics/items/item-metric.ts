/** The contract of a metric of item sets. */
import type { ItemRelease } from '../../baskets/itemset-release.ts'
import type { MetricFacts } from '../metric.ts'
import type { Workload } from '../workload/workload.ts'

/**
 * The probability that j given items are present if a generalized item of n items is published. `uniform-nonempty`: all
 * 2^n − 1 subsets are equally likely, 2^(n−j)/(2^n − 1). `half`: each item is present with probability 1/2. Both
 * reproduce the example of Loukides et al. 2011, §2.4; 1/n per item does not. `all`: a generalized item stands for all
 * its items, as in the measurements of §4.
 */
export const ESTIMATORS = ['uniform-nonempty', 'half', 'all'] as const

export type Estimator = (typeof ESTIMATORS)[number]

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
