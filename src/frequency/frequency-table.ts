/**
 * The frequency table: all distinct combinations of quasi-identifier codes, columnar, with counts. A search sees
 * nothing else of the data. With `persons`, sensitive values are counted by weights, 1/(rows of the person) per row, so
 * that everybody counts once.
 */

export type Codes = Uint8Array | Uint16Array | Uint32Array | Int32Array

export interface FrequencyTable {
  readonly columns: readonly FrequencyColumn[]
  /** Combinations ascend by code, first column first. */
  readonly combinations: number
  readonly rows: number
  readonly counts: Int32Array
  readonly targets: readonly Target[]
  readonly sensitive?: readonly SensitiveColumn[]
  readonly persons?: PersonRows
  /** The register, with the same columns and codes. */
  readonly population?: FrequencyTable
}

export interface PersonRows extends ValueCounts {
  readonly count: number
}

export interface FrequencyColumn {
  readonly name: string
  readonly size: number
  readonly codes: Codes
}

export type Target = CategoryTarget | NumberTarget

export interface CategoryTarget {
  readonly kind: 'categories'
  readonly name: string
  readonly values: readonly string[]
  /** `counts[combination * values.length + value]`. */
  readonly counts: Int32Array
}

/** Value counts of each combination in compressed rows, ascending by code. */
export interface ValueCounts<Counts extends Amounts = Int32Array> {
  /** Entries of combination i are `offsets[i]` up to but excluding `offsets[i + 1]`. */
  readonly offsets: Int32Array
  readonly codes: Int32Array
  readonly counts: Counts
}

/** Rows, or weights if persons are counted. */
export type Amounts = Int32Array | Float64Array

export function amountsLike(amounts: Amounts, length: number): Amounts {
  return amounts instanceof Int32Array ? new Int32Array(length) : new Float64Array(length)
}

export interface NumberTarget extends ValueCounts {
  readonly kind: 'numbers'
  readonly name: string
  readonly values: Float64Array
}

/** A column whose values must not be disclosed. It may have thousands of values, so counts are sparse. */
export interface SensitiveColumn extends ValueCounts<Amounts> {
  readonly name: string
  /** Distinct values in binary order; missing is a value too, and the last. */
  readonly values: readonly string[]
  /** Rows (or weights) of each value in all of the data, even if this table is a part. */
  readonly overall: Float64Array
}

/** The narrowest array that holds codes below `size`. */
export function codesOfSize(size: number, length: number): Codes {
  return size <= 256 ? new Uint8Array(length) : size <= 65_536 ? new Uint16Array(length) : new Uint32Array(length)
}

export function findTarget(table: FrequencyTable, name: string): Target | undefined {
  return table.targets.find((target) => target.name === name)
}
