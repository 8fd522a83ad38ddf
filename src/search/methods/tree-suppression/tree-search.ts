/** The common part of the tree searches. A stopped search uses the tree learned so far. */
import { findSensitive } from '../../../frequency/class-values.ts'
import { userError } from '../../../ground/errors.ts'
import { prose } from '../../../ground/format.ts'
import type { OptionValues } from '../../../ground/options.ts'
import { type Grouping, groupStarts } from '../../../hierarchy/grouping.ts'
import { growDecisionTree, type TreeSettings } from '../../../learn/decision-tree/decision-tree.ts'
import type { Growth } from '../../../learn/decision-tree/grow.ts'
import { countNodes, type TreeNode } from '../../../learn/decision-tree/tree.ts'
import type { ClassOutputs } from '../../../recoding/class-decision.ts'
import { askedAgain, smallestAllowedClass } from '../../../requirements/requirement.ts'
import { classJudge } from '../../classes/class-judge.ts'
import type { ClassesResult, DecidedClasses } from '../../classes-search.ts'
import { allowedSuppression } from '../../evaluation.ts'
import { keepPace } from '../../pace.ts'
import { notTogether, SEARCHES_FOR_ALL } from '../../refusals.ts'
import type { SearchProblem, SearchRun } from '../../search.ts'
import { SLOWNESS } from '../../work.ts'
import { type CutTable, cellsOfTree, cutTable } from './cut-table.ts'
import { type Suppressed, type SuppressSettings, suppressAlongTree } from './suppress.ts'

/** Judges outputs by models on the target, whose values the tree counts. Throws for any other model. */
function judgeTarget(name: string, { requirements, frequencies }: SearchProblem, { target, table }: CutTable) {
  const models = requirements.filter(({ reads }) => reads !== 'sizes')
  const other = models.find(({ counts, mergedHolds }) => counts.join() !== target || !mergedHolds)
  if (other !== undefined)
    throw notTogether`algorithm ${name} keeps k and models on its target, ${target}; the job also asks for
      ${other.name}: choose ${SEARCHES_FOR_ALL}`
  if (models.length === 0) return undefined
  const column = findSensitive(frequencies, target)
  const places = table.target.values.map((value) => column.values.indexOf(value))
  const tallies = new Int32Array(column.values.length)
  const broken = classJudge({
    requirements: models.map(askedAgain),
    columns: [{ ...column, from: 0 }],
    rowsOfTable: frequencies.rows,
    receivers: true,
  })
  return (rows: number, counts: Float64Array) => {
    places.forEach((place, value) => {
      tallies[place] = counts[value]
    })
    return broken(Int32Array.of(rows), tallies, tallies.length)
  }
}

/** kACTUS and kACTUS-2 along a C4.5 tree; they differ in how rows are given to a small branch. */
export function searchAlongDecisionTree(
  name: string,
  problem: SearchProblem,
  options: OptionValues,
  run: SearchRun,
  giving: Pick<SuppressSettings, 'swappingThreshold' | 'poolSmall' | 'choose'>,
): Promise<ClassesResult> {
  const { confidence, prune } = options as Pick<TreeSettings, 'confidence' | 'prune'>
  return searchAlongTree(
    { name, problem, options, run },
    function* ({ table }) {
      return (yield* growDecisionTree(table, { confidence, prune })).root
    },
    { lostRows: options['lost-rows'] as 'drop' | 'borrow', ...giving },
  )
}

function listWarnings(name: string, { goal }: SearchProblem, swappedRows: number): string[] | undefined {
  const warnings: string[] = []
  const numbers = goal.terms.flatMap(({ metric }) => (metric.needs === 'number-target' ? [metric.name] : []))
  if (numbers.length > 0)
    warnings.push(
      `${name} follows a target of categories, and the goal has ${numbers.join(', ')}: it is neither sought ` +
        'nor measured; choose another algorithm, or goal: classification',
    )
  if (swappedRows > 0)
    warnings.push(
      `${name} swaps rows with the target in hand: its CM and accuracy are not comparable with those of ` +
        'searches that leave values true',
    )
  return warnings.length === 0 ? undefined : warnings
}

interface TreeSearch {
  readonly name: string
  readonly problem: SearchProblem
  readonly options: OptionValues
  readonly run: SearchRun
}

