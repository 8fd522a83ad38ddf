/**
 * A goal as the kernel adds it up: losses of ranges per row (LM, NWP, entropy) and prices of whole classes (DM, CM,
 * RM). If the goal has only class prices, a hundredth of LM is added during the search to keep boxes tight; the value
 * excludes it.
 */

import type { ClassPrice } from '../../../metrics/metric.ts'
import { utilityLoss } from '../../../metrics/utility/loss.ts'
import { SEARCHES_FOR_ALL } from '../../advice.ts'
import type { CellLoss } from '../../classes/cell-goal.ts'
import { cellGoal } from '../../classes/cell-goal.ts'
import { notForGoal } from '../../refusals.ts'
import type { GoalTerm, SearchProblem } from '../../search.ts'
import { SCALE } from './column-tables.ts'

export interface BoxGoal {
  /** Per column, as shares of the loss of a fully suppressed row. */
  readonly columns: readonly CellLoss[]
  readonly classPrices: readonly ClassPrice[]
  readonly readsRanges: boolean
  /** The goal's value from losses and class prices, in units of 1/SCALE. */
  value(loss: number, paid: number): number
}

const GUIDE = 0.01

export function boxGoal(problem: SearchProblem, k: number): BoxGoal {
  const { goal, frequencies } = problem
  const priced = goal.terms.flatMap((term) => {
    const price = term.metric.sums === 'cells' || term.weight < 0 ? undefined : findPrice(term, problem)
    return price === undefined ? [] : [{ term, price: { ...price, unit: price.unit * term.weight } }]
  })
  const others = goal.terms.filter((term) => priced.every((one) => one.term !== term))
  const readsRanges = others.length > 0
  const guide = { ...goal.terms[0], metric: utilityLoss, weight: 1 }
  const cells = cellGoal('boxes', { ...problem, goal: { ...goal, terms: readsRanges ? others : [guide] } })
  const rows = Math.max(1, frequencies.rows)
  const offset = readsRanges ? cells.value(0) : 0
  // The scale of a total loss: of the ranges, or, if they are only a guide, of near-optimal class prices.
  const whole = readsRanges
    ? cells.value(rows) - offset
    : priced.reduce((sum, { term, price }) => sum + (price.of === 'square' ? price.unit * k * rows : term.weight), 0)
  const share = readsRanges ? 1 : GUIDE
  const unit = whole > 0 ? (SCALE * rows) / whole : 0
  return {
    columns: cells.columns.map((loss) => (low, high) => share * loss(low, high)),
    classPrices: priced.map(({ price }) => ({ ...price, unit: price.unit * unit })),
    readsRanges,
    value: (loss, paid) => offset + ((readsRanges ? loss : 0) + paid) * (unit > 0 ? 1 / unit : 0),
  }
}

function findPrice({ metric, settings }: GoalTerm, { frequencies }: SearchProblem): ClassPrice | undefined {
  const price = metric.sums === 'cells' ? undefined : metric.classPrice?.(frequencies, settings)
  if (price !== undefined || metric.sums === 'cells') return price
  throw notForGoal`algorithm boxes minimises what the cells of boxes lose in sum and what classes pay (DM; CM without costs; RM by variance), and the goal has ${metric.name}; choose ${SEARCHES_FOR_ALL}, or goal: general`
}
