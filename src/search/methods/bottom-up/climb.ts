/** The climb: generalizes step by step until the requirements hold; on request up to the top, for every k. */
import type { CategoryTarget } from '../../../frequency/frequency-table.ts'
import { type Grouping, groupStarts } from '../../../hierarchy/grouping.ts'
import { groupLoss } from '../../../hierarchy/hierarchy.ts'
import { setsAsked } from '../../../requirements/quasi-identifier-sets/quasi-identifier-sets.ts'
import { sizeDecides, smallestAllowedClass } from '../../../requirements/requirement.ts'
import type { Evaluator } from '../../evaluation.ts'
import type { Pace } from '../../pace.ts'
import type { Trail, TrailPoint } from '../../results.ts'
import type { SearchProblem, SearchRun } from '../../search.ts'
import { type ColumnCounts, type Measure, rowsIn } from '../../trail/measures.ts'
import { trailFigures } from '../../trail/trail.ts'
import { type Choice, openChooser } from './choose.ts'
import type { ClassFigures, ClassIndex } from './class-index.ts'
import { type ColumnCut, openCut } from './column-cut.ts'
import { promisingGeneralizations } from './critical.ts'
import type { BottomUpOptions } from './options.ts'
import { withSets } from './sets-index.ts'
import { TeaIndex } from './tea-index.ts'

export interface ClimbTask {
  readonly problem: SearchProblem
  readonly options: BottomUpOptions
  readonly target: CategoryTarget | undefined
  readonly measure: Measure
  readonly columns: readonly ColumnCounts[]
  readonly allowance: number
  readonly evaluator: Evaluator
  readonly pace: Pace
  readonly run: SearchRun
}

export async function climb(task: ClimbTask, makeIndex: typeof openIndex = openIndex) {
  const { problem, options, columns, pace, run } = task
  const k = smallestAllowedClass(problem.requirements)
  const starts = columns.map(findStarts)
  const cuts = columns.map((counts, column) => openCut(column, counts, task.measure, starts[column]))
  const toTheTop = options['trail-to'] === 'all'
  const index = makeIndex(task, cuts, starts, toTheTop ? Math.max(k, problem.frequencies.rows) : k)
  const guide = openGuide(task, index, cuts, k)
  const chooser = openChooser(guide.index, cuts, pace)
  const beyond = openChooser(index, cuts, pace)
  const points: TrailPoint[] = []
  const steps = columns.reduce((sum, { hierarchy }) => sum + hierarchy.values.length - 1, 0)
  let information = 0
  let groupings: readonly Grouping[] | undefined
  let cancelled = run.signal?.aborted === true

  const note = (choice?: Choice): void => {
    information += choice?.generalization.loss ?? 0
    points.push(describe(task, { index, cuts, k }, information, choice))
    run.progress?.({ done: points.length - 1, total: steps })
  }

  note()
  while (!cancelled) {
    if (groupings === undefined && isSettled(task, index, cuts, k)) groupings = cuts.map((cut) => cut.grouping())
    if (groupings !== undefined && !toTheTop) break
    const choice = await (groupings === undefined
      ? chooser.choose(guide.cap)
      : beyond.choose(Math.max(k, problem.frequencies.rows)))
    cancelled = chooser.cancelled || beyond.cancelled
    if (choice === undefined) break
    guide.index.apply(choice.generalization)
    cuts[choice.generalization.column].apply(choice.generalization)
    note(choice)
    if (pace.due()) cancelled = !(await pace.rest())
  }
  const trail: Trail = {
    search: 'bottom-up',
    allowance: task.allowance,
    columns: columns.map(({ hierarchy }, column) => ({
      column: hierarchy.column,
      size: hierarchy.values.length,
      starts: starts[column],
    })),
    points,
  }
  return { trail, groupings, trials: chooser.trials + beyond.trials, cancelled }
}

function openGuide({ problem, allowance }: ClimbTask, index: ClassIndex, cuts: readonly ColumnCut[], k: number) {
  const names = problem.hierarchies.map(({ column }) => column)
  const sets = setsAsked(problem.requirements, names)
  if (sets.length === 0) return { index, cap: k }
  return {
    index: withSets(index, { sets, frequencies: problem.frequencies, cuts, allowance, k }),
    cap: sets.reduce((sum, set) => sum + set.k, k),
  }
}

