/** The work that worker threads do for the pareto search: scores of chromosomes. A score depends on its chromosome alone. */
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
/** Undefined when the search was stopped before it. */
export type ScoreAnswer = Score | undefined

/** What a worker looks for in this module. @public */
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
