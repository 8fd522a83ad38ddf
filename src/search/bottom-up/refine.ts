/**
 * Refinement: after the climb, undo what was not needed. Of all moves that keep the release acceptable (split a group, or merge some) the
 * one with the best goal value is made until none helps; then a merge that makes room for a split; then one, two or all columns are
 * sent to the top and split down again, as far as that ends in a better place. Every accepted change lowers the goal value, so it ends.
 * Cost: moves × steps evaluations for each descent; columns² descents at least.
 */
import { coarsestGrouping, type Grouping } from '../../hierarchy/grouping.ts'
import type { Evaluator } from '../evaluation.ts'
import type { Pace } from '../pace.ts'
import { type LocalMove, type LocalState, openState } from './local-moves.ts'

export interface Refined {
  readonly groupings: readonly Grouping[]
  readonly value: number
}

export interface RefineTask {
  readonly moves: readonly LocalMove[]
  readonly evaluator: Evaluator
  /** Rows that may be suppressed. */
  readonly allowance: number
  readonly pace: Pace
}

/** Improvements smaller than this are noise. */
const TOLERANCE = 1e-12

export async function refine(start: readonly Grouping[], task: RefineTask): Promise<Refined> {
  let best = await descend(start, task, true)
  const columns = start.map((_, column) => column)
  const raised = [
    columns,
    ...columns.map((column) => [column]),
    ...columns.flatMap((a) => columns.slice(a + 1).map((b) => [a, b])),
  ]
  // Counts the tries since the last improvement: once all have failed from the same place there is nothing left.
  for (let i = 0, failed = 0; failed < raised.length && !best.cancelled; i = (i + 1) % raised.length) {
    const from = best.groupings.map((grouping, column) =>
      raised[i].includes(column) ? coarsestGrouping(grouping.groupOf.length) : grouping,
    )
    let found = await descend(from, task, false)
    const improved = found.value < best.value - TOLERANCE
    if (improved && !found.cancelled) found = await descend(found.groupings, task, true)
    if (improved) best = found
    else if (found.cancelled) break
    failed = improved ? 0 : failed + 1
  }
  return best
}

interface Descent extends Refined {
  readonly cancelled: boolean
}

async function descend(start: readonly Grouping[], task: RefineTask, inPairs: boolean): Promise<Descent> {
  const { evaluator, pace } = task
  const state = openState(start)
  const first = evaluator.evaluate(state.groupings)
  // From a place that is not acceptable any acceptable one is an improvement.
  const fits = first.acceptable && first.partition.suppressedRows <= task.allowance
  let value = fits ? first.value : Number.POSITIVE_INFINITY
  for (;;) {
    const found = bestMove(state, task, value) ?? (inPairs ? await bestPair(state, task, value) : undefined)
    if (found === undefined) break
    for (const move of found.moves) state.toggle(move)
    value = found.value
    if (pace.due() && !(await pace.rest())) return { groupings: state.groupings, value, cancelled: true }
  }
  return { groupings: state.groupings, value, cancelled: false }
}

interface FoundMoves {
  readonly moves: readonly LocalMove[]
  readonly value: number
}

function bestMove(state: LocalState, task: RefineTask, value: number, after?: LocalMove): FoundMoves | undefined {
  const { moves, evaluator, allowance } = task
  let best: FoundMoves | undefined
  for (const move of moves) {
    const direction = move === after ? 0 : state.direction(move)
    // After a merge that makes room only splits make sense.
    if (direction === 0 || (after !== undefined && direction === 1)) continue
    state.toggle(move)
    const evaluation = evaluator.evaluate(state.groupings)
    state.toggle(move)
    if (!evaluation.acceptable || evaluation.partition.suppressedRows > allowance) continue
    if (evaluation.value < (best?.value ?? value - TOLERANCE)) {
      best = { moves: after === undefined ? [move] : [after, move], value: evaluation.value }
    }
  }
  return best
}

/** The best split that becomes possible by one merge. Undefined also when cancelled: what there is stays acceptable. */
async function bestPair(state: LocalState, task: RefineTask, value: number): Promise<FoundMoves | undefined> {
  let best: FoundMoves | undefined
  for (const room of task.moves) {
    if (state.direction(room) !== 1) continue
    state.toggle(room)
    best = bestMove(state, task, best?.value ?? value, room) ?? best
    state.toggle(room)
    if (task.pace.due() && !(await task.pace.rest())) return undefined
  }
  return best
}
