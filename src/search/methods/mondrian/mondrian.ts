/**
 * Mondrian (LeFevre, DeWitt, Ramakrishnan 2006): splits the rows in two at a value of one column, recursively, while
 * both parts have k rows; each part becomes a class that shows the smallest ranges or tree nodes covering its rows.
 * `by: width` is the paper: the widest column, at its median. `by: loss` takes the cut after which the parts lose
 * least. Equal rows stay together (strict cuts). Cost: rows × columns² × depth. With requirements beyond k, both halves
 * must hold; parts that show the same nodes are one class, so merging must keep a model (fact A).
 */

import { prose } from '../../../ground/format.ts'
import { option, readOptions } from '../../../ground/options.ts'
import { utilityLoss } from '../../../metrics/utility/loss.ts'
import { targetMoments } from '../../../metrics/utility/target-dispersion.ts'
import { type CellGoal, type CellLoss, cellGoal, cellTerms } from '../../classes/cell-goal.ts'
import { type ClassList, decideClasses, joinLists } from '../../classes/class-list.ts'
import { releasedLoss, sizeOfClasses } from '../../classes/class-problem.ts'
import type { CutTask, HullCut } from '../../classes/hull-cuts.ts'
import { boxLossBy, cheapestFirst, cutsBy, hullOf, sortedBy } from '../../classes/hull-cuts.ts'
import { partJudge } from '../../classes/part-judge.ts'
import type { ClassesSearchRecord, DecidedClasses } from '../../classes-search.ts'
import { noneExistsReason } from '../../ends.ts'
import { keepPace } from '../../pace.ts'
import type { GoalTerm, SearchProblem } from '../../search.ts'
import { SLOWNESS } from '../../work.ts'

const options = [
  option({ name: 'by', type: 'choice', choices: ['loss', 'width'], default: 'loss' })`The cut with the least loss of
    all, or the median of the widest column (the paper).`,
] as const

export const searchMondrian: ClassesSearchRecord = {
  kind: 'classes',
  name: 'mondrian',
  title: 'Mondrian',
  summary: prose`Divides the rows in two at a value of one column, and each part again, down to classes of k rows; each
    class shows the smallest ranges that cover its rows. Fast, simple and well known; boxes loses less.`,
  source: 'LeFevre, DeWitt, Ramakrishnan 2006',
  options,
  intervals: true,
  withoutHierarchies: false,
  async search(problem, given, run) {
    const chosen = readOptions('algorithm mondrian', options, given)
    const allows = partJudge('mondrian', problem)
    const k = sizeOfClasses('mondrian', problem)
    const { frequencies, hierarchies } = problem
    const cutter: Cutter = { ...cutCosts(problem), frequencies, k, allows, byWidth: chosen['by'] === 'width' }
    const pace = keepPace(run)
    const workPerRow = SLOWNESS * (hierarchies.length + 10) * SECONDS_PER_STEP
    const { combinations, counts } = frequencies
    const everything = Int32Array.from({ length: combinations }, (_, i) => i)
    const open: Part[] = [{ combinations: everything, rows: counts.slice(0, combinations) }]
    if (allows?.(open[0].combinations) === false)
      return { outcome: 'none-exists', reason: noneExistsReason(problem, 'local recoding'), evaluations: 1 }
    const classes: ClassList[] = []
    let settled = 0
    let evaluations = 0
    while (open.length > 0) {
      if (pace.due()) await pace.rest()
      if (run.signal?.aborted) {
        // An uncut part is a class like any other, only larger.
        const best = toClasses([...classes, ...open.map(asClass)])
        return { outcome: 'cancelled', best, evaluations, details: { classes: classes.length + open.length } }
      }
      const part = open.pop() as Part
      const cutting = cutPart(part, cutter)
      let step = cutting.next()
      while (!step.done && run.signal?.aborted !== true) {
        run.work?.spend(part.rows.length * workPerRow)
        if (pace.due()) await pace.rest()
        step = cutting.next()
      }
      if (!step.done) {
        open.push(part)
        continue
      }
      const halves = step.value
      evaluations++
      if (halves !== undefined) open.push(...halves)
      else {
        classes.push(asClass(part))
        settled += rowCount(part)
        run.progress?.({ done: settled, total: frequencies.rows })
      }
    }
    const details = { classes: classes.length }
    return { outcome: 'found', optimal: false, ...toClasses(classes), evaluations, details }

    function toClasses(lists: readonly ClassList[]): DecidedClasses {
      return { decision: decideClasses(joinLists(lists), frequencies, hierarchies), lostRows: 0 }
    }
  },
}

