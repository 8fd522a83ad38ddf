/**
 * Cell-sum terms (LM, NWP, entropy, suppression) as one table of prices: the cost of a row in a column by code and
 * step, and if suppressed. A node's value then needs only the kept rows of each code, and a bound of a part one
 * addition per column.
 */
import type { FrequencyTable } from '../../../frequency/frequency-table.ts'
import { forEachGroup } from '../../../hierarchy/grouping.ts'
import type { CellMetric } from '../../../metrics/metric.ts'
import type { Ladder } from '../../levels/ladder.ts'
import type { GoalTerm } from '../../search.ts'

/** Prices per row, already weighted and divided by N. */
export interface ColumnCosts {
  /** `cells[column][step][code]`: a kept row. Never falls along nested steps, never exceeds `suppressed`. */
  readonly cells: readonly (readonly Float64Array[])[]
  readonly suppressed: Float64Array
  offset: number
}

export type PricedTerm = GoalTerm & { readonly metric: CellMetric }

export function isPriced(term: GoalTerm): term is PricedTerm {
  return term.metric.sums === 'cells' && term.weight >= 0
}

export function priceTerms(
  table: FrequencyTable,
  ladders: readonly Ladder[],
  terms: readonly PricedTerm[],
): ColumnCosts | undefined {
  if (terms.length === 0) return undefined
  const costs = {
    cells: ladders.map(({ steps }) => steps.map(({ grouping }) => new Float64Array(grouping.codeGroups.length))),
    suppressed: new Float64Array(ladders.length),
    offset: 0,
  }
  if (table.rows > 0) for (const term of terms) addTerm(costs, table, ladders, term)
  return costs
}

function addTerm(costs: ColumnCosts, table: FrequencyTable, ladders: readonly Ladder[], term: PricedTerm): void {
  const { columns, suppressedRow } = term.metric.prices(table, term.settings)
  // A row is suppressed in all columns at once: the first column carries its extra cost.
  costs.suppressed[0] += (term.weight * suppressedRow) / table.rows
  columns.forEach(({ shown, leftOut, offset }, column) => {
    const weight = term.weight * term.settings.weights[column]
    costs.offset += weight * offset
    costs.suppressed[column] += (weight / table.rows) * leftOut
    ladders[column].steps.forEach(({ grouping }, step) => {
      const prices = costs.cells[column][step]
      forEachGroup(grouping, (_, from, to) => {
        const price = (weight / table.rows) * shown(from, to)
        for (let code = from; code <= to; code++) prices[code] += price
      })
    })
  })
}