function openIndex(
  { problem, options, target, allowance }: ClimbTask,
  cuts: readonly ColumnCut[],
  starts: readonly (readonly number[])[],
  largestSize: number,
): ClassIndex {
  const { frequencies } = problem
  const index = new TeaIndex(frequencies, target, allowance, largestSize)
  starts.forEach((groups, column) => {
    groups.forEach((start, i) => {
      const end = groups[i + 1] ?? frequencies.columns[column].size
      if (end > start + 1) index.merge(column, start, end)
    })
  })
  if (options.form === 'pruning')
    index.promising = (cap) => promisingGeneralizations(index, cuts, index.anonymity(cap), allowance)
  return index
}

function isSettled(
  { problem, evaluator, allowance }: ClimbTask,
  index: ClassIndex,
  cuts: readonly ColumnCut[],
  k: number,
): boolean {
  if (index.anonymity(k) < k) return false
  if (sizeDecides(problem.requirements) && (allowance === 0 || problem.suppressedGroup === 'exempt')) return true
  const { acceptable, partition } = evaluator.evaluate(cuts.map((cut) => cut.grouping()))
  return acceptable && partition.suppressedRows <= allowance
}

function describe(
  { columns, target, problem }: ClimbTask,
  { index, cuts, k }: { readonly index: ClassIndex; readonly cuts: readonly ColumnCut[]; readonly k: number },
  information: number,
  choice: Choice | undefined,
): TrailPoint {
  const capped = index.anonymity(k)
  const anonymity = capped < k ? capped : index.exactAnonymity()
  const figures = index.figures(Math.min(anonymity, k))
  const groupings = cuts.map((cut) => cut.grouping())
  const loss = trailLoss(columns, groupings, figures)
  return {
    step: choice && describeStep(cuts, choice),
    anonymity,
    information,
    figures: trailFigures(loss, target && figures.wrongRows / Math.max(1, problem.frequencies.rows)),
    suppressed: figures.suppressedRows,
    classes: figures.classes,
  }
}

function describeStep(cuts: readonly ColumnCut[], { generalization, gain }: Choice): TrailPoint['step'] {
  const { column, starts, end, loss } = generalization
  return {
    column: cuts[column].counts.hierarchy.column,
    node: cuts[column].label(generalization),
    from: starts[0],
    to: end - 1,
    information: loss,
    anonymity: gain,
  }
}

/** LM if the given rows are suppressed: Σ_columns weight · (Σ_groups kept rows · loss + suppressed rows)/N. */
function trailLoss(
  columns: readonly ColumnCounts[],
  groupings: readonly Grouping[],
  { suppressedRows, suppressedAt }: ClassFigures,
): number {
  let sum = 0
  columns.forEach((counts, column) => {
    const starts = groupStarts(groupings[column])
    const total = counts.rows[counts.rows.length - 1]
    let lost = suppressedRows
    for (let group = 0; group < starts.length; group++) {
      const end = group + 1 < starts.length ? starts[group + 1] : counts.rows.length - 1
      const kept = rowsIn(counts, starts[group], end) - (suppressedAt[column].get(starts[group]) ?? 0)
      if (kept > 0) lost += kept * groupLoss(counts.hierarchy, starts[group], end - 1)
    }
    sum += (counts.weight * lost) / Math.max(1, total)
  })
  return sum
}

/** Intervals that an ordered column begins with, at most. */
const INTERVALS = 32

/** Initial groups: the leaves of a tree, or intervals of about equal rows; missing values are alone. */
export function findStarts({ rows, hierarchy }: ColumnCounts): number[] {
  const size = hierarchy.values.length
  if (hierarchy.tree !== undefined || size <= INTERVALS) return [...hierarchy.values.keys()]
  const { missing } = hierarchy
  const numbers = missing === undefined ? size : size - 1
  const most = missing === undefined ? INTERVALS : INTERVALS - 1
  const starts = [0]
  for (let code = 1; code < numbers; code++) {
    // Starts interval i once rows(before) ≥ i · rows / intervals.
    if (starts.length < most && rows[code] * most >= starts.length * rows[numbers]) starts.push(code)
  }
  if (missing !== undefined) starts.push(missing)
  return starts
}
