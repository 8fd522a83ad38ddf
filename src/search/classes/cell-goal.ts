/** Goals that are sums over cells (LM, NWP, entropy, any weights): the loss of each range of a column per row. */

import { utilityLoss } from '../../metrics/utility/loss.ts'
import { notForGoal, SEARCHES_FOR_ALL } from '../refusals.ts'
import type { GoalTerm, SearchProblem } from '../search.ts'

/** Weighted loss of a cell that shows the codes `from`..`to` of a column: 0 to the column's share. */
export type CellLoss = (from: number, to: number) => number

export interface CellGoal {
  /** Per column, as shares of the loss of a fully suppressed row. */
  readonly columns: readonly CellLoss[]
  value(cost: number): number
}

/** The terms that cells lose in sum: those of metrics of cells, and LM of the columns that another one leaves to it. */
export function cellTerms(terms: readonly GoalTerm[]): GoalTerm[] {
  return terms.flatMap((term): GoalTerm[] => {
    const { metric, settings, weight } = term
    if (metric.sums === 'cells' || weight < 0) return [term]
    const weights = metric.cellWeights?.(settings)
    return weights?.some((one) => one > 0) ? [{ ...term, metric: utilityLoss, settings: { ...settings, weights } }] : []
  })
}

export function cellGoal(name: string, { goal, frequencies, hierarchies }: SearchProblem): CellGoal {
  let offset = 0
  let total = 0
  const parts = goal.terms.map(({ metric, settings, weight }) => {
    if (metric.sums !== 'cells' || weight < 0)
      throw notForGoal`algorithm ${name} minimises what cells lose in sum, and the goal has ${metric.name}; choose
        ${SEARCHES_FOR_ALL}, or goal: general`
    const { columns } = metric.prices(frequencies, settings)
    return columns.map((prices, column) => {
      const factor = weight * settings.weights[column]
      offset += factor * prices.offset
      total += factor * prices.leftOut
      return (low: number, high: number) => factor * prices.shown(low, high)
    })
  })
  return {
    columns: hierarchies.map((_, column) => (low, high) => {
      let cost = 0
      for (const part of parts) cost += part[column](low, high)
      return total > 0 ? cost / total : 0
    }),
    value: (cost) => offset + (frequencies.rows > 0 ? (total * cost) / frequencies.rows : 0),
  }
}
