/**
 * Classes: the result of applying a grouping per column to the frequency table. The counter owns the arrays and refills
 * them at each count: read them before the next one, and never beyond `count`.
 */
import type { CodeRanges, Grouping, NumberRanges } from '../hierarchy/grouping.ts'
import type { FrequencyTable } from './frequency-table.ts'

export interface Classes {
  /** The order of classes is arbitrary; no result may depend on it. */
  count: number
  readonly sizes: Int32Array
  /** A combination of each class, which gives its groups. */
  readonly representatives: Int32Array
  readonly classIds: Int32Array
  /** Per category target: `histograms[t][class * values.length + value]`. */
  readonly histograms: readonly Int32Array[]
  /** Number of counts so far; values memoized in an earlier round are stale. */
  readonly round?: number
  /** Kept rows by `[column][group]`, if the counter has a faster way than a pass over the classes. */
  keptRows?(suppressed: Uint8Array): readonly Int32Array[]
}

export interface ClassCounter {
  count(groupings: readonly Grouping[]): Classes
}

/** The classes of a release with what each shows. Refilled at each evaluation, like `Classes`. */
interface PartitionBase {
  readonly frequencies: FrequencyTable
  readonly classes: Classes
  readonly suppressed: Uint8Array
  readonly suppressedRows: number
  /** Kept classes, and rows (or persons) of the smallest one, 0 if none. */
  readonly keptClasses: number
  readonly smallestClass: number
}

export interface ColumnsPartition extends PartitionBase {
  readonly groupings: readonly Grouping[]
}

/** Each class shows its own ranges; the table has only targets whose counts per class are known. */
export interface ClassesPartition extends PartitionBase {
  readonly ranges: readonly ClassRanges[]
  /** Every combination is in one class only, given by `classIds`. */
  readonly knowsCombinations?: boolean
}

export type Partition = ColumnsPartition | ClassesPartition

/** Codes that each class shows of a column, `low` to `high`; both −1 if left out. */
export interface ClassRanges extends CodeRanges {
  /** The numbers in its label, if narrower than the codes; NaN for none. */
  readonly numbers?: NumberRanges
}
