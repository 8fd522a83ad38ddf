/**
 * Mondrian (LeFevre, DeWitt, Ramakrishnan 2006): splits the rows in two at a value of one column, recursively, while
 * both parts have k rows; each part becomes a class that shows the smallest ranges or tree nodes covering its rows.
 * `by: width` is the paper: the widest column, at its median. `by: loss` takes the cut after which the parts lose
 * least. Strict cuts keep equal rows together; relaxed ones divide the rows at the median. Cost: rows × columns² ×
 * depth. With requirements beyond k, both halves must hold; parts that show the same nodes are one class, so merging
 * must keep a model (fact A).
 */

import { findSensitive } from '../../../frequency/class-values.ts'
import type { FrequencyTable } from '../../../frequency/frequency-table.ts'
import { userError } from '../../../ground/errors.ts'
import { readOptions } from '../../../ground/options.ts'
import { utilityLoss } from '../../../metrics/utility/loss.ts'
import { type Moments, targetMoments } from '../../../metrics/utility/target-dispersion.ts'
import type { ClassRule } from '../../../requirements/requirement.ts'
import { type CellGoal, cellGoal, cellTerms } from '../../classes/cell-goal.ts'
import { classJudge } from '../../classes/class-judge.ts'
import { type ClassList, decideClasses, joinLists } from '../../classes/class-list.ts'
import { releasedLoss, sizeOfClasses } from '../../classes/class-problem.ts'
import { askedOfClasses, asksForPersons, checkRule } from '../../classes/row-units.ts'
import type { ClassesSearchRecord, DecidedClasses } from '../../classes-search.ts'
import { noneExistsReason } from '../../ends.ts'
import { keepPace } from '../../pace.ts'
import { notForGoal, SEARCHES_FOR_ALL } from '../../refusals.ts'
import type { GoalTerm, SearchProblem } from '../../search.ts'
import { describeSearch, withMeanings } from '../../texts.ts'
import { SLOWNESS } from '../../work.ts'

const options = withMeanings('mondrian', [
  { name: 'cuts', type: 'choice', choices: ['strict', 'relaxed'], default: 'strict' },
  { name: 'by', type: 'choice', choices: ['loss', 'width'], default: 'loss' },
])

export const searchMondrian: ClassesSearchRecord = {
  kind: 'classes',
  ...describeSearch('mondrian'),
  options,
  intervals: true,
  withoutHierarchies: false,
  async search(problem, given, run) {
    const chosen = readOptions('algorithm mondrian', options, given)
    const holds = partJudge(problem, chosen['cuts'] === 'relaxed')
    const k = sizeOfClasses('mondrian', problem)
    const { frequencies, hierarchies } = problem
    const how = { relaxed: chosen['cuts'] === 'relaxed', byWidth: chosen['by'] === 'width' }
    const cut = createCutter(frequencies, cutCosts(problem, how.relaxed), k, holds, how)
    const pace = keepPace(run)
    const workPerRow = SLOWNESS * (hierarchies.length + 10) * SECONDS_PER_STEP
    const open: Part[] = [wholeTable(frequencies)]
    if (!holds(open[0]))
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
      const cutting = cut(part)
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
    return {
      outcome: 'found',
      optimal: false,
      ...toClasses(classes),
      evaluations,
      details: { classes: classes.length },
    }

    function toClasses(lists: readonly ClassList[]): DecidedClasses {
      return { decision: decideClasses(joinLists(lists), frequencies, hierarchies), lostRows: 0 }
    }
  },
}

/** Seconds per column and row: sorting, and the hull losses from both sides. */
const SECONDS_PER_STEP = 2e-8

type Part = Omit<ClassList, 'starts'>

type Loss = (low: number, high: number) => number

interface CutCosts {
  /** Per column, what a range loses. */
  readonly loss: readonly Loss[]
  /** Per column, how wide a range is: what it loses, or would lose if it were shown. */
  readonly width: readonly Loss[]
  /** Columns that show a number per class: moments of each combination, and the cost of a squared difference. */
  readonly numbers: readonly { readonly moments: Moments; readonly unit: number }[]
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
  if (prices.length === 0) return { loss, width: loss, numbers: [] }
  // A row that loses all ranges costs 1 by `loss`, and `total` by the goal.
  const total = cells.value(frequencies.rows) - cells.value(0)
  return {
    loss,
    width: losses(priceCells([{ ...goal.terms[0], metric: utilityLoss }])),
    numbers: prices.flatMap((price) =>
      price.of === 'spread'
        ? [{ moments: targetMoments(price.target), unit: (price.unit * frequencies.rows) / (total || 1) }]
        : [],
    ),
  }
}

