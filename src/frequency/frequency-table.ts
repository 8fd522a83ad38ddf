/**
 * The frequency table: all distinct combinations of quasi-identifier codes, columnar, with row counts and target counts. It is
 * all that a search sees of the data. Adult's 30,162 rows are 18,109 combinations.
 */

export type Codes = Uint8Array | Uint16Array | Uint32Array | Int32Array

export interface FrequencyTable {
  /** One per quasi-identifier, in the order of the hierarchies. */
  readonly columns: readonly FrequencyColumn[]
  /** How many distinct combinations there are. They stand in ascending order of their codes, first column first. */
  readonly combinations: number
  /** Rows in all combinations together. */
  readonly rows: number
  /** Rows of each combination. */
  readonly counts: Int32Array
  /** Target and sensitive columns, counted per combination. */
  readonly targets: readonly Target[]
}

export interface FrequencyColumn {
  readonly name: string
  /** Size of the domain: codes are below it. */
  readonly size: number
  readonly codes: Codes
}

export type Target = CategoryTarget | NumberTarget

/** A column with few values: how often each occurs in each combination. */
export interface CategoryTarget {
  readonly kind: 'categories'
  readonly name: string
  readonly values: readonly string[]
  /** `counts[combination * values.length + value]`. */
  readonly counts: Int32Array
}

/** A numeric column: the values of each combination, as compressed rows in ascending order of value. */
export interface NumberTarget {
  readonly kind: 'numbers'
  readonly name: string
  /** Distinct values, ascending. */
  readonly values: Float64Array
  /** Entries of combination i are `offsets[i]` up to but excluding `offsets[i + 1]`. */
  readonly offsets: Int32Array
  readonly codes: Int32Array
  readonly counts: Int32Array
}

/** The narrowest array that holds codes below `size`. */
export function codesOfSize(size: number, length: number): Codes {
  return size <= 256 ? new Uint8Array(length) : size <= 65_536 ? new Uint16Array(length) : new Uint32Array(length)
}

/** The named target, when the table has it. */
export function findTarget(table: FrequencyTable, name: string): Target | undefined {
  return table.targets.find((target) => target.name === name)
}
