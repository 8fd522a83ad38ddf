/** Checks rows that may have been edited by hand: distinct names, whole counts, figures within range. */
import { userError, within } from '../ground/errors.ts'
import { figureRange } from '../report/study/axes.ts'
import type { StudyRow } from '../report/study/study-row.ts'
import { runName } from '../report/study/study-settings.ts'

/** Sums of shares may slightly exceed 1. */
const ROUNDING = 1e-9

export function checkRows(rows: readonly StudyRow[], file: string): void {
  const wrongFile = userError('file', file)
  if (rows.length === 0) throw wrongFile`${file} has no row; there is nothing to draw`
  const places = new Map<string, number>()
  rows.forEach((row, i) => {
    const run = runName(row)
    const before = places.get(run)
    if (before !== undefined)
      throw wrongFile`${file} has the run ${run} twice, in rows ${before + 1} and ${i + 1}; remove one, or give the runs different names`
    places.set(run, i)
    within(file, () => checkRow(row, `${file}, row ${i + 1} (run ${run})`))
  })
}

function checkRow(row: StudyRow, thing: string): void {
  const refuse = (name: string, rule: string, value: number): never => {
    throw userError('value')`${thing}: ${name} must be ${rule}; got ${value}: correct the cell, or leave it empty`
  }
  const whole = { point: 1, k: 1, rows: 0, missing: 0, suppressed: 0, combinations: 0, classes: 0, smallestClass: 0 }
  for (const [name, least] of Object.entries(whole)) {
    const value = row[name as keyof typeof whole]
    if (value !== undefined && !(Number.isInteger(value) && value >= least)) {
      refuse(name, `a whole number of at least ${least}`, value)
    }
  }
  for (const [name, value] of Object.entries(row.risks)) {
    const [low, high] = figureRange(name, row.kind, 'risk')
    if (!Number.isFinite(value) || value < low - ROUNDING || value > high + ROUNDING) {
      refuse(`risk ${name}`, `a number ${fromTo(low, high)}`, value)
    }
  }
  for (const [name, value] of Object.entries(row.metrics)) {
    const [low, high] = figureRange(name, row.kind, 'utility')
    // A missing figure may be written as NaN; the run is not on the map then.
    if (value < low - ROUNDING || (Number.isFinite(value) && value > high + ROUNDING)) {
      refuse(`utility ${name}`, `a number ${fromTo(low, high)}`, value)
    }
  }
}

function fromTo(low: number, high: number): string {
  return Number.isFinite(high) ? `from ${low} to ${high}` : `of at least ${low}`
}
