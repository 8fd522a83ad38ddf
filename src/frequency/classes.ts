/**
 * Classes: what a grouping per column makes of the frequency table. The counter owns the arrays and fills them again at each
 * count, so read what you need before the next one, and never beyond `count`.
 */
import type { CodeRanges, Grouping, NumberRanges } from '../hierarchy/grouping.ts'
import type { FrequencyTable } from './frequency-table.ts'

export interface Classes {
  /** How many classes there are. Their order is the counter's own; no result may depend on it. */
  count: number
  /** Rows of each class. */
  readonly sizes: Int32Array
  /** A combination of each class: its codes tell the class's groups. */
  readonly representatives: Int32Array
  /** Class of each combination. */
  readonly classOf: Int32Array
  /** For each category target of the table, in its order: `histograms[t][class * values.length + value]`. */
  readonly histograms: readonly Int32Array[]
  /** How many times the counter has filled the arrays: what was worked out from them in an earlier round is old. */
  readonly round?: number
  /**
   * Rows of the classes that are not suppressed, `[column][group]`, where the counter is quicker at it than a pass over the classes;
   * `metrics/shown.ts` asks.
   */
  keptRows?(suppressed: Uint8Array): readonly Int32Array[]
}

/** Counts classes again and again on one table without allocating. */
export interface ClassCounter {
  count(groupings: readonly Grouping[]): Classes
}

/**
 * A partition: the classes of a release, those that break a requirement being suppressed, and what each class shows. Metrics are
 * functions of it; `metrics/shown.ts` says what rows show, whatever the kind. Like `Classes`, it is filled anew at each evaluation.
 */
interface PartitionBase {
  readonly frequencies: FrequencyTable
  readonly classes: Classes
  /** 1 for each class that is suppressed. */
  readonly suppressed: Uint8Array
  readonly suppressedRows: number
  /** Classes that are not suppressed, and the rows (persons, where they are counted) of the smallest of them (0 when there is none). */
  readonly keptClasses: number
  readonly smallestClass: number
}

/** A grouping per column: each class shows the groups that it is in. */
export interface ColumnsPartition extends PartitionBase {
  readonly groupings: readonly Grouping[]
}

/** Each class shows ranges of its own; the targets of its table are those whose counts in each class are known. */
export interface ClassesPartition extends PartitionBase {
  readonly ranges: readonly ClassRanges[]
  /** Every combination is whole in one class, and `classOf` says in which. */
  readonly knowsCombinations?: boolean
}

export type Partition = ColumnsPartition | ClassesPartition

/** What each class shows of a column: the codes from `low` to `high`, both −1 where it is left out. */
export interface ClassRanges extends CodeRanges {
  /** The numbers that its label says, where these are narrower than the codes; NaN where it says none. */
  readonly numbers?: NumberRanges
}
