/**
 * The part of a goal that adds up over classes: terms that are sums over cells (LM, NWP, entropy), terms that count rows outside their
 * class's majority (CM), and suppression. A kept class costs what its cells show and its minority rows; a suppressed row costs the same
 * wherever it is. What adds up over classes adds up over the groups of any one column, so the best grouping of a column is a dynamic
 * program (`column-optimum.ts`) and a lower bound can be had (`lower-bound.ts`). Metrics declare all of this.
 */
import type { CategoryTarget } from '../../frequency/frequency-table.ts'
import { type CellMetric, type ColumnPrices, type Metric, rangeUnder } from '../../metrics/metric.ts'
import { categoryTargetOf } from '../../metrics/targets.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import type { GoalTerm, SearchProblem } from '../search.ts'

export interface AdditiveGoal {
  /** Classes with fewer rows are always suppressed. */
  readonly k: number
  /** What cells pay, by metric. */
  readonly cells: readonly CellCosts[]
  /** Cost of a row outside its class's majority, for each target: Σ of the weights of its terms. */
  readonly targets: readonly { readonly target: CategoryTarget; readonly weight: number }[]
  /** Cost of a suppressed row: everything is lost. */
  readonly suppressedCost: number
  /** The least that all other terms can come to, and what is paid whatever happens; −∞ when they have no bound. */
  readonly remainder: number
}

export interface CellCosts {
  readonly metric: Metric
  readonly prices: readonly ColumnPrices[]
  /** Cost of a price of 1 in a column, per row: Σ over the metric's terms of term weight · column weight. */
  readonly weights: Float64Array
}

/** What a kept row pays in the column when it shows the codes from `low` to `high`. */
export function cellCost({ cells }: AdditiveGoal, column: number, low: number, high: number): number {
  let cost = 0
  for (let i = 0; i < cells.length; i++) {
    const { weights, prices } = cells[i]
    if (weights[column] !== 0) cost += weights[column] * prices[column].shown(low, high)
  }
  return cost
}

/** What a suppressed row pays for the column. */
export function leftOutCost({ cells }: Pick<AdditiveGoal, 'cells'>, column: number): number {
  return cells.reduce((sum, { weights, prices }) => sum + weights[column] * prices[column].leftOut, 0)
}

/** Whether the term adds up over classes. */
export function addsUp({ metric, settings, weight }: GoalTerm): boolean {
  return weight > 0 && (metric.sums === 'cells' || (metric.paysMinority?.(settings) ?? false))
}

/** Undefined when nothing of the goal adds up. Terms that do not are left out and enter the `remainder`. */
export function additiveGoal(problem: SearchProblem): AdditiveGoal | undefined {
  const { frequencies, requirements, goal } = problem
  const cells = new Map<Metric, CellCosts>()
  const weightOf = new Map<CategoryTarget, number>()
  let remainder = 0
  let suppressedRow = 0
  for (const term of goal.terms) {
    const { metric, settings, weight } = term
    if (!addsUp(term)) {
      const [low, high] = rangeUnder(metric, settings)
      const least = metric.better === 'lower' ? weight * low : -weight * high
      remainder += weight >= 0 && !Number.isNaN(least) ? least : Number.NEGATIVE_INFINITY
    } else if (metric.sums === 'cells') {
      const { columns, suppressedRow: price } = metric.prices(frequencies, settings)
      suppressedRow += weight * price
      const own = cells.get(metric) ?? cellCosts(metric, columns)
      cells.set(metric, own)
      columns.forEach(({ offset }, column) => {
        own.weights[column] += weight * settings.weights[column]
        remainder += weight * settings.weights[column] * offset
      })
    } else {
      const { target } = categoryTargetOf(metric, frequencies, settings)
      weightOf.set(target, (weightOf.get(target) ?? 0) + weight)
    }
  }
  const targets = [...weightOf].map(([target, weight]) => ({ target, weight }))
  const priced = { cells: [...cells.values()].filter(({ prices }) => prices.some(({ leftOut }) => leftOut > 0)) }
  const ofCells = sum(problem.hierarchies.map((_, column) => leftOutCost(priced, column)))
  const suppressedCost = suppressedRow + ofCells + sum(targets.map(({ weight }) => weight))
  if (suppressedCost === 0) return undefined
  return { k: smallestAllowedClass(requirements), ...priced, targets, suppressedCost, remainder }
}

/** The goal with some more weight on a metric of cells in every column. */
export function withMore(goal: AdditiveGoal, metric: CellMetric, prices: readonly ColumnPrices[], more: number) {
  const own = goal.cells.find((one) => one.metric === metric) ?? cellCosts(metric, prices)
  const others = goal.cells.filter((one) => one.metric !== metric)
  return { ...goal, cells: [{ ...own, weights: own.weights.map((weight) => weight + more) }, ...others] }
}

function cellCosts(metric: Metric, prices: readonly ColumnPrices[]): CellCosts {
  return { metric, prices, weights: new Float64Array(prices.length) }
}

function sum(numbers: ArrayLike<number>): number {
  let total = 0
  for (let i = 0; i < numbers.length; i++) total += numbers[i]
  return total
}
