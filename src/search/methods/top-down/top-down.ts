/**
 * Top-down specialization (TDS, Fung, Wang, Yu, ICDE 2005) and refinement (TDR, TKDE 2007): starts with every column at
 * its root and refines the value with the most class information gained per anonymity lost, while every set of
 * quasi-identifiers keeps its k. Numbers need no tree: an interval is cut at the largest gain. Suppresses no row; TDR
 * keeps single values at ⊥. Cost: at most one step per value of the domains; a step reads the combinations of the
 * partitions it split, and counts the release once.
 */
import type { FrequencyTable } from '../../../frequency/frequency-table.ts'
import { prose } from '../../../ground/format.ts'
import { utilityClassification } from '../../../metrics/utility/classification.ts'
import { utilityLoss } from '../../../metrics/utility/loss.ts'
import { type ColumnSet, setsAsked } from '../../../requirements/quasi-identifier-sets/quasi-identifier-sets.ts'
import { smallestAllowedClass } from '../../../requirements/requirement.ts'
import { endSearch } from '../../ends.ts'
import { createEvaluator, type Evaluation } from '../../evaluation.ts'
import type { SearchMethod } from '../../method.ts'
import { keepPace } from '../../pace.ts'
import type { Trail, TrailColumn, TrailPoint, TrailStep } from '../../results.ts'
import type { SearchProblem, SearchResult, SearchRun } from '../../search.ts'
import type { ColumnCounts } from '../../trail/measures.ts'
import { categoryTargetFor, countColumns, findMeasure, goalMeasure, rowsIn } from '../../trail/measures.ts'
import { groupingsAfter, trailFigures } from '../../trail/trail.ts'
import { evaluationWork } from '../../work.ts'
import type { ColumnRefinement } from './cut-value.ts'
import { openDescent, type ScoredRefinement } from './descent.ts'
import { columnRefinements, readTopDownOptions, type TopDownOptions, topDownOptions } from './options.ts'

export const topDownMethod: SearchMethod = {
  kind: 'columns',
  name: 'top-down',
  title: 'Top-down specialization',
  summary: prose`Starts with everything generalized and refines values where that tells most about the class per
    anonymity lost; finds its own cuts of numbers.`,
  source: 'Fung, Wang, Yu 2005 (TDS, ICDE) and 2007 (TDR, TKDE)',
  options: topDownOptions,
  leavesTrail: true,
  starts: ['lattice', 'none'],
  improves: ['columns', 'moves', 'none'],
  attempts: (problem, { metric = goalMeasure(problem) }) => [{ metric }],
  // Column programs do not support values at ⊥.
  cuts: (given) => readTopDownOptions(given).refinement === 'tds',
  search: (problem, given, run) => descend(problem, readTopDownOptions(given), run),
}

