/** The best full-domain recoding that `lattice` finds with bounded effort: something that no search needs to end above. */
import { latticeMethod } from '../methods/lattice/lattice.ts'
import { type SearchProblem, type SearchRun, solutionIn } from '../search.ts'

/** Nodes and cells (combinations × columns) that it may look at. */
const MOST_LOOKS = 2000
const MOST_CELLS = 5e8

export type BoundedLattice = Awaited<ReturnType<typeof boundedLattice>>

/** `times`: how often it is called with the same budget. */
export async function boundedLattice(problem: SearchProblem, run: SearchRun, times = 1) {
  const cells = Math.max(1, problem.frequencies.combinations * problem.hierarchies.length) * times
  const evaluations = Math.min(MOST_LOOKS, Math.ceil(MOST_CELLS / cells))
  return searchLatticeWithin(problem, run, evaluations)
}

/** The best after at most so many evaluations. */
export async function searchLatticeWithin(problem: SearchProblem, run: SearchRun, evaluations: number) {
  const result = await latticeMethod.search(problem, { evaluations }, { ...run, progress: undefined }, PLAIN)
  return { best: solutionIn(result), evaluations: result.evaluations }
}

const PLAIN = { start: 'none', improve: 'none' } as const
