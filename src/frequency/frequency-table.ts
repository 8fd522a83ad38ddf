/**
 * The frequency table: all distinct combinations of quasi-identifier codes, columnar, with row counts and the counts of other columns. It
 * is all that a search sees of the data. Adult's 30,162 rows are 18,109 combinations.
 *
 * A counted column has a role. Targets are what the release is for: goals and metrics read them. Sensitive columns are what requirements
 * and the risk of attributes read, each by its name. A column may be counted in both roles.
 *
 * Where a person may have several rows, the table also knows whose rows each combination has (`persons`): a class's persons are a union
 * of sets, which does not add up, so the sets are kept. Sensitive values are then counted by weights, 1/(rows of the person) for each row,
 * which do add up: everybody counts once, however many rows they have.
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
  /** Columns with the role of a target. */
  readonly targets: readonly Target[]
  /** Columns with the role of a sensitive one; none when absent. */
  readonly sensitive?: readonly SensitiveColumn[]
  /** Whose rows they are, where persons are counted instead of rows. */
  readonly persons?: PersonRows
  /** The people of the register, where the job names one: the same columns and codes. */
  readonly population?: FrequencyTable
}

/** How many rows of each person each combination has. At most an entry per row. */
export interface PersonRows extends ValueCounts {
  /** How many persons there are in all of the data; their codes are below. */
  readonly count: number
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

/** How often values occur in each combination, as compressed rows: only those that do, in ascending order of their code. */
export interface ValueCounts<Counts extends Amounts = Int32Array> {
  /** Entries of combination i are `offsets[i]` up to but excluding `offsets[i + 1]`. */
  readonly offsets: Int32Array
  readonly codes: Int32Array
  readonly counts: Counts
}

/** Rows, or weights of rows where persons are counted. */
export type Amounts = Int32Array | Float64Array

/** An empty array of the same kind. */
export function amountsLike(amounts: Amounts, length: number): Amounts {
  return amounts instanceof Int32Array ? new Int32Array(length) : new Float64Array(length)
}

/** A numeric column. */
export interface NumberTarget extends ValueCounts {
  readonly kind: 'numbers'
  readonly name: string
  /** Distinct values, ascending. */
  readonly values: Float64Array
}

/** A column of which no value must be learned about a person. It may have thousands of values: entries are at most as many as rows. */
export interface SensitiveColumn extends ValueCounts<Amounts> {
  readonly name: string
  /** Distinct values, in binary order; a missing one is a value too, and the last. */
  readonly values: readonly string[]
  /** Rows (or their weights) of each value in all of the data, whatever part of it this table is about. */
  readonly overall: Float64Array
}

/** The narrowest array that holds codes below `size`. */
export function codesOfSize(size: number, length: number): Codes {
  return size <= 256 ? new Uint8Array(length) : size <= 65_536 ? new Uint16Array(length) : new Uint32Array(length)
}

/** The named target, when the table has it. */
export function findTarget(table: FrequencyTable, name: string): Target | undefined {
  return table.targets.find((target) => target.name === name)
}
