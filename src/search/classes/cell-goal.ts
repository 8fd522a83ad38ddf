/** A goal that is a sum over cells (LM, NWP, entropy, in any weights): what each range of a column costs a row. */

import { SEARCHES_FOR_ALL } from '../advice.ts'
import { notForGoal } from '../refusals.ts'
import type { SearchProblem } from '../search.ts'

/** Loss of a cell that shows the codes `from`..`to` of a column, weight included: 0 to the column's share. */
export type CellLoss = (from: number, to: number) => number

export interface CellGoal {
  /** Per column, as shares of what a row that shows nothing costs. */
  readonly columns: readonly CellLoss[]
  /** The goal's value where the cells of all rows cost so much together, as shares. */
  value(cost: number): number
}

/** `name` is the search that asks. Throws a UserError for goals that are no such sum. */
export function cellGoal(name: string, { goal, frequencies, hierarchies }: SearchProblem): CellGoal {
  let offset = 0
  let total = 0
  const parts = goal.terms.map(({ metric, settings, weight }) => {
    if (metric.sums !== 'cells' || weight < 0)
      throw notForGoal`algorithm ${name} minimises what cells lose in sum, and the goal has ${metric.name}; choose ${SEARCHES_FOR_ALL}, or goal: general`
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
