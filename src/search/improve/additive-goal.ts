/**
 * The part of a goal that is a sum over classes: cell metrics (LM, NWP, entropy), minority rows (CM) and suppression.
 * Such a sum also adds up over the groups of one column, so the best grouping of a column is a dynamic program
 * (`column-optimum.ts`) with a lower bound (`lower-bound.ts`).
 */

import type { CategoryTarget } from '../../frequency/frequency-table.ts'
import { entryAt } from '../../ground/maps.ts'
import { type CellMetric, type ColumnPrices, type Metric, rangeUnder } from '../../metrics/metric.ts'
import { findCategoryTarget } from '../../metrics/targets.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import type { GoalTerm, SearchProblem } from '../search.ts'

export interface AdditiveGoal {
  /** Classes with fewer rows are always suppressed. */
  readonly k: number
  readonly cells: readonly CellCosts[]
  /** Per target, the cost of a row outside its class's majority: the sum of the weights of its terms. */
  readonly targets: readonly { readonly target: CategoryTarget; readonly weight: number }[]
  readonly suppressedCost: number
  /** Lower bound of all other terms and fixed costs; −∞ if unbounded. */
  readonly remainder: number
}

export interface CellCosts {
  readonly metric: Metric
  readonly prices: readonly ColumnPrices[]
  /** Per column, the cost of a price of 1 for one row: Σ over the metric's terms of term weight · column weight. */
  readonly weights: Float64Array
}

export function cellCost({ cells }: AdditiveGoal, column: number, low: number, high: number): number {
  let cost = 0
  for (let i = 0; i < cells.length; i++) {
    const { weights, prices } = cells[i]
    if (weights[column] !== 0) cost += weights[column] * prices[column].shown(low, high)
  }
  return cost
}

export function leftOutCost({ cells }: Pick<AdditiveGoal, 'cells'>, column: number): number {
  return cells.reduce((sum, { weights, prices }) => sum + weights[column] * prices[column].leftOut, 0)
}

export function addsUp({ metric, settings, weight }: GoalTerm): boolean {
  return weight > 0 && (metric.sums === 'cells' || (metric.paysMinority?.(settings) ?? false))
}

/** Undefined if no term is additive. Other terms enter `remainder`. */
export function additiveGoal(problem: SearchProblem): AdditiveGoal | undefined {
  const { frequencies, requirements, goal } = problem
  const cells = new Map<Metric, CellCosts>()
  const weights = new Map<CategoryTarget, number>()
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
      const costs = entryAt(cells, metric, () => cellCosts(metric, columns))
      columns.forEach(({ offset }, column) => {
        costs.weights[column] += weight * settings.weights[column]
        remainder += weight * settings.weights[column] * offset
      })
    } else {
      const { target } = findCategoryTarget(metric, frequencies, settings)
      weights.set(target, (weights.get(target) ?? 0) + weight)
    }
  }
  const targets = [...weights].map(([target, weight]) => ({ target, weight }))
  const priced = { cells: [...cells.values()].filter(({ prices }) => prices.some(({ leftOut }) => leftOut > 0)) }
  const ofCells = sum(problem.hierarchies.map((_, column) => leftOutCost(priced, column)))
  const suppressedCost = suppressedRow + ofCells + sum(targets.map(({ weight }) => weight))
  if (suppressedCost === 0) return undefined
  return { k: smallestAllowedClass(requirements), ...priced, targets, suppressedCost, remainder }
}

export function withMore(goal: AdditiveGoal, metric: CellMetric, prices: readonly ColumnPrices[], more: number) {
  const costs = goal.cells.find((one) => one.metric === metric) ?? cellCosts(metric, prices)
  const others = goal.cells.filter((one) => one.metric !== metric)
  return { ...goal, cells: [{ ...costs, weights: costs.weights.map((weight) => weight + more) }, ...others] }
}

function cellCosts(metric: Metric, prices: readonly ColumnPrices[]): CellCosts {
  return { metric, prices, weights: new Float64Array(prices.length) }
}

function sum(numbers: ArrayLike<number>): number {
  let total = 0
  for (let i = 0; i < numbers.length; i++) total += numbers[i]
  return total
}
