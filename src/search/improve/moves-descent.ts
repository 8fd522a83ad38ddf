/**
 * Descent by moves: undoes unnecessary generalization. Makes the best acceptable move (split or merge) until none
 * helps, then a merge that makes room for a split. Repeats from the top, once per first split, and from the best with
 * one or two columns raised to the top. Ties are broken by class spread. Every accepted change lowers (goal, spread),
 * so it ends. Cost: moves × steps evaluations per descent; about moves + columns² descents.
 */

import type { Partition } from '../../frequency/classes.ts'
import type { CategoryTarget } from '../../frequency/frequency-table.ts'
import { coarsestGrouping, type Grouping } from '../../hierarchy/grouping.ts'
import { allowedSuppression, createEvaluator, type Evaluator } from '../evaluation.ts'
import { keepPace, type Pace } from '../pace.ts'
import type { MoveSpace, SearchProblem, SearchRun } from '../search.ts'
import { categoryTargetFor } from '../trail/measures.ts'
import { evaluationWork } from '../work.ts'
import { type LocalMove, type LocalState, localMoves, openState } from './local-moves.ts'

interface Refined {
  readonly groupings: readonly Grouping[]
  readonly value: number
}

interface Standing {
  readonly value: number
  readonly spread: number
}

interface DescentTask {
  readonly moves: readonly LocalMove[]
  readonly evaluator: Evaluator
  readonly allowance: number
  readonly target: CategoryTarget | undefined
  readonly pace: Pace
}

export async function improveByMoves(
  problem: SearchProblem,
  groupings: readonly Grouping[],
  run: SearchRun,
  space: MoveSpace = { starts: problem.hierarchies.map(() => undefined), allowance: allowedSuppression(problem) },
): Promise<Refined & { readonly evaluations: number }> {
  const evaluator = createEvaluator(problem)
  const { partition } = evaluator.evaluate(groupings)
  const refined = await descendFromAll(groupings, {
    moves: localMoves(problem.hierarchies, space.starts),
    evaluator,
    // A result beyond the allowance of its space (everything at the top) may stay there.
    allowance: Math.max(space.allowance, partition.suppressedRows),
    target: categoryTargetFor(problem),
    pace: keepPace(run, evaluationWork(problem)),
  })
  return { ...refined, evaluations: evaluator.evaluations }
}

const TOLERANCE = 1e-12

const NOWHERE: Standing = { value: Number.POSITIVE_INFINITY, spread: Number.POSITIVE_INFINITY }

function isBetter(a: Standing, b: Standing): boolean {
  if (a.value < b.value - TOLERANCE) return true
  return a.value <= b.value + TOLERANCE && a.spread < b.spread - TOLERANCE
}

function judge(groupings: readonly Grouping[], { evaluator, allowance, target }: DescentTask): Standing {
  const { acceptable, value, partition } = evaluator.evaluate(groupings)
  if (!acceptable || partition.suppressedRows > allowance) return NOWHERE
  return { value, spread: classSpread(partition, target) }
}

async function descendFromAll(start: readonly Grouping[], given: DescentTask): Promise<Refined> {
  const task: Going = { ...given, cancelled: false }
  let best = await descend(start, task, true)
  const tryFrom = async (place: readonly Grouping[]): Promise<boolean> => {
    const found = await descend(place, task, false)
    if (!isBetter(found, best)) return false
    best = await descend(found.groupings, task, true)
    return true
  }

  const top = start.map(({ codeGroups }) => coarsestGrouping(codeGroups.length))
  for (const move of task.moves) {
    const state = openState(top)
    if (task.cancelled || state.direction(move) !== -1) continue
    state.toggle(move)
    await tryFrom(state.groupings)
  }
  const columns = start.map((_, column) => column)
  const raised = columns.flatMap((a) => columns.slice(a).map((b) => [a, b]))
  for (let i = 0, failed = 0; failed < raised.length && !task.cancelled; i = (i + 1) % raised.length) {
    const place = best.groupings.map((grouping, column) => (raised[i].includes(column) ? top[column] : grouping))
    failed = (await tryFrom(place)) ? 0 : failed + 1
  }
  return { groupings: best.groupings, value: best.value }
}

/** Once cancelled, no move is found and every descent ends where it is. */
interface Going extends DescentTask {
  cancelled: boolean
}

async function descend(start: readonly Grouping[], task: Going, inPairs: boolean): Promise<Refined & Standing> {
  const state = openState(start)
  let standing = judge(state.groupings, task)
  for (;;) {
    const found =
      (await bestMove(state, task, standing)) ?? (inPairs ? await bestPair(state, task, standing) : undefined)
    if (found === undefined) break
    for (const move of found.moves) state.toggle(move)
    standing = found
  }
  return { groupings: state.groupings, value: standing.value, spread: standing.spread }
}

interface FoundMoves extends Standing {
  readonly moves: readonly LocalMove[]
}

async function bestMove(
  state: LocalState,
  task: Going,
  standing: Standing,
  after?: LocalMove,
): Promise<FoundMoves | undefined> {
  let best: FoundMoves | undefined
  for (const move of task.moves) {
    const direction = move === after ? 0 : state.direction(move)
    if (direction === 0 || (after !== undefined && direction === 1)) continue
    state.toggle(move)
    const there = judge(state.groupings, task)
    state.toggle(move)
    if (isBetter(there, best ?? standing)) best = { ...there, moves: after === undefined ? [move] : [after, move] }
    if (task.pace.due() && !(await task.pace.rest())) task.cancelled = true
    if (task.cancelled) return undefined
  }
  return best
}

async function bestPair(state: LocalState, task: Going, standing: Standing): Promise<FoundMoves | undefined> {
  let best: FoundMoves | undefined
  for (const room of task.moves) {
    if (state.direction(room) !== 1) continue
    state.toggle(room)
    best = (await bestMove(state, task, best ?? standing, room)) ?? best
    state.toggle(room)
    if (task.cancelled) return undefined
  }
  return best
}

/** Conditional entropy of the target in bits per row: breaks ties of CM and similar goals. */
export function classSpread(partition: Partition, target: CategoryTarget | undefined): number {
  if (target === undefined) return 0
  const { classes, suppressed, suppressedRows, frequencies } = partition
  const index = frequencies.targets.filter((candidate) => candidate.kind === 'categories').indexOf(target)
  const histogram = classes.histograms[index]
  const width = target.values.length
  let sum = suppressedRows * Math.log2(width)
  for (let c = 0; c < classes.count; c++) {
    if (suppressed[c] === 1) continue
    const size = classes.sizes[c]
    sum += size * Math.log2(size)
    for (let v = c * width; v < (c + 1) * width; v++)
      if (histogram[v] > 0) sum -= histogram[v] * Math.log2(histogram[v])
  }
  return sum / Math.max(1, frequencies.rows)
}
