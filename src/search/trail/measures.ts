/**
 * The loss of merging neighbouring groups of one column, or the gain of splitting them. Measures read one column (and
 * the class), so counts per value suffice (Wang, Yu, Chakraborty 2004, §4).
 * Cost: prefix sums over the codes once; then parts × target values per measure.
 */
import type { CategoryTarget } from '../../frequency/frequency-table.ts'
import { rowsBelow } from '../../frequency/rows-by-code.ts'
import { groupLoss, type Hierarchy } from '../../hierarchy/hierarchy.ts'
import { findCategoryTarget, namedTarget } from '../../metrics/targets.ts'
import { utilityEntropy } from '../../metrics/utility/entropy.ts'
import { utilityLoss } from '../../metrics/utility/loss.ts'
import { notTogether } from '../refusals.ts'
import type { SearchProblem } from '../search.ts'

/** One column's rows and target counts as prefix sums, so that any range of codes is a difference. */
export interface ColumnCounts {
  readonly hierarchy: Hierarchy
  readonly weight: number
  /** Rows with a code below i. */
  readonly rows: Float64Array
  /** `values[i · width + value]`: rows with a code below i and that value of the target. */
  readonly values: Float64Array
  readonly width: number
}

/** Loss of merging the groups that begin at `starts`, up to `end`. Below 1e-12 it is 0: rounding breaks no ties. */
export type Measure = (column: ColumnCounts, starts: ArrayLike<number>, end: number) => number

/** The target that the goal names, else the first category target. */
export function categoryTargetFor(problem: SearchProblem): CategoryTarget | undefined {
  const { frequencies, goal } = problem
  if (!frequencies.targets.some((target) => target.kind === 'categories')) return undefined
  const named = goal.terms.find(
    ({ metric, settings }) => metric.needs === 'category-target' && namedTarget(metric, settings) !== undefined,
  )
  return findCategoryTarget(named?.metric ?? { name: 'information' }, frequencies, named?.settings ?? {}).target
}

/** Information about the class if the goal reads it, else loss. */
export function goalMeasure({ goal, frequencies }: SearchProblem): string {
  const hasCategories = frequencies.targets.some((target) => target.kind === 'categories')
  const aboutTarget = goal.terms.some(({ metric }) => metric.needs === 'category-target')
  if (hasCategories && aboutTarget) return 'information'
  return measureNames.find((name) => goal.terms.every(({ metric }) => metric.name === name)) ?? utilityLoss.name
}

export function findMeasure(owner: string, name: string | undefined, target: CategoryTarget | undefined): Measure {
  const chosen = name ?? (target === undefined ? utilityLoss.name : 'information')
  if (target === undefined && (chosen === 'information' || chosen === 'majority'))
    throw notTogether`${owner}: metric ${chosen} needs a target column of categories and the table has none; give a
      column role: target, or use metric: ${utilityLoss.name}`
  const measure = measures[chosen]
  return (column, starts, end) => {
    const loss = measure(column, starts, end)
    return loss < 1e-12 ? 0 : loss
  }
}

export function countColumns(problem: SearchProblem, target: CategoryTarget | undefined): ColumnCounts[] {
  const { frequencies, hierarchies, goal } = problem
  const weights = goal.terms[0]?.settings.weights
  const width = target?.values.length ?? 0
  return hierarchies.map((hierarchy, column) => {
    const { codes, size } = frequencies.columns[column]
    const values = new Float64Array((size + 1) * width)
    for (let i = 0; i < frequencies.combinations; i++)
      for (let v = 0; v < width; v++) values[(codes[i] + 1) * width + v] += target!.counts[i * width + v]
    for (let at = width; at < values.length; at++) values[at] += values[at - width]
    const weight = weights?.[column] ?? 1 / hierarchies.length
    return { hierarchy, weight, rows: rowsBelow(frequencies, column), values, width }
  })
}

/** Rows with a code from `from` up to but excluding `end`. */
export function rowsIn({ rows }: ColumnCounts, from: number, end: number): number {
  return rows[end] - rows[from]
}

export function valuesIn({ values, width }: ColumnCounts, from: number, end: number): number {
  let present = 0
  for (let v = 0; v < width; v++) if (values[end * width + v] > values[from * width + v]) present++
  return present
}

const measures: Readonly<Record<string, Measure>> = {
  // I(G) = H(R_p) − Σ_c |R_c|/|R_p| · H(R_c); 0 without rows.
  information: (column, starts, end) => whole(column, starts, end, entropyRows) / rowsIn(column, starts[0], end) || 0,
  // Increase of LM: Σ_c |R_c|/N · weight · (loss(p) − loss(c)).
  [utilityLoss.name]: (column, starts, end) => {
    const { hierarchy, weight, rows } = column
    const after = groupLoss(hierarchy, starts[0], end - 1)
    let sum = 0
    for (let i = 0; i < starts.length; i++) {
      const next = i + 1 < starts.length ? starts[i + 1] : end
      sum += rowsIn(column, starts[i], next) * (after - groupLoss(hierarchy, starts[i], next - 1))
    }
    return (weight * sum) / Math.max(1, rows[rows.length - 1])
  },
  // Bits per row lost (Gionis and Tassa 2009): (|R_p| log₂ |R_p| − Σ_c |R_c| log₂ |R_c|)/N.
  [utilityEntropy.name]: (column, starts, end) =>
    whole(column, starts, end, (_, from, to) => timesLog(rowsIn(column, from, to))) / Math.max(1, column.rows.at(-1)!),
  // Increase of CM if this were the only column: (rows outside p's majority − Σ_c rows outside c's majority)/N.
  majority: (column, starts, end) => whole(column, starts, end, minorityRows) / Math.max(1, column.rows.at(-1)!),
}

export const measureNames = Object.keys(measures)

function whole(column: ColumnCounts, starts: ArrayLike<number>, end: number, figure: typeof rowsIn): number {
  let sum = figure(column, starts[0], end)
  for (let i = 0; i < starts.length; i++) sum -= figure(column, starts[i], i + 1 < starts.length ? starts[i + 1] : end)
  return sum
}

/** |R| · H(R) = |R| log₂ |R| − Σ_class n log₂ n. */
function entropyRows(column: ColumnCounts, from: number, end: number): number {
  const { values, width } = column
  let sum = timesLog(rowsIn(column, from, end))
  for (let v = 0; v < width; v++) sum -= timesLog(values[end * width + v] - values[from * width + v])
  return sum
}

function minorityRows(column: ColumnCounts, from: number, end: number): number {
  const { values, width } = column
  let largest = 0
  for (let v = 0; v < width; v++) largest = Math.max(largest, values[end * width + v] - values[from * width + v])
  return rowsIn(column, from, end) - largest
}

function timesLog(n: number): number {
  return n > 0 ? n * Math.log2(n) : 0
}
