/** The table that learners read: category codes or numbers, a target, and row weights for merged rows. */
import { type FrequencyTable, findTarget } from '../frequency/frequency-table.ts'
import { InternalError, userError } from '../ground/errors.ts'

const wrongDataSource = userError('data', 'data.source')

export interface CodedTable {
  readonly rows: number
  readonly columns: readonly LearnColumn[]
  readonly target: CategoryColumn
  /** Number of rows that each row represents, not necessarily an integer. Default: 1. */
  readonly weights?: Float64Array
}

export type LearnColumn = CategoryColumn | NumberColumn

export interface CategoryColumn {
  readonly kind: 'categories'
  readonly name: string
  /** All possible values in order, including those that do not occur. */
  readonly values: readonly string[]
  /** Index in `values`; −1 if missing. */
  readonly codes: Int32Array
}

export interface NumberColumn {
  readonly kind: 'numbers'
  readonly name: string
  readonly values: Float64Array
}

export type ColumnSchema =
  | { readonly kind: 'categories'; readonly name: string; readonly values: readonly string[] }
  | { readonly kind: 'numbers'; readonly name: string }

export function tableSchema(table: CodedTable): ColumnSchema[] {
  return table.columns.map((column) =>
    column.kind === 'categories'
      ? { kind: 'categories', name: column.name, values: column.values }
      : { kind: 'numbers', name: column.name },
  )
}

export function columnCells(columns: readonly LearnColumn[]): (Int32Array | Float64Array)[] {
  return columns.map((column) => (column.kind === 'categories' ? column.codes : column.values))
}

export function selectRows(table: CodedTable, rows: ArrayLike<number>): CodedTable {
  const take = (column: CategoryColumn): CategoryColumn => ({ ...column, codes: takeCodes(column.codes, rows) })
  return {
    rows: rows.length,
    columns: table.columns.map((column) =>
      column.kind === 'categories' ? take(column) : { ...column, values: takeNumbers(column.values, rows) },
    ),
    target: take(table.target),
    weights: table.weights && takeNumbers(table.weights, rows),
  }
}

/** A loop: `Int32Array.from` with a function took most of the time of preparing a million rows. */
export function takeCodes(codes: Int32Array, rows: ArrayLike<number>): Int32Array {
  const taken = new Int32Array(rows.length)
  for (let i = 0; i < rows.length; i++) taken[i] = codes[rows[i]]
  return taken
}

function takeNumbers(values: Float64Array, rows: ArrayLike<number>): Float64Array {
  const taken = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) taken[i] = values[rows[i]]
  return taken
}

/** Rows of weight 0 must not even contribute thresholds. */
export function dropEmptyRows(table: CodedTable): CodedTable {
  const { weights } = table
  if (!weights?.includes(0)) return table
  return selectRows(
    table,
    Array.from({ length: table.rows }, (_, row) => row).filter((row) => weights[row] !== 0),
  )
}

export function classWeights(table: CodedTable): Float64Array {
  const weights = new Float64Array(table.target.values.length)
  for (let row = 0; row < table.rows; row++) weights[table.target.codes[row]] += table.weights?.[row] ?? 1
  return weights
}

export function checkTrainingTable(owner: string, table: CodedTable): void {
  const wrongData = userError('data', `columns.${table.target.name}`)
  if (table.target.values.length === 0)
    throw wrongData`${owner}: the target column "${table.target.name}" must have at least one value; got none`
  let weight = 0
  for (let row = 0; row < table.rows; row++) {
    const rowWeight = table.weights?.[row] ?? 1
    if (!(rowWeight >= 0 && rowWeight < Number.POSITIVE_INFINITY))
      throw wrongDataSource`${owner}: the weight of a row must be a number of at least 0; got ${rowWeight} in row
        ${row + 1}`
    weight += rowWeight
    if (table.target.codes[row] < 0)
      throw wrongData`${owner}: every training row needs a class; "${table.target.name}" is missing in row ${row + 1};
        drop such rows`
  }
  if (weight === 0) throw wrongDataSource`${owner} needs at least one training row; got none`
}

/** The table's columns in the order and codes of a model's schema. Unseen values become missing. */
export function alignColumns(schema: readonly ColumnSchema[], table: CodedTable): LearnColumn[] {
  return schema.map((wanted) => {
    const column = findColumn(table, wanted.name)
    if (column.kind !== wanted.kind)
      throw userError('data', `columns.${wanted.name}`)`column "${wanted.name}" was learned as ${wanted.kind} and must
        be so in the table to predict; got ${column.kind}; read both tables with the same column types`
    return column.kind === 'categories' && wanted.kind === 'categories' ? recodeColumn(column, wanted.values) : column
  })
}

export function recodeColumn(column: CategoryColumn, values: readonly string[]): CategoryColumn {
  if (column.values.length === values.length && values.every((value, at) => value === column.values[at])) return column
  const places = new Map(values.map((value, place) => [value, place]))
  const newCodes = column.values.map((value) => places.get(value) ?? -1)
  return { ...column, values, codes: column.codes.map((code) => (code < 0 ? -1 : newCodes[code])) }
}

/** One weighted row per combination and class. `names[column][code]` names the values. Default: the codes. */
export function tableFromFrequencies(
  frequencies: FrequencyTable,
  targetName: string,
  names?: readonly (readonly string[])[],
): CodedTable {
  const target = findTarget(frequencies, targetName)
  if (target?.kind !== 'categories')
    throw userError('data', `columns.${targetName}`)`learning needs a target column of categories; "${targetName}" is
      ${target ? 'a column of numbers' : 'not a target of the table'}`
  const classes = target.values.length
  const cells: number[] = []
  for (let cell = 0; cell < target.counts.length; cell++) if (target.counts[cell] > 0) cells.push(cell)
  const codesAt = (codes: ArrayLike<number>) => Int32Array.from(cells, (cell) => codes[Math.floor(cell / classes)])
  return {
    rows: cells.length,
    columns: frequencies.columns.map((column, place) => ({
      kind: 'categories',
      name: column.name,
      values: names?.[place] ?? Array.from({ length: column.size }, (_, code) => String(code)),
      codes: codesAt(column.codes),
    })),
    target: {
      kind: 'categories',
      name: target.name,
      values: target.values,
      codes: Int32Array.from(cells, (cell) => cell % classes),
    },
    weights: Float64Array.from(cells, (cell) => target.counts[cell]),
  }
}

function findColumn(table: CodedTable, name: string): LearnColumn {
  const column = table.columns.find((candidate) => candidate.name === name)
  if (!column)
    throw userError('known', `columns.${name}`)`the table has no column "${name}"; it has
      ${table.columns.map((candidate) => candidate.name).join(', ') || 'none'}`
  if (column.kind === 'categories' ? column.codes.length !== table.rows : column.values.length !== table.rows)
    throw new InternalError(`column "${name}" and its table differ in length`)
  return column
}
