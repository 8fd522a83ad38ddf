/** The best full-domain recoding that `lattice` finds with bounded effort, as an upper bound for other searches. */
import { latticeMethod } from '../methods/lattice/lattice.ts'
import { type SearchProblem, type SearchRun, solutionIn } from '../search.ts'

/** Limits in nodes and in cells (combinations × columns). */
const MOST_LOOKS = 2000
const MOST_CELLS = 5e8

export type BoundedLattice = Awaited<ReturnType<typeof boundedLattice>>

/** `times`: calls that share the budget. */
export async function boundedLattice(problem: SearchProblem, run: SearchRun, times = 1) {
  const cells = Math.max(1, problem.frequencies.combinations * problem.hierarchies.length) * times
  const evaluations = Math.min(MOST_LOOKS, Math.ceil(MOST_CELLS / cells))
  return searchLatticeWithin(problem, run, evaluations)
}

export async function searchLatticeWithin(problem: SearchProblem, run: SearchRun, evaluations: number) {
  const result = await latticeMethod.search(problem, { evaluations }, { ...run, progress: undefined }, PLAIN)
  return { best: solutionIn(result), evaluations: result.evaluations }
}

const PLAIN = { start: 'none', improve: 'none' } as const
