/** The contract of a metric: a number computed from a partition that measures loss (utility) or risk. */
import type { Partition } from '../frequency/classes.ts'
import type { CategoryTarget, FrequencyTable, NumberTarget } from '../frequency/frequency-table.ts'
import type { OptionRecord, OptionValues } from '../ground/options.ts'
import type { Hierarchy } from '../hierarchy/hierarchy.ts'
import type { WorkloadAnswers } from './workload/answers.ts'

export interface MetricFacts {
  readonly name: string
  readonly title: string
  readonly family: 'utility' | 'risk'
  readonly better: 'lower' | 'higher'
  readonly range: readonly [number, number]
  readonly formula: string
  readonly reading: string
  readonly usual?: true
}

/** The condition under which a metric's value alone shows that a release is nearly useless. */
export interface UselessFigure {
  /** The limit; `guessing`: the cost of guessing the most frequent target value (reaching it is enough). */
  readonly above: number | 'guessing'
  readonly goal?: string
  readonly words: string
}

interface MetricBase extends MetricFacts {
  readonly options: readonly OptionRecord[]
  /** Translates a term's options for this table, e.g. names to codes. Throws a UserError if they do not fit. */
  settle?(options: OptionValues, frequencies: FrequencyTable): OptionValues
  /** The named goal that minimizes it: `general`, … */
  readonly goal?: string
  /** Required input; tables without it have no such figure. */
  readonly needs?: 'category-target' | 'number-target' | 'sensitive' | 'preference' | 'workload'
  /** Shown only if the job's goal names it. */
  readonly onlyWhenAsked?: true
  /** `totals`: reads class sizes and target counts only; `shown`: also the shown values. */
  readonly reads: 'totals' | 'shown'
  /** Without suppression, coarser groupings never have a smaller value, under any settings; lets a search prune. */
  readonly growsWithCoarsening: boolean
  /** For metrics that grow under some settings only (CM). Callers use `growsWithCoarsening`, below. */
  growsUnder?(settings: MetricSettings): boolean
  /** The value never grows when a kept class is split or suppressed rows are kept as classes. */
  readonly fallsWhenDivided: boolean
  /** For metrics whose range depends on the settings (CM with costs). Callers use `rangeUnder`, below. */
  rangeUnder?(settings: MetricSettings): readonly [number, number]
  /**
   * How to publish it after suppression, if it depends on suppressed values and not only on their number: over released
   * rows, over these with a loss of 1 per suppressed row, or not at all. Default: unchanged.
   */
  inPublic?(settings: MetricSettings): 'as-it-is' | 'of-released' | 'of-released-and-1' | 'left-out'
  readonly useless?: UselessFigure
  readonly parts?: readonly Metric[]
  combine?(figures: readonly number[], settings: MetricSettings): number
  compute(partition: Partition, settings: MetricSettings): number
}

const USUAL = {
  better: 'lower',
  range: [0, 1],
  options: [],
  sums: 'no',
  growsWithCoarsening: false,
  fallsWhenDivided: false,
} as const

export const UTILITY = { ...USUAL, family: 'utility' } as const
export const RISK = { ...USUAL, family: 'risk', reads: 'totals' } as const

export const UTILITY_OF_CELLS = {
  ...UTILITY,
  reads: 'shown',
  sums: 'cells',
  growsWithCoarsening: true,
  fallsWhenDivided: true,
} as const

export interface CellMetric extends MetricBase {
  readonly sums: 'cells'
  prices(frequencies: FrequencyTable, settings: MetricSettings): CellPrices
}

export interface ClassMetric extends MetricBase {
  readonly sums: 'classes' | 'no'
  /** Whether each row outside its class's majority, and each suppressed row, costs 1: a search can add that up. */
  paysMinority?(settings: MetricSettings): boolean
  /** The prices of each class, if the value is a sum over classes (nothing suppressed) that a search can add up. */
  classPrices?(frequencies: FrequencyTable, settings: MetricSettings): readonly ClassPrice[] | undefined
  /** Weights of columns that lose what LM says, beside the prices of classes. */
  cellWeights?(settings: MetricSettings): Float64Array
}

/** value = unit · Σ_classes rows², rows outside a target's majority, or squared deviations from the class mean. */
export type ClassPrice =
  | { readonly of: 'square'; readonly unit: number }
  | { readonly of: 'minority'; readonly unit: number; readonly target: CategoryTarget }
  | { readonly of: 'spread'; readonly unit: number; readonly target: NumberTarget }

export type Metric = CellMetric | ClassMetric

/** value = Σ_columns weight · (offset + (1/N) Σ_rows price of the cell) + suppressedRow · suppressed rows / N. */
export interface CellPrices {
  readonly columns: readonly ColumnPrices[]
  readonly suppressedRow: number
}

export interface ColumnPrices {
  /** Price of a cell that shows the codes `low` to `high`. Grows with the range, up to `leftOut`. */
  shown(low: number, high: number): number
  readonly leftOut: number
  readonly offset: number
}

export function growsWithCoarsening(metric: Metric, settings: MetricSettings): boolean {
  return metric.growsWithCoarsening || (metric.growsUnder?.(settings) ?? false)
}

export function rangeUnder(metric: Metric, settings: MetricSettings): readonly [number, number] {
  return metric.rangeUnder?.(settings) ?? metric.range
}

const NO_OPTIONS: OptionValues = {}

export function metricOptions(
  { name }: Pick<Metric, 'name'>,
  { options }: Pick<MetricSettings, 'options'>,
): OptionValues {
  return options?.[name] ?? NO_OPTIONS
}

export interface MetricSettings {
  readonly hierarchies: readonly Hierarchy[]
  /** Weight of each quasi-identifier; they sum to 1. */
  readonly weights: Float64Array
  readonly k: number
  /** Options by metric name, settled on the table. Callers use `metricOptions`, below. */
  readonly options?: Readonly<Record<string, OptionValues>>
  /** Accepted loss and unevenness, for `goal: preference`. */
  readonly preference?: Preference
  /** Journalist and marketer risk: the population, with the same columns and codes. Default: the table. */
  readonly population?: FrequencyTable | undefined
  /** Only the size of the population is known: a class of f rows represents f·people/rows people. */
  readonly people?: number | undefined
  readonly answers?: WorkloadAnswers
}

export interface Preference {
  readonly NWP: number
  readonly NECD: number
}