async function descend(problem: SearchProblem, options: TopDownOptions, run: SearchRun): Promise<SearchResult> {
  const { frequencies, hierarchies } = problem
  const target = categoryTargetFor(problem)
  const columns = countColumns(problem, target)
  const kinds = columnRefinements(options, hierarchies)
  const all: ColumnSet = { columns: [...hierarchies.keys()], k: smallestAllowedClass(problem.requirements) }
  // The score is about the sets with their own k, if any; all columns together must hold too.
  const names = hierarchies.map(({ column }) => column)
  const asked = setsAsked(problem.requirements, names)
  const sets = asked.length === 0 ? undefined : asked
  const descent = openDescent({
    frequencies,
    columns,
    kinds,
    measure: findMeasure('algorithm top-down', options.metric, target),
    aboutTarget: target !== undefined && ['information', 'majority', undefined].includes(options.metric),
    sets: sets ?? [all],
    constraints: sets === undefined || all.k === 1 ? [] : [all],
    options,
  })
  const evaluator = createEvaluator(problem)
  const pace = keepPace(run, evaluationWork(problem))

  const begin = columns.map((counts, column) => trailColumn(counts, kinds[column]))
  const steps: TrailStep[] = []
  const top = evaluator.evaluate(groupingsAfter(begin, steps))
  const points = [describePoint(problem, target?.name, top, 0)]
  const topIsAcceptable = top.acceptable
  // If rows are suppressed even at the top, requirements and limit decide, and nothing can be refined.
  const canRefine = topIsAcceptable && top.partition.suppressedRows === 0
  const tooLarge = sets?.find(({ k }) => k > frequencies.rows)
  let cancelled = run.signal?.aborted === true
  let information = 0
  while (canRefine && tooLarge === undefined && !cancelled) {
    const best = descent.best()
    if (best === undefined) break
    const step = describeStep(columns, best)
    const evaluation = evaluator.evaluate(groupingsAfter(begin, [...steps, step]))
    if (evaluation.partition.suppressedRows > 0) {
      descent.rule(best.refinement)
    } else {
      descent.apply(best.refinement)
      steps.push(step)
      information += step.information
      points.push({ step, ...describePoint(problem, target?.name, evaluation, information) })
      run.progress?.({ done: steps.length, total: 0, best: evaluation.value })
    }
    if (pace.due()) cancelled = !(await pace.rest())
  }

  const groupings = groupingsAfter(begin, steps)
  const { value } = evaluator.evaluate(groupings)
  const trail: Trail = { search: 'top-down', allowance: 0, columns: begin, points }
  const figures = { evaluations: descent.evaluations + evaluator.evaluations, trail }
  if (tooLarge !== undefined && !cancelled)
    return { outcome: 'none-exists', reason: tooLargeReason(tooLarge, frequencies), ...figures }
  const found = topIsAcceptable && tooLarge === undefined ? { groupings, value } : undefined
  return endSearch(problem, { found, cancelled, space: 'generalization of the columns' }, figures)
}

function tooLargeReason({ columns, k }: ColumnSet, { columns: all, rows }: FrequencyTable): string {
  const names = columns.map((column) => all[column].name).join(', ')
  return `the quasi-identifier set ${names} asks for k = ${k} and the table has ${rows} rows; ask for less`
}

function trailColumn(counts: ColumnCounts, kind: ColumnRefinement): TrailColumn {
  const { column, values } = counts.hierarchy
  const whole = { column, size: values.length, starts: [0] }
  if (kind === 'tree' || kind === 'split') return whole
  const present = Array.from(values, (_, code) => code).filter((code) => rowsIn(counts, code, code + 1) > 0)
  return { ...whole, suppressed: present }
}

function describeStep(columns: readonly ColumnCounts[], { refinement, loss }: ScoredRefinement): TrailStep {
  const { value, parts, disclosed, gain } = refinement
  const { hierarchy } = columns[value.column]
  const figures = { column: hierarchy.column, information: gain, anonymity: loss }
  if (disclosed !== undefined) {
    return { ...figures, node: hierarchy.values[disclosed], from: disclosed, to: disclosed, disclosed: true }
  }
  return { ...figures, node: value.label, from: value.from, to: value.end - 1, parts: Array.from(parts!) }
}

function describePoint(
  { goal, hierarchies }: SearchProblem,
  target: string | undefined,
  { partition }: Evaluation,
  information: number,
): TrailPoint {
  const weights = goal.terms[0]?.settings.weights ?? hierarchies.map(() => 1 / hierarchies.length)
  const settings = { hierarchies, weights: Float64Array.from(weights), k: 1 }
  const about = { ...settings, options: { [utilityClassification.name]: { target } } }
  const wrong = target === undefined ? undefined : utilityClassification.compute(partition, about)
  return {
    anonymity: partition.smallestClass,
    information,
    figures: trailFigures(utilityLoss.compute(partition, settings), wrong),
    suppressed: partition.suppressedRows,
    classes: partition.classes.count,
  }
}