/** Returns the halves of a part, or undefined; yields after each column, because a large part takes long. */
type Cutting = Generator<void, [Part, Part] | undefined, void>

function wholeTable({ combinations, counts }: FrequencyTable): Part {
  return { combinations: Int32Array.from({ length: combinations }, (_, i) => i), rows: counts.slice(0, combinations) }
}

function asClass(part: Part): ClassList {
  return { ...part, starts: Int32Array.of(0, part.rows.length) }
}

function rowCount({ rows }: Part): number {
  let sum = 0
  for (const count of rows) sum += count
  return sum
}

/** Whether a part holds as a class. Throws for requirements that cannot be judged per part or break by merging. */
function partJudge({ requirements, frequencies }: SearchProblem, relaxed: boolean): (part: Part) => boolean {
  const beyondSize = requirements.filter(({ reads }) => reads !== 'sizes')
  if (beyondSize.length === 0) return () => true
  for (const rule of beyondSize) checkRule('mondrian', rule)
  if (relaxed)
    throw userError('together', 'algorithm.cuts')`algorithm mondrian with cuts: relaxed does not say which rows of a
      combination are on which side, and ${beyondSize[0].name} asks for their values or persons: set cuts: strict, or
      take ${SEARCHES_FOR_ALL}`
  const enough = personJudge(beyondSize.find(asksForPersons), frequencies)
  const asked = beyondSize.filter((rule) => !asksForPersons(rule))
  const sensitive = [...new Set(asked.flatMap(({ counts }) => counts))].map((name) => findSensitive(frequencies, name))
  const askedOfParts = askedOfClasses(asked, sensitive, frequencies.rows)
  const breaks = classJudge(askedOfParts)
  const tallies = new Int32Array(sensitive.reduce((sum, { values }) => sum + values.length, 0))
  return (part) => {
    if (!enough(part)) return false
    if (asked.length === 0) return true
    tallies.fill(0)
    sensitive.forEach(({ offsets, codes, counts }, i) => {
      const { from } = askedOfParts.columns[i]
      for (const combination of part.combinations)
        for (let e = offsets[combination]; e < offsets[combination + 1]; e++) tallies[from + codes[e]] += counts[e]
    })
    return !breaks(Int32Array.of(rowCount(part)), tallies, tallies.length)
  }
}

/** Whether a part has enough distinct persons. */
function personJudge(rule: ClassRule | undefined, { persons }: FrequencyTable): (part: Part) => boolean {
  if (rule === undefined || persons === undefined) return () => true
  const { offsets, codes } = persons
  const marks = new Int32Array(persons.count)
  let mark = 0
  return ({ combinations }) => {
    mark++
    let distinct = 0
    for (const combination of combinations) {
      for (let e = offsets[combination]; e < offsets[combination + 1]; e++) {
        if (marks[codes[e]] === mark) continue
        marks[codes[e]] = mark
        if (++distinct >= rule.minimumSize) return true
      }
    }
    return false
  }
}

