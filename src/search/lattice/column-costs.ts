/**
 * Goals that are sums over cells (LM, NWP, entropy, suppression) as one table of prices: what a row pays in a column when its code is
 * released at a step of the ladder, and what it pays when it is suppressed. With prices the value of a node needs only the kept
 * rows of each code, and a bound for a whole part of the lattice costs as many additions as there are columns.
 */
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import type { Grouping } from '../../hierarchy/grouping.ts'
import { utilityEntropy } from '../../metrics/utility/entropy.ts'
import { utilityLoss } from '../../metrics/utility/loss.ts'
import { utilitySuppression } from '../../metrics/utility/suppression.ts'
import { utilityWeightedPenalty } from '../../metrics/utility/weighted-penalty.ts'
import type { GoalTerm } from '../search.ts'
import type { Ladder } from './ladder.ts'

/** Prices per row, already divided by N and weighted, so that they only need to be added. */
export interface ColumnCosts {
  /** `cells[column][step][code]`: a kept row. Never falls from one step of a nested ladder to the next, never above `suppressed`. */
  readonly cells: readonly (readonly Float64Array[])[]
  /** `suppressed[column]`: a suppressed row. */
  readonly suppressed: Float64Array
  /** What is paid whatever happens. */
  offset: number
}

/** Metrics that are sums over cells. */
const PRICED = [utilityLoss, utilityWeightedPenalty, utilityEntropy, utilitySuppression]

/** Whether the term is a sum over cells that a search may price. */
export function isPriced(term: GoalTerm): boolean {
  return PRICED.includes(term.metric) && term.weight >= 0
}

/** The prices of all given terms together. */
export function priceTerms(
  table: FrequencyTable,
  ladders: readonly Ladder[],
  terms: readonly GoalTerm[],
): ColumnCosts | undefined {
  if (terms.length === 0) return undefined
  const costs = {
    cells: ladders.map(({ steps }) => steps.map(({ losses }) => new Float64Array(losses.length))),
    suppressed: new Float64Array(ladders.length),
    offset: 0,
  }
  if (table.rows > 0) for (const term of terms) addTerm(costs, table, ladders, term)
  return costs
}

function addTerm(costs: ColumnCosts, table: FrequencyTable, ladders: readonly Ladder[], term: GoalTerm): void {
  const { metric, settings } = term
  if (metric === utilitySuppression) {
    // A row is suppressed in all columns at once: the first one collects it.
    costs.suppressed[0] += term.weight / table.rows
    return
  }
  for (let column = 0; column < ladders.length; column++) {
    const weight = (term.weight * settings.weights[column]) / table.rows
    if (metric === utilityEntropy) {
      addEntropy(costs, table, ladders[column], column, weight)
      continue
    }
    costs.suppressed[column] += weight
    ladders[column].steps.forEach(({ grouping, losses }, step) => {
      addTo(costs.cells[column][step], metric === utilityLoss ? losses : penalties(grouping), weight)
    })
  }
}

/** (|group| − 1)/(|domain| − 1) of each code. */
function penalties({ groupOf, groups }: Grouping): Float64Array {
  const sizes = new Int32Array(groups)
  for (const group of groupOf) sizes[group]++
  return Float64Array.from(groupOf, (group) => (groupOf.length === 1 ? 0 : (sizes[group] - 1) / (groupOf.length - 1)))
}

/**
 * Share of the column's bits withheld = (Σ_kept log₂ freq(group) + suppressed · log₂ N − Σ_values freq · log₂ freq) / whole,
 * whole = N log₂ N − Σ_values freq · log₂ freq. The last sum is the offset. A column with one value has nothing to lose.
 */
function addEntropy(costs: ColumnCosts, table: FrequencyTable, ladder: Ladder, column: number, weight: number): void {
  const { codes, size } = table.columns[column]
  const frequencies = new Int32Array(size)
  for (let i = 0; i < table.combinations; i++) frequencies[codes[i]] += table.counts[i]
  if (frequencies.includes(table.rows)) return
  let known = 0
  for (const frequency of frequencies) if (frequency > 0) known += frequency * Math.log2(frequency)
  const whole = table.rows * Math.log2(table.rows) - known
  const perBit = (weight * table.rows) / whole
  costs.suppressed[column] += perBit * Math.log2(table.rows)
  costs.offset -= perBit * known
  ladder.steps.forEach(({ grouping: { groupOf, groups } }, step) => {
    const rows = new Int32Array(groups)
    for (let code = 0; code < size; code++) rows[groupOf[code]] += frequencies[code]
    const bits = Float64Array.from(groupOf, (group) => (rows[group] === 0 ? 0 : Math.log2(rows[group])))
    addTo(costs.cells[column][step], bits, perBit)
  })
}

function addTo(sums: Float64Array, values: Float64Array, weight: number): void {
  for (let i = 0; i < sums.length; i++) sums[i] += weight * values[i]
}
