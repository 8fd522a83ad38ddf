/**
 * Naive Bayes. Categories by Laplace counts, numbers by a normal density over cells of the column's precision (John and
 * Langley 1995, and Weka's conventions). Missing cells are skipped. O(rows × columns).
 */
import type { CategoryColumn, CodedTable, NumberColumn } from '../coded-table.ts'
import { alignColumns, checkTrainingTable, classWeights, dropEmptyRows, tableSchema } from '../coded-table.ts'
import { rankValues } from '../decision-tree/training-data.ts'
import type { LearnerRecord } from '../learner.ts'
import { normalBetween } from '../statistics/distributions.ts'

/** `logLikelihood[code * classes + class]` of a category, or the normal of each class. */
export type Likelihood =
  | { readonly kind: 'categories'; readonly logLikelihood: Float64Array }
  | {
      readonly kind: 'numbers'
      readonly precision: number
      readonly means: Float64Array
      readonly deviations: Float64Array
    }

/** No single cell may rule out a class. */
const SMALLEST_LIKELIHOOD = 1e-75

export function trainNaiveBayes(given: CodedTable) {
  checkTrainingTable('learner naive-bayes', given)
  const table = dropEmptyRows(given)
  const classes = table.target.values
  const counts = classWeights(table)
  const total = counts.reduce((sum, count) => sum + count, 0)
  // P(c) = (n_c + 1) / (n + classes)
  const logPriors = counts.map((count) => Math.log((count + 1) / (total + classes.length)))
  const likelihoods = table.columns.map((column) =>
    column.kind === 'categories' ? countCategories(column, table) : fitNormals(column, table),
  )
  const columns = tableSchema(table)
  return {
    classes,
    size: { columns: columns.length, classes: classes.length },
    likelihoods,
    predict(rows: CodedTable) {
      const logs = new Float64Array(rows.rows * classes.length)
      for (let row = 0; row < rows.rows; row++) logs.set(logPriors, row * classes.length)
      alignColumns(columns, rows).forEach((column, place) => {
        const likelihood = likelihoods[place]
        if (column.kind === 'categories' && likelihood.kind === 'categories')
          addCategories(logs, column, likelihood.logLikelihood)
        else if (column.kind === 'numbers' && likelihood.kind === 'numbers') addNormals(logs, column, likelihood)
      })
      return sharesFromLogs(logs, classes.length)
    },
  }
}

export const naiveBayesLearner: LearnerRecord = {
  name: 'naive-bayes',
  title: 'Naive Bayes',
  summary: 'Multiplies likelihoods as if columns were independent within a class. Fast; skips missing cells.',
  source: 'John and Langley 1995; conventions of Weka NaiveBayes',
  train: trainNaiveBayes,
}

/** P(v | c) = (n_vc + 1) / (n_c + values) */
function countCategories(column: CategoryColumn, table: CodedTable): Likelihood {
  const classes = table.target.values.length
  const logLikelihood = new Float64Array(column.values.length * classes).fill(1)
  const totals = new Float64Array(classes).fill(column.values.length)
  for (let row = 0; row < table.rows; row++) {
    if (column.codes[row] < 0) continue
    const weight = table.weights?.[row] ?? 1
    logLikelihood[column.codes[row] * classes + table.target.codes[row]] += weight
    totals[table.target.codes[row]] += weight
  }
  return {
    kind: 'categories',
    logLikelihood: logLikelihood.map((count, cell) => Math.log(count / totals[cell % classes])),
  }
}

function fitNormals(column: NumberColumn, table: CodedTable): Likelihood {
  const classes = table.target.values.length
  const { values: distinct } = rankValues(column.values)
  // The mean gap between neighbouring distinct values.
  const precision = distinct.length > 1 ? (distinct[distinct.length - 1] - distinct[0]) / (distinct.length - 1) : 0.01
  const weights = new Float64Array(classes)
  const means = new Float64Array(classes)
  const squares = new Float64Array(classes)
  for (let row = 0; row < table.rows; row++) {
    const weight = table.weights?.[row] ?? 1
    if (Number.isNaN(column.values[row])) continue
    const c = table.target.codes[row]
    const value = roundTo(column.values[row], precision)
    // West's update: avoids a difference of large sums.
    weights[c] += weight
    const away = value - means[c]
    means[c] += (weight / weights[c]) * away
    squares[c] += weight * away * (value - means[c])
  }
  const deviations = squares.map((sum, c) => Math.max(precision / 6, weights[c] > 0 ? Math.sqrt(sum / weights[c]) : 0))
  return { kind: 'numbers', precision, means, deviations }
}

function addCategories(logs: Float64Array, column: CategoryColumn, logLikelihood: Float64Array): void {
  const classes = logs.length / column.codes.length
  for (let row = 0; row < column.codes.length; row++) {
    const code = column.codes[row]
    if (code >= 0) for (let c = 0; c < classes; c++) logs[row * classes + c] += logLikelihood[code * classes + c]
  }
}

function addNormals(logs: Float64Array, column: NumberColumn, normals: Likelihood & { kind: 'numbers' }): void {
  const { precision, means, deviations } = normals
  const classes = means.length
  const cell = new Float64Array(classes)
  const known = new Map<number, Float64Array>()
  for (let row = 0; row < column.values.length; row++) {
    if (Number.isNaN(column.values[row])) continue
    const value = roundTo(column.values[row], precision)
    let terms = known.get(value)
    if (!terms) {
      for (let c = 0; c < classes; c++) {
        const low = (value - precision / 2 - means[c]) / deviations[c]
        const high = (value + precision / 2 - means[c]) / deviations[c]
        cell[c] = Math.log(Math.max(SMALLEST_LIKELIHOOD, normalBetween(low, high) / precision))
      }
      known.set(value, (terms = cell.slice()))
    }
    for (let c = 0; c < classes; c++) logs[row * classes + c] += terms[c]
  }
}

function roundTo(value: number, precision: number): number {
  return Math.round(value / precision) * precision
}

/** e^l / Σ e^l, shifted by the largest to avoid underflow. */
export function sharesFromLogs(logs: Float64Array, classes: number): Float64Array {
  for (let start = 0; start < logs.length; start += classes) {
    let largest = Number.NEGATIVE_INFINITY
    for (let c = 0; c < classes; c++) largest = Math.max(largest, logs[start + c])
    let total = 0
    for (let c = 0; c < classes; c++) total += logs[start + c] = Math.exp(logs[start + c] - largest)
    for (let c = 0; c < classes; c++) logs[start + c] /= total
  }
  return logs
}
