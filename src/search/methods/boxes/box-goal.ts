/**
 * A goal as the kernel adds it up: losses of ranges per row (LM, NWP, entropy) and prices of whole classes (DM, CM,
 * RM, SSE). Columns without a loss of ranges get a small one during the search, to keep boxes tight: a hundredth of LM,
 * or, if they show a number per class, a share of the squared error of values spread evenly over the range. The value
 * excludes it.
 */

import { type Hierarchy, showsNumber } from '../../../hierarchy/hierarchy.ts'
import type { ClassPrice } from '../../../metrics/metric.ts'
import { utilityLoss } from '../../../metrics/utility/loss.ts'
import { targetMoments } from '../../../metrics/utility/target-dispersion.ts'
import { type CellLoss, cellGoal, cellTerms } from '../../classes/cell-goal.ts'
import { notForGoal, SEARCHES_FOR_ALL } from '../../refusals.ts'
import type { GoalTerm, SearchProblem } from '../../search.ts'
import { SCALE } from './column-tables.ts'

export interface BoxGoal {
  /** Per column, as shares of the loss of a fully suppressed row. */
  readonly columns: readonly CellLoss[]
  readonly classPrices: readonly ClassPrice[]
  readonly readsRanges: boolean
  /** The losses without those that only guide the search, if the goal has both. */
  readonly unguided?: readonly CellLoss[] | undefined
  /** The goal's value from losses and class prices, in units of 1/SCALE. */
  value(loss: number, paid: number): number
}

const GUIDE = 0.01
const GUIDE_OF_NUMBERS = 0.3

export function boxGoal(problem: SearchProblem, k: number): BoxGoal {
  const { goal, frequencies, hierarchies } = problem
  const priced = goal.terms.flatMap((term) => {
    const prices = term.metric.sums === 'cells' || term.weight < 0 ? [] : findPrices(term, problem)
    return prices.map((price) => ({ term, price: { ...price, unit: price.unit * term.weight } }))
  })
  const others = cellTerms(goal.terms)
  const readsRanges = others.length > 0
  const guide = { ...goal.terms[0], metric: utilityLoss, weight: 1 }
  const cells = cellGoal('boxes', { ...problem, goal: { ...goal, terms: readsRanges ? others : [guide] } })
  const rows = Math.max(1, frequencies.rows)
  const offset = readsRanges ? cells.value(0) : 0
  // The scale of a total loss: of the ranges, or, if they are only a guide, of near-optimal class prices.
  const squares = priced.reduce((sum, { price }) => sum + (price.of === 'square' ? price.unit * k * rows : 0), 0)
  const paying = new Set(priced.flatMap(({ term, price }) => (price.of === 'square' ? [] : [term])))
  const whole = readsRanges
    ? cells.value(rows) - offset
    : [...paying].reduce((sum, { weight }) => sum + weight, squares)
  const share = readsRanges ? 1 : GUIDE
  const unit = whole > 0 ? (SCALE * rows) / whole : 0
  const unguided = cells.columns.map(
    (loss): CellLoss =>
      (low, high) =>
        share * loss(low, high),
  )
  const columns = unguided.map((loss, i) => {
    const shown = priced.find(({ price }) => isAbout(price, hierarchies[i]))
    return shown === undefined || whole <= 0 ? loss : numberGuide(shown.price, hierarchies[i], rows, whole)
  })
  const guides = columns.some((loss, i) => loss !== unguided[i])
  return {
    columns,
    classPrices: priced.map(({ price }) => ({ ...price, unit: price.unit * unit })),
    readsRanges,
    unguided: readsRanges && guides ? unguided : undefined,
    value: (loss, paid) => offset + ((readsRanges ? loss : 0) + paid) * (unit > 0 ? 1 / unit : 0),
  }
}

function isAbout(price: ClassPrice, hierarchy: Hierarchy): boolean {
  return price.of === 'spread' && showsNumber(hierarchy) && price.target.name === hierarchy.column
}

/**
 * By column that varies, places of units whose squared distances are squared errors; undefined unless all columns show
 * numbers.
 */
export function numberPoints(
  { frequencies, hierarchies }: SearchProblem,
  { classPrices }: Pick<BoxGoal, 'classPrices'>,
  combination: Int32Array,
): Float64Array[] | undefined {
  const points = hierarchies.flatMap((hierarchy, c) => {
    const price = classPrices.find((one) => isAbout(one, hierarchy))
    if (price?.of !== 'spread' || hierarchy.missing !== undefined) return []
    const [{ values }, { codes }] = [price.target, frequencies.columns[c]]
    return [Float64Array.from(combination, (unit) => values[codes[unit]] * Math.sqrt(price.unit))]
  })
  return points.length === hierarchies.length ? points.filter((column) => column.some((at) => at !== 0)) : undefined
}

/**
 * Grows with the squared error of evenly spread values; beyond the variance of the column by its logarithm, so that
 * classes of outliers are kept tight, too.
 */
function numberGuide(price: ClassPrice, { missing }: Hierarchy, rows: number, whole: number): CellLoss {
  if (price.of !== 'spread') return () => 0
  const { values } = price.target
  const { total } = targetMoments(price.target)
  const share = (GUIDE_OF_NUMBERS * price.unit * total) / whole
  const loss = (from: number, to: number) =>
    from === to || total === 0 ? 0 : share * Math.log1p(((values[to] - values[from]) ** 2 * rows) / (12 * total))
  const withMissing = missing === undefined || missing === 0 ? share : Math.max(share, loss(0, missing - 1))
  return (from, to) => (from !== to && total > 0 && to === missing ? withMissing : loss(from, to))
}

function findPrices({ metric, settings }: GoalTerm, { frequencies }: SearchProblem): readonly ClassPrice[] {
  const prices = metric.sums === 'cells' ? [] : metric.classPrices?.(frequencies, settings)
  if (prices !== undefined) return prices
  throw notForGoal`algorithm boxes minimises what the cells of boxes lose in sum and what classes pay (DM; CM without
    costs; RM by variance; SSE), and the goal has ${metric.name}; choose ${SEARCHES_FOR_ALL}, or goal: general`
}
