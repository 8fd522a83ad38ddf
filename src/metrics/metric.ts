/**
 * The contract of a metric: a number that says how much was lost (utility) or how much is risked (risk). A metric is a function
 * of the partition, and declares itself so that searches, reports, the studio and docs can ask.
 */
import type { Partition } from '../frequency/classes.ts'
import type { FrequencyTable } from '../frequency/frequency-table.ts'
import type { Hierarchy } from '../hierarchy/hierarchy.ts'
import type { WorkloadAnswers } from './workload/answers.ts'

/** What a metric says of itself, be it of columns or of items. */
export interface MetricFacts {
  /** As in the job file and in `metrics` of `--json`: `LM`, `CM`, … */
  readonly name: string
  readonly title: string
  readonly family: 'utility' | 'risk'
  /** Which way is better. */
  readonly better: 'lower' | 'higher'
  readonly range: readonly [number, number]
  /** The formula in one line of plain text. */
  readonly formula: string
  /** How to read it, in one sentence. */
  readonly reading: string
}

export interface Metric extends MetricFacts {
  /** What it needs beyond classes; a table without it has no such figure. */
  readonly needs?: 'category-target' | 'number-target' | 'preference' | 'workload'
  /**
   * While nothing is suppressed, coarser groupings never give a smaller value, whatever the settings. Lets a search prune. (LM,
   * NWP, DM, entropy: true.)
   */
  readonly growsWithCoarsening: boolean
  /** For a metric that grows under some settings only (CM): whether it does under these. Ask `growsWithCoarsening`, below. */
  growsUnder?(settings: MetricSettings): boolean
  compute(partition: Partition, settings: MetricSettings): number
}

/** Whether coarser groupings never give a smaller value of the metric under these settings, while nothing is suppressed. */
export function growsWithCoarsening(metric: Metric, settings: MetricSettings): boolean {
  return metric.growsWithCoarsening || (metric.growsUnder?.(settings) ?? false)
}

/** What metrics need to know of the job besides the partition. */
export interface MetricSettings {
  readonly hierarchies: readonly Hierarchy[]
  /** Weight of each quasi-identifier in column sums, summing to 1. */
  readonly weights: Float64Array
  /** The class size asked for, where there is one (AECS). */
  readonly k: number
  /** Name of the target column (CM, RM); the first fitting one when absent. */
  readonly target?: string
  /** CM: `costs[own][released as]`, in the order of the target's values. */
  readonly costs?: readonly (readonly number[])[]
  /** CM with costs: the class a group is given: its majority (the paper) or the cheapest. */
  readonly assign?: 'majority' | 'minimum-cost'
  /** RM: squared deviation from the mean, or absolute deviation from the median. */
  readonly deviation?: 'variance' | 'absolute'
  /** Achievement: the loss and the unevenness that are accepted. */
  readonly preference?: Preference
  /**
   * Journalist and marketer risk: the population the table was drawn from, with the same columns and codes. Absent: the table is
   * its own population.
   */
  readonly population?: FrequencyTable
  /** ARE: the queries of the workload, answered by the data and by the release. */
  readonly answers?: WorkloadAnswers
}

/** A point of loss and unevenness of protection: wanted, or reached. */
export interface Preference {
  readonly NWP: number
  readonly NECD: number
}
