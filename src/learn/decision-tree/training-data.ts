/** Prepares a table for counting: columns as codes (numbers as ranks), equal rows merged by hashing. */
import { firstPlace } from '../../ground/sorted.ts'
import { type CodedTable, dropEmptyRows, takeCodes } from '../coded-table.ts'

export interface TrainingData {
  readonly columns: readonly TrainingColumn[]
  readonly classes: number
  readonly target: Int32Array
  readonly weights: Float64Array
  readonly rows: number
}

export interface TrainingColumn {
  readonly kind: 'categories' | 'numbers'
  /** Category, or rank of the number; −1 if missing. */
  readonly codes: Int32Array
  readonly size: number
  /** `values[rank]`: distinct numbers, ascending. */
  readonly values: Float64Array
}

export function prepareTrainingData(given: CodedTable): TrainingData {
  const table = dropEmptyRows(given)
  const columns = table.columns.map(
    (column): TrainingColumn =>
      column.kind === 'categories'
        ? { kind: 'categories', codes: column.codes, size: column.values.length, values: new Float64Array() }
        : { kind: 'numbers', ...rankValues(column.values) },
  )
  const rowWeights = table.weights ?? new Float64Array(table.rows).fill(1)
  const { representatives, weights } = mergeEqualRows(columns, table.target.codes, rowWeights)
  return {
    columns: columns.map((column) => ({ ...column, codes: takeCodes(column.codes, representatives) })),
    classes: table.target.values.length,
    target: takeCodes(table.target.codes, representatives),
    weights,
    rows: weights.reduce((sum, weight) => sum + weight, 0),
  }
}

export function distinctRows(table: CodedTable, data: TrainingData): Required<CodedTable> {
  return {
    rows: data.target.length,
    target: { ...table.target, codes: data.target },
    weights: data.weights,
    columns: table.columns.map((column, place) => {
      const { codes, values } = data.columns[place]
      return column.kind === 'categories'
        ? { ...column, codes }
        : { ...column, values: Float64Array.from(codes, (rank) => (rank < 0 ? Number.NaN : values[rank])) }
    }),
  }
}

export function rankValues(numbers: Float64Array): { codes: Int32Array; size: number; values: Float64Array } {
  const sorted = Float64Array.from(numbers).sort()
  let size = 0
  for (let i = 0; i < sorted.length && !Number.isNaN(sorted[i]); i++)
    if (size === 0 || sorted[i] > sorted[size - 1]) sorted[size++] = sorted[i]
  const values = sorted.slice(0, size)
  const codes = new Int32Array(numbers.length)
  for (let row = 0; row < numbers.length; row++)
    codes[row] = Number.isNaN(numbers[row]) ? -1 : rankAtMost(values, numbers[row])
  return { codes, size, values }
}

/** The largest rank whose value is at most `limit`; −1 if none. */
export function rankAtMost(values: Float64Array, limit: number): number {
  return firstPlace(values.length, (rank) => values[rank] > limit) - 1
}

/** Merges equal rows (class included), by an open-addressed hash of the codes. */
function mergeEqualRows(columns: readonly TrainingColumn[], target: Int32Array, rowWeights: Float64Array) {
  const rows = target.length
  const hashes = Int32Array.from(target)
  for (const { codes } of columns) {
    for (let row = 0; row < rows; row++)
      hashes[row] = Math.imul(hashes[row] ^ (hashes[row] >>> 15), 0x2c1b3c6d) + Math.imul(codes[row] + 2, 0x297a2d39)
  }
  let slots = 16
  while (slots < 2 * rows) slots *= 2
  const places = new Int32Array(slots).fill(-1)
  const representatives = new Int32Array(rows)
  const weights = new Float64Array(rows)
  let count = 0
  for (let row = 0; row < rows; row++) {
    let hash = hashes[row]
    hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
    let slot = (hash ^ (hash >>> 16)) & (slots - 1)
    while (places[slot] >= 0 && !equalRows(columns, target, representatives[places[slot]], row))
      slot = (slot + 1) & (slots - 1)
    if (places[slot] < 0) {
      places[slot] = count
      representatives[count++] = row
    }
    weights[places[slot]] += rowWeights[row]
  }
  return { representatives: representatives.slice(0, count), weights: weights.slice(0, count) }
}

function equalRows(columns: readonly TrainingColumn[], target: Int32Array, a: number, b: number): boolean {
  if (target[a] !== target[b]) return false
  for (const { codes } of columns) if (codes[a] !== codes[b]) return false
  return true
}
