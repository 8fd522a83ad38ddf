/**
 * Orders the values of each column by their effect on a target given the other columns: their terms in an additive
 * logistic model of the target's largest category. The plain share would mislead: clerks earn less because fewer of
 * them are married, and a grouping that also distinguishes marriage should not put them beside servants.
 * Fitted by Newton steps, column by column, with weak shrinkage (Hastie and Tibshirani 1990, backfitting). Cost:
 * combinations × columns × sweeps.
 */
import type { CategoryTarget, FrequencyTable } from '../../frequency/frequency-table.ts'

const SWEEPS = 20
const DOUBT = 1

/** Codes of each column, ascending by the share of the target's largest category. */
export function targetOrders({ columns, counts, combinations }: FrequencyTable, target: CategoryTarget): Int32Array[] {
  const width = target.values.length
  const targetRows = new Float64Array(width)
  for (let i = 0; i < combinations * width; i++) targetRows[i % width] += target.counts[i]
  const largest = targetRows.indexOf(Math.max(...targetRows))
  const share = targetRows[largest] / targetRows.reduce((sum, rows) => sum + rows, 0)
  const odds = new Float64Array(combinations).fill(Math.log((share + 1e-9) / (1 - share + 1e-9)))
  const terms = columns.map(({ size }) => new Float64Array(size))
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const [column, { codes, size }] of columns.entries()) {
      const slope = new Float64Array(size)
      const curvature = new Float64Array(size).fill(DOUBT)
      for (let i = 0; i < combinations; i++) {
        const expected = 1 / (1 + Math.exp(-odds[i]))
        slope[codes[i]] += target.counts[i * width + largest] - counts[i] * expected
        curvature[codes[i]] += counts[i] * expected * (1 - expected)
      }
      const steps = slope.map((gradient, code) => gradient / curvature[code])
      for (let code = 0; code < size; code++) terms[column][code] += steps[code]
      for (let i = 0; i < combinations; i++) odds[i] += steps[codes[i]]
    }
  }
  return terms.map((effects) => Int32Array.from(effects.keys()).sort((a, b) => effects[a] - effects[b] || a - b))
}
