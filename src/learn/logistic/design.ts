/**
 * The design of a regression: sparse feature rows, one entry per column. Missing cells get the mean or the most
 * frequent value; two categories become one 0/1 feature, more become one each; features are divided by their standard
 * deviation. Indicators are not centred, which only moves the intercept and keeps rows sparse.
 */
import type { CategoryColumn, CodedTable, LearnColumn, NumberColumn } from '../coded-table.ts'

export interface Design {
  readonly features: number
  readonly columns: readonly (ColumnDesign | undefined)[]
}

export type ColumnDesign =
  | { readonly kind: 'numbers'; readonly feature: number; readonly mean: number; readonly deviation: number }
  /** `features[code]` is −1 if the value has no feature; its entry is 1 / `deviations[code]`. */
  | {
      readonly kind: 'categories'
      readonly fill: number
      readonly features: Int32Array
      readonly deviations: Float64Array
    }

/** Row r has the entries `width * r` up to `width * (r + 1)`; feature −1 is no entry. */
export interface SparseRows {
  readonly rows: number
  readonly width: number
  readonly features: Int32Array
  readonly values: Float64Array
}

export function designFor(table: CodedTable): Design {
  let features = 0
  const columns = table.columns.map((column): ColumnDesign | undefined => {
    const made =
      column.kind === 'numbers' ? designNumbers(column, table, features) : designCategories(column, table, features)
    if (!made) return undefined
    features += made.added
    return made.design
  })
  return { features, columns }
}

/** `columns` have the order and codes of the training table. */
export function sparseRows(design: Design, columns: readonly LearnColumn[], rows: number): SparseRows {
  const used = design.columns.flatMap((column, place) => (column ? [{ column, data: columns[place] }] : []))
  const width = used.length
  const features = new Int32Array(rows * width).fill(-1)
  const values = new Float64Array(rows * width)
  used.forEach(({ column, data }, place) => {
    for (let row = 0, entry = place; row < rows; row++, entry += width) {
      if (column.kind === 'numbers') {
        const value = (data as NumberColumn).values[row]
        features[entry] = column.feature
        // A missing number is the mean, which is 0 once centred.
        values[entry] = Number.isNaN(value) ? 0 : (value - column.mean) / column.deviation
      } else {
        const code = (data as CategoryColumn).codes[row]
        const filled = code < 0 ? column.fill : code
        features[entry] = column.features[filled]
        if (features[entry] >= 0) values[entry] = 1 / column.deviations[filled]
      }
    }
  })
  return { rows, width, features, values }
}

function designNumbers(column: NumberColumn, table: CodedTable, next: number) {
  let weight = 0
  let all = 0
  let mean = 0
  let squares = 0
  for (let row = 0; row < table.rows; row++) {
    const rowWeight = table.weights?.[row] ?? 1
    all += rowWeight
    if (Number.isNaN(column.values[row]) || rowWeight === 0) continue
    weight += rowWeight
    const away = column.values[row] - mean
    mean += (rowWeight / weight) * away
    squares += rowWeight * away * (column.values[row] - mean)
  }
  // Missing cells are the mean, so they count as rows without deviation.
  const deviation = Math.sqrt(squares / Math.max(1, all - 1))
  if (!(deviation > 0)) return undefined
  return { added: 1, design: { kind: 'numbers' as const, feature: next, mean, deviation } }
}

function designCategories(column: CategoryColumn, table: CodedTable, next: number) {
  const size = column.values.length
  const counts = new Float64Array(size)
  let all = 0
  for (let row = 0; row < table.rows; row++) {
    const weight = table.weights?.[row] ?? 1
    all += weight
    if (column.codes[row] >= 0) counts[column.codes[row]] += weight
  }
  const known = counts.reduce((sum, count) => sum + count, 0)
  const fill = counts.reduce((best, count, code) => (count > counts[best] ? code : best), 0)
  if (size > 0) counts[fill] += all - known
  const distinct = counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0)
  // Constants carry no information; nearly unique values would overfit.
  if (distinct < 2 || distinct > 0.99 * all) return undefined
  const features = new Int32Array(size).fill(-1)
  const deviations = new Float64Array(size)
  let added = 0
  for (let code = size === 2 ? 1 : 0; code < size; code++) {
    if (counts[code] === 0) continue
    features[code] = next + added++
    const share = counts[code] / all
    // Sample variance of an indicator: n/(n−1) · p(1 − p)
    deviations[code] = Math.sqrt((share * (1 - share) * all) / Math.max(1, all - 1))
  }
  return { added, design: { kind: 'categories' as const, fill, features, deviations } }
}