function createCutter(
  frequencies: FrequencyTable,
  { loss, width, numbers }: CutCosts,
  k: number,
  holds: (part: Part) => boolean,
  { relaxed, byWidth }: { readonly relaxed: boolean; readonly byWidth: boolean },
): (part: Part) => Cutting {
  const { columns } = frequencies

  function sorted({ combinations }: Part, column: number): Int32Array {
    const { codes } = columns[column]
    return Int32Array.from(combinations.keys()).sort((a, b) => codes[combinations[a]] - codes[combinations[b]] || a - b)
  }
  function columnWidth({ combinations }: Part, column: number): number {
    const { codes } = columns[column]
    let low = codes[combinations[0]]
    let high = low
    for (const combination of combinations) {
      low = Math.min(low, codes[combination])
      high = Math.max(high, codes[combination])
    }
    return width[column](low, high)
  }
  /** Rows left of the median: all up to the lower median's value, or half of them. */
  function median(part: Part, order: Int32Array, column: number, total: number): number {
    const half = Math.floor(total / 2)
    if (relaxed) return half
    const { codes } = columns[column]
    let left = 0
    let place = 0
    // The lower median is the value of row ⌈n/2⌉.
    while (left < Math.ceil(total / 2)) left += part.rows[order[place++]]
    const value = codes[part.combinations[order[place - 1]]]
    while (place < order.length && codes[part.combinations[order[place]]] === value) left += part.rows[order[place++]]
    return left
  }
  function* cutByWidth(part: Part, total: number): Cutting {
    const widths = columns.map((_, column) => columnWidth(part, column))
    const byWidest = [...widths.keys()]
      .filter((column) => widths[column] > 0)
      .sort((a, b) => widths[b] - widths[a] || a - b)
    for (const column of byWidest) {
      yield
      const order = sorted(part, column)
      const left = median(part, order, column, total)
      if (left < k || total - left < k) continue
      const halves = halve(part, order, left)
      if (halves.every(holds)) return halves
    }
    return undefined
  }
  function* cutByLoss(part: Part, total: number): Cutting {
    const cuts: { readonly cost: number; readonly order: Int32Array; readonly left: number }[] = []
    for (let column = 0; column < columns.length; column++) {
      yield
      if (columnWidth(part, column) === 0) continue
      const order = sorted(part, column)
      const before = classCosts(part, order)
      const after = classCosts(part, order.toReversed())
      const { codes } = columns[column]
      let left = 0
      for (let place = 0; place < order.length - 1; place++) {
        left += part.rows[order[place]]
        if (codes[part.combinations[order[place]]] === codes[part.combinations[order[place + 1]]]) continue
        if (left < k || total - left < k) continue
        cuts.push({ cost: before[place] + after[order.length - 2 - place], order, left })
      }
    }
    for (let open = cuts; open.length > 0; ) {
      yield
      let best = open[0]
      for (const cut of open) if (cut.cost < best.cost - 1e-12) best = cut
      const halves = halve(part, best.order, best.left)
      if (halves.every(holds)) return halves
      open = open.filter((cut) => cut !== best)
    }
    return undefined
  }
  /** The cost of the first rows as a class, for each number of them. */
  function classCosts({ combinations, rows }: Part, order: Int32Array): Float64Array {
    const losses = new Float64Array(order.length)
    for (let column = 0; column < columns.length; column++) {
      const { codes } = columns[column]
      let low = codes[combinations[order[0]]]
      let high = low
      let hullLoss = loss[column](low, high)
      for (let place = 0; place < order.length; place++) {
        const code = codes[combinations[order[place]]]
        if (code < low || code > high) {
          low = Math.min(low, code)
          high = Math.max(high, code)
          hullLoss = loss[column](low, high)
        }
        losses[place] += hullLoss
      }
    }
    for (let place = 0, left = 0; place < order.length; place++) losses[place] *= left += rows[order[place]]
    for (const { moments, unit } of numbers) {
      let [present, sum, squares] = [0, 0, 0]
      for (let place = 0; place < order.length; place++) {
        const combination = combinations[order[place]]
        present += moments.rows[combination]
        sum += moments.sums[combination]
        squares += moments.squares[combination]
        if (present > 0) losses[place] += unit * Math.max(0, squares - (sum * sum) / present)
      }
    }
    return losses
  }
  return function* (part) {
    const total = rowCount(part)
    if (total < 2 * k) return undefined
    return yield* byWidth || relaxed ? cutByWidth(part, total) : cutByLoss(part, total)
  }
}

function halve({ combinations, rows }: Part, order: Int32Array, left: number): [Part, Part] {
  let place = 0
  let taken = 0
  while (taken + rows[order[place]] <= left) taken += rows[order[place++]]
  const shared = left - taken
  const first = order.subarray(0, place + (shared > 0 ? 1 : 0))
  const second = order.subarray(place)
  const part = (entries: Int32Array): Part => ({
    combinations: entries.map((e) => combinations[e]),
    rows: entries.map((e) => rows[e]),
  })
  const halves: [Part, Part] = [part(first), part(second)]
  if (shared > 0) {
    halves[0].rows[place] = shared
    halves[1].rows[0] -= shared
  }
  return halves
}