const WORK_PER_CELL = SLOWNESS * 5e-8

export async function searchAlongTree(
  { name, problem, options, run }: TreeSearch,
  learn: (cut: CutTable, k: number) => Growth<TreeNode>,
  settings: Omit<SuppressSettings, 'k' | 'breaks'>,
): Promise<ClassesResult> {
  const k = smallestAllowedClass(problem.requirements)
  const { rows } = problem.frequencies
  if (k > rows) throw userError('data', 'privacy.k')`k must be at most the number of rows, ${rows}; got ${k}`
  const target = options['target'] as string | undefined
  const cut = cutTable(`algorithm ${name}`, problem.frequencies, problem.hierarchies, target)
  const breaks = judgeTarget(name, problem, cut)
  if (run.signal?.aborted) return { outcome: 'cancelled', evaluations: 0 }
  run.progress?.({ done: 0, total: 2 })
  const pace = keepPace(run)
  let over = false
  const growth = learn(cut, k)
  let step = growth.next(false)
  while (!step.done) {
    run.work?.spend(step.value * problem.hierarchies.length * WORK_PER_CELL)
    if (!over && pace.due()) over = !(await pace.rest()) || (run.deadline !== undefined && run.now() >= run.deadline)
    step = growth.next(over)
  }
  const root = step.value
  run.progress?.({ done: 1, total: 2 })
  const { cells, groupings } = cellsOfTree(cut, root)
  const result = suppressAlongTree(cells, root, { ...settings, k, breaks })
  run.progress?.({ done: 2, total: 2 })
  const { leaves, nodes } = countNodes(root)
  const details = {
    'tree leaves': leaves,
    'tree nodes': nodes,
    outputs: result.outputs.length,
    'swapped rows': result.swappedRows,
    'borrowed rows': result.borrowedRows,
    'lost rows': result.lostRows,
    warnings: listWarnings(name, problem, result.swappedRows),
  }
  const canBorrow = options['lost-rows'] === 'drop'
  if (problem.suppressedGroup === 'enforce' && result.lostRows > 0 && result.lostRows < k) {
    const reason = prose`algorithm ${name} leaves out ${result.lostRows} rows, and suppressed-group: enforce asks for
      none or at least ${k}; set ${canBorrow ? 'lost-rows: borrow, or ' : ''}suppressed-group: exempt`
    return { outcome: 'none-exists', evaluations: 1, details, reason }
  }
  if (result.lostRows > allowedSuppression(problem)) {
    const reason = prose`algorithm ${name} leaves out ${result.lostRows} rows that no group of ${k} takes, more than
      suppression-limit allows (now ${problem.suppressionLimit}); raise
      it${canBorrow ? ', or set lost-rows: borrow' : ''}`
    return { outcome: 'none-exists', evaluations: 1, details, reason }
  }
  const decided: DecidedClasses = {
    decision: {
      groupings,
      target: cut.target,
      cells,
      outputs: rangesOfGroups(groupings, result.outputs),
      moves: {
        count: result.moves.length,
        cell: Int32Array.from(result.moves, ({ cell }) => cell),
        output: Int32Array.from(result.moves, ({ output }) => output),
        rows: Int32Array.from(result.moves, ({ rows }) => rows),
      },
    },
    swappedRows: result.swappedRows,
    lostRows: result.lostRows,
    whyLost: `no group takes them${canBorrow ? '; set lost-rows: borrow to keep them' : ''}`,
  }
  return over
    ? { outcome: 'cancelled', best: decided, evaluations: 1, details }
    : { outcome: 'found', optimal: false, ...decided, evaluations: 1, details }
}

function rangesOfGroups(groupings: readonly Grouping[], outputs: Suppressed['outputs']): ClassOutputs {
  return {
    count: outputs.length,
    ranges: groupings.map((grouping, column) => {
      const first = groupStarts(grouping)
      const last = (group: number) => (group + 1 < first.length ? first[group + 1] : grouping.codeGroups.length) - 1
      const low = Int32Array.from(outputs, ({ codes }) => (codes[column] < 0 ? -1 : first[codes[column]]))
      return { low, high: Int32Array.from(outputs, ({ codes }) => (codes[column] < 0 ? -1 : last(codes[column]))) }
    }),
  }
}
