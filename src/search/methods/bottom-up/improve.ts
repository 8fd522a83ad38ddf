/** What follows the climb when asked for: annealing, then refinement, both for the goal of the job and within the same suppression. */

import type { CategoryTarget } from '../../../frequency/frequency-table.ts'
import type { Random } from '../../../ground/random.ts'
import type { Grouping } from '../../../hierarchy/grouping.ts'
import type { Evaluator } from '../../evaluation.ts'
import type { Pace } from '../../pace.ts'
import type { SearchProblem } from '../../search.ts'
import type { ColumnCounts } from '../../trail/measures.ts'
import { anneal, scheduleOf } from './annealing.ts'
import { mergingOf, startsOf } from './climb.ts'
import { localMoves } from './local-moves.ts'
import type { BottomUpOptions } from './options.ts'
import { refine } from './refine.ts'

export interface Improvement {
  readonly groupings: readonly Grouping[]
  readonly value: number
  readonly details?: Readonly<Record<string, number>>
}

export async function improve(
  climbed: readonly Grouping[],
  task: {
    readonly problem: SearchProblem
    readonly options: BottomUpOptions
    readonly columns: readonly ColumnCounts[]
    readonly allowance: number
    readonly target: CategoryTarget | undefined
    readonly evaluator: Evaluator
    readonly pace: Pace
    readonly random: Random
  },
): Promise<Improvement> {
  const { problem, options, columns, evaluator } = task
  const first = evaluator.evaluate(climbed)
  const climbedValue = first.value
  let best: Improvement = { groupings: climbed, value: climbedValue }
  if (options.refine !== 'undo' && options.annealing === 0) return best
  // A climb that ended above its own allowance (everything at the top) may stay there.
  const allowance = Math.max(task.allowance, first.partition.suppressedRows)
  const moves = localMoves(
    problem.hierarchies,
    columns.map((counts) => mergingOf(counts, options)),
    startsOf(columns, options),
  )
  const details: Record<string, number> = { climbed: climbedValue }
  const keep = (name: string, found: Improvement): void => {
    details[name] = found.value
    if (found.value < best.value) best = found
  }
  if (options.annealing > 0) {
    const annealed = await anneal(climbed, { ...task, moves, allowance }, scheduleOf(options.annealing))
    keep('annealed', annealed)
    // A second place to refine from, besides the climb's own.
    if (options.refine === 'undo')
      keep('annealedRefined', await refine(annealed.groupings, { ...task, moves, allowance }))
  }
  if (options.refine === 'undo') keep('refined', await refine(climbed, { ...task, moves, allowance }))
  return { ...best, details }
}
