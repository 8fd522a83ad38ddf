/**
 * The contract of a metric: a number that says how much was lost (utility) or how much is risked (risk). A metric is a function
 * of the partition, and declares itself so that searches, reports, the studio and docs can ask.
 */
import type { Partition } from '../frequency/classes.ts'
import type { CategoryTarget, FrequencyTable, NumberTarget } from '../frequency/frequency-table.ts'
import type { OptionRecord, OptionValues } from '../ground/options.ts'
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
  /** Of its family and kind the one that is shown where there is room for one, unless another is asked for. */
  readonly usual?: true
}

/** When the value of a metric alone says that a release is hardly of use, and the words for it. */
export interface UselessFigure {
  /** More than this number; or no less than guessing the most frequent value of the target costs. */
  readonly above: number | 'guessing'
  /** The goal that must have been asked for; any when absent. */
  readonly goal?: string
  readonly words: string
}

interface MetricBase extends MetricFacts {
  /** What a term of a goal may say of it, besides its weight. */
  readonly options: readonly OptionRecord[]
  /** The options of a term as the metric reads them on this table, e.g. names as codes. Throws a UserError where they do not fit. */
  settle?(options: OptionValues, frequencies: FrequencyTable): OptionValues
  /** The name of the goal that is for it, where there is one: `general`, … */
  readonly goal?: string
  /** What it needs beyond classes; a table without it has no such figure. */
  readonly needs?: 'category-target' | 'number-target' | 'sensitive' | 'preference' | 'workload'
  /** A figure of a release only where the goal of the job names it. */
  readonly onlyWhenAsked?: true
  /** `totals`: sizes and target counts of the classes alone, so that a table of whole classes gives the same value; `shown`: also what they show. */
  readonly reads: 'totals' | 'shown'
  /**
   * While nothing is suppressed, coarser groupings never give a smaller value, whatever the settings. Lets a search prune. (LM,
   * NWP, DM, entropy: true.)
   */
  readonly growsWithCoarsening: boolean
  /** For a metric that grows under some settings only (CM): whether it does under these. Ask `growsWithCoarsening`, below. */
  growsUnder?(settings: MetricSettings): boolean
  /** The value falls, or stays, when kept classes are divided and when suppressed rows are kept as classes of their own. */
  readonly fallsWhenDivided: boolean
  /** For a metric whose range depends on the settings (CM with costs). Ask `rangeUnder`, below. */
  rangeUnder?(settings: MetricSettings): readonly [number, number]
  /**
   * How it is published where rows were suppressed, if it depends on what these held and not on their number alone: over the released rows;
   * over them, suppressed ones having lost all (1); or not at all. Absent: as it is.
   */
  inPublic?(settings: MetricSettings): 'as-it-is' | 'of-released' | 'of-released-and-1' | 'left-out'
  readonly useless?: UselessFigure
  /** For a metric that is made of others: these, and how. */
  readonly parts?: readonly Metric[]
  combine?(figures: readonly number[], settings: MetricSettings): number
  compute(partition: Partition, settings: MetricSettings): number
}

/** What metrics have in common, unless a record says otherwise. */
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

/** Utilities that sum over cells, by what these show. */
export const UTILITY_OF_CELLS = {
  ...UTILITY,
  reads: 'shown',
  sums: 'cells',
  growsWithCoarsening: true,
  fallsWhenDivided: true,
} as const

/** A sum over cells, each of which pays by what it shows: the value of any release follows from the prices. */
export interface CellMetric extends MetricBase {
  readonly sums: 'cells'
  prices(frequencies: FrequencyTable, settings: MetricSettings): CellPrices
}

/** A sum over classes, or no sum at all. */
export interface ClassMetric extends MetricBase {
  readonly sums: 'classes' | 'no'
  /** Whether a row pays 1 unless it is of the majority of its class in the target, and a suppressed one 1: a search can add that up. */
  paysMinority?(settings: MetricSettings): boolean
  /** Where the value is a sum over classes that a search can add up as it goes, nothing being suppressed: what each class pays. */
  classPrice?(frequencies: FrequencyTable, settings: MetricSettings): ClassPrice | undefined
}

/** value = unit · Σ_classes: rows², rows that are not of the majority in a target, or squared deviations of a target from the class's mean. */
export type ClassPrice =
  | { readonly of: 'square'; readonly unit: number }
  | { readonly of: 'minority'; readonly unit: number; readonly target: CategoryTarget }
  | { readonly of: 'spread'; readonly unit: number; readonly target: NumberTarget }

export type Metric = CellMetric | ClassMetric

/** value = Σ_columns weight · (offset + (1/N) Σ_rows price of the cell) + suppressedRow · suppressed rows / N. */
export interface CellPrices {
  readonly columns: readonly ColumnPrices[]
  /** What a suppressed row pays besides its cells. */
  readonly suppressedRow: number
}

export interface ColumnPrices {
  /** A cell that shows the codes from `low` to `high`. Grows with the range, up to `leftOut`. */
  shown(low: number, high: number): number
  /** A cell that shows nothing. */
  readonly leftOut: number
  readonly offset: number
}

/** Whether coarser groupings never give a smaller value of the metric under these settings, while nothing is suppressed. */
export function growsWithCoarsening(metric: Metric, settings: MetricSettings): boolean {
  return metric.growsWithCoarsening || (metric.growsUnder?.(settings) ?? false)
}

/** What values the metric can have under these settings. */
export function rangeUnder(metric: Metric, settings: MetricSettings): readonly [number, number] {
  return metric.rangeUnder?.(settings) ?? metric.range
}

const NO_OPTIONS: OptionValues = {}

/** What the settings say of the metric. */
export function optionsOf({ name }: Pick<Metric, 'name'>, { options }: Pick<MetricSettings, 'options'>): OptionValues {
  return options?.[name] ?? NO_OPTIONS
}

/** What metrics need to know of the job besides the partition. */
export interface MetricSettings {
  readonly hierarchies: readonly Hierarchy[]
  /** Weight of each quasi-identifier in column sums, summing to 1. */
  readonly weights: Float64Array
  /** The class size asked for, where there is one (AECS). */
  readonly k: number
  /** Options by the name of the metric they are for, settled on the table. Ask `optionsOf`, below. */
  readonly options?: Readonly<Record<string, OptionValues>>
  /** Achievement: the loss and the unevenness that are accepted. */
  readonly preference?: Preference
  /**
   * Journalist and marketer risk: the population the table was drawn from, with the same columns and codes. Absent: the table is
   * its own population.
   */
  readonly population?: FrequencyTable | undefined
  /** The same by its number of people alone: a class of f rows stands for f·people/rows of them. */
  readonly people?: number | undefined
  /** ARE: the queries of the workload, answered by the data and by the release. */
  readonly answers?: WorkloadAnswers
}

/** A point of loss and unevenness of protection: wanted, or reached. */
export interface Preference {
  readonly NWP: number
  readonly NECD: number
}
