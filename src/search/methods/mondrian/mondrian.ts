/**
 * Mondrian (LeFevre, DeWitt, Ramakrishnan 2006): splits the rows in two at a value of one column, recursively, while
 * both parts have k rows; each part becomes a class that shows the smallest ranges or tree nodes covering its rows.
 * `by: width` is the paper: the widest column, at its median. `by: loss` takes the cut after which the parts lose
 * least. Strict cuts keep equal rows together; relaxed ones divide the rows at the median. Cost: rows × columns² ×
 * depth. With requirements beyond k, both halves must hold; parts that show the same nodes are one class, so merging
 * must keep a model (fact A).
 */

import { userError } from '../../../ground/errors.ts'
import { prose } from '../../../ground/format.ts'
import { option, readOptions } from '../../../ground/options.ts'
import { utilityLoss } from '../../../metrics/utility/loss.ts'
import { targetMoments } from '../../../metrics/utility/target-dispersion.ts'
import { type CellGoal, type CellLoss, cellGoal, cellTerms } from '../../classes/cell-goal.ts'
import { type ClassList, decideClasses, joinLists } from '../../classes/class-list.ts'
import { releasedLoss, sizeOfClasses } from '../../classes/class-problem.ts'
import type { CutTask, HullCut } from '../../classes/hull-cuts.ts'
import { boxLossBy, cheapestFirst, cutsBy, hullOf, sortedBy } from '../../classes/hull-cuts.ts'
import { type PartJudge, partJudge } from '../../classes/part-judge.ts'
import type { ClassesSearchRecord, DecidedClasses } from '../../classes-search.ts'
import { noneExistsReason } from '../../ends.ts'
import { keepPace } from '../../pace.ts'
import { notForGoal, SEARCHES_FOR_ALL } from '../../refusals.ts'
import type { GoalTerm, SearchProblem } from '../../search.ts'
import { SLOWNESS } from '../../work.ts'

const options = [
  option({ name: 'cuts', type: 'choice', choices: ['strict', 'relaxed'], default: 'strict' })`Rows with equal values
    stay together (strict) or may be divided at the median (relaxed).`,
  option({ name: 'by', type: 'choice', choices: ['loss', 'width'], default: 'loss' })`The cut with the least loss of
    all, or the median of the widest column (the paper). Relaxed cuts are always at the median.`,
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
    const relaxed = chosen['cuts'] === 'relaxed'
    const allows = judgeFor(problem, relaxed)
    const k = sizeOfClasses('mondrian', problem)
    const { frequencies, hierarchies } = problem
    const costs = cutCosts(problem, relaxed)
    const cutter: Cutter = { ...costs, frequencies, k, allows, relaxed, byWidth: chosen['by'] === 'width' }
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

function cutCosts(problem: SearchProblem, relaxed: boolean): CutCosts {
  const { goal, frequencies, hierarchies } = problem
  const prices = goal.terms.flatMap(({ metric, settings, weight }) =>
    metric.sums === 'cells' || metric.cellWeights === undefined
      ? []
      : (metric.classPrices?.(frequencies, settings) ?? []).map((price) => ({ ...price, unit: price.unit * weight })),
  )
  if (relaxed && hierarchies.some(({ shows }) => shows !== undefined))
    throw notForGoal`algorithm mondrian with cuts: relaxed does not say which rows of a combination are in a class, and
      a column shows a value of each class; set cuts: strict`
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

/** Relaxed cuts may be judged by sizes alone. */
function judgeFor(problem: SearchProblem, relaxed: boolean): PartJudge | undefined {
  const judge = partJudge('mondrian', problem)
  const asking = problem.requirements.find(({ reads }) => reads !== 'sizes')
  if (relaxed && asking !== undefined)
    throw userError('together', 'algorithm.cuts')`algorithm mondrian with cuts: relaxed does not say which rows of a
      combination are on which side, and ${asking.name} asks for their values or persons: set cuts: strict, or take
      ${SEARCHES_FOR_ALL}`
  return judge
}

interface Cutter extends CutTask, CutCosts {
  readonly relaxed: boolean
  readonly byWidth: boolean
}

function* cutPart(part: Part, cutter: Cutter): Cutting {
  const { frequencies, k, width, allows = () => true } = cutter
  const total = rowCount(part)
  if (total < 2 * k) return undefined
  const { low, high } = hullOf(frequencies, part.combinations)
  const widths = width.map((loss, column) => loss(low[column], high[column]))
  const columns = [...widths.keys()].filter((column) => widths[column] > 0)
  if (cutter.byWidth || cutter.relaxed) {
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

/** Left of the median are all rows up to the lower median's value, or half of them. */
function halveAtMedian(part: Part, column: number, total: number, { frequencies, relaxed, k }: Cutter) {
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
  if (relaxed) left = Math.floor(total / 2)
  return left < k || total - left < k ? undefined : halve({ combinations, rows }, left)
}

/** The first `left` rows, and the others: the combination between may be in both. */
function halve({ combinations, rows }: Part, left: number): Part[] {
  let place = 0
  let taken = 0
  while (taken + rows[place] <= left) taken += rows[place++]
  const shared = left - taken
  const end = place + (shared > 0 ? 1 : 0)
  const halves = [
    { combinations: combinations.slice(0, end), rows: rows.slice(0, end) },
    { combinations: combinations.slice(place), rows: rows.slice(place) },
  ]
  if (shared > 0) {
    halves[0].rows[place] = shared
    halves[1].rows[0] -= shared
  }
  return halves
}