/** Seconds per column and row: sorting, and the hull losses from both sides. */
const SECONDS_PER_STEP = 2e-8

type Part = Omit<ClassList, 'starts'>

interface CutCosts extends Pick<CutTask, 'boxLoss' | 'numbers'> {
  /** Per column, how wide a range is: what it loses, or would lose if it were shown. */
  readonly width: readonly CellLoss[]
}

function cutCosts(problem: SearchProblem): CutCosts {
  const { goal, frequencies, hierarchies } = problem
  const prices = goal.terms.flatMap(({ metric, settings, weight }) =>
    metric.sums === 'cells' || metric.cellWeights === undefined
      ? []
      : (metric.classPrices?.(frequencies, settings) ?? []).map((price) => ({ ...price, unit: price.unit * weight })),
  )
  const priceCells = (terms: readonly GoalTerm[]) => cellGoal('mondrian', { ...problem, goal: { ...goal, terms } })
  const losses = ({ columns }: CellGoal) => hierarchies.map((hierarchy, i) => releasedLoss(hierarchy, columns[i]))
  const cells = priceCells(prices.length === 0 ? goal.terms : cellTerms(goal.terms))
  const loss = losses(cells)
  const boxLoss = boxLossBy(loss)
  if (prices.length === 0) return { boxLoss, width: loss, numbers: [] }
  // A row that loses all ranges costs 1 by `loss`, and `total` by the goal.
  const total = cells.value(frequencies.rows) - cells.value(0)
  return {
    boxLoss,
    width: losses(priceCells([{ ...goal.terms[0], metric: utilityLoss }])),
    numbers: prices.flatMap((price) =>
      price.of === 'spread'
        ? [{ moments: targetMoments(price.target), unit: (price.unit * frequencies.rows) / (total || 1) }]
        : [],
    ),
  }
}

/** Returns the halves of a part, or undefined; yields after each column, because a large part takes long. */
type Cutting = Generator<void, readonly Part[] | undefined, void>

function asClass(part: Part): ClassList {
  return { ...part, starts: Int32Array.of(0, part.rows.length) }
}

function rowCount({ rows }: Part): number {
  let sum = 0
  for (const count of rows) sum += count
  return sum
}

interface Cutter extends CutTask, CutCosts {
  readonly byWidth: boolean
}

function* cutPart(part: Part, cutter: Cutter): Cutting {
  const { frequencies, k, width, allows = () => true } = cutter
  const total = rowCount(part)
  if (total < 2 * k) return undefined
  const { low, high } = hullOf(frequencies, part.combinations)
  const widths = width.map((loss, column) => loss(low[column], high[column]))
  const columns = [...widths.keys()].filter((column) => widths[column] > 0)
  if (cutter.byWidth) {
    for (const column of columns.sort((a, b) => widths[b] - widths[a] || a - b)) {
      yield
      const halves = halveAtMedian(part, column, total, cutter)
      if (halves?.every(({ combinations }) => allows(combinations))) return halves
    }
    return undefined
  }
  const cuts: HullCut[] = []
  for (const column of columns) {
    yield
    const { codes } = frequencies.columns[column]
    cuts.push(...cutsBy(cutter, part.combinations, total, (combination) => codes[combination]))
  }
  for (const { sorted, at } of cheapestFirst(cuts)) {
    yield
    const halves = [sorted.slice(0, at), sorted.slice(at)] as const
    if (!halves.every(allows)) continue
    return halves.map((combinations) => ({ combinations, rows: combinations.map((i) => frequencies.counts[i]) }))
  }
  return undefined
}

/** Left of the median are all rows up to the lower median's value. */
function halveAtMedian(part: Part, column: number, total: number, { frequencies, k }: Cutter) {
  const { codes } = frequencies.columns[column]
  const order = sortedBy(Int32Array.from(part.rows.keys()), (place) => codes[part.combinations[place]])
  const combinations = order.map((place) => part.combinations[place])
  const rows = order.map((place) => part.rows[place])
  let left = 0
  let place = 0
  // The lower median is the value of row ⌈n/2⌉.
  while (left < Math.ceil(total / 2)) left += rows[place++]
  const value = codes[combinations[place - 1]]
  while (place < combinations.length && codes[combinations[place]] === value) left += rows[place++]
  if (left < k || total - left < k) return undefined
  return [
    { combinations: combinations.slice(0, place), rows: rows.slice(0, place) },
    { combinations: combinations.slice(place), rows: rows.slice(place) },
  ]
}
