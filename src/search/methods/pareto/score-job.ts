/** The worker job of the pareto search: scores chromosomes. A score depends only on its chromosome. */
import type { Job, Work } from '../../../ground/workers/pool.ts'
import { fromPortable, type PortableProblem } from '../../portable-problem.ts'
import type { SearchProblem } from '../../search.ts'
import { createScore } from './objectives.ts'
import type { Score } from './solution.ts'

export interface ScoreData {
  readonly problem: PortableProblem
  readonly objectives: readonly string[]
  readonly suppression: boolean
}

export type ScoreTask = Uint8Array
export type ScoreAnswer = Score | undefined

/** The entry point of the worker. @public */
export const open: Job<ScoreData, ScoreTask, ScoreAnswer> = ({ problem, objectives, suppression }) =>
  openScores(fromPortable(problem), objectives, suppression)

export function openScores(
  problem: SearchProblem,
  objectives: readonly string[],
  suppression: boolean,
): Work<ScoreTask, ScoreAnswer> {
  const score = createScore(problem, objectives, suppression)
  return (bits, context) => (context.stopped() ? undefined : score(bits))
}
