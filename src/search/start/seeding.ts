/**
 * Seeds of a population: the ends of an iterated local search over levels (`../improve/levels.ts`), and the best
 * full-domain node that `lattice` finds within a budget, so that the result is never worse. Budgets count cells,
 * combinations × columns, the cost of an evaluation.
 */
import { randomFrom } from '../../ground/random.ts'
import { bitsOfGroupings, type Layout } from '../chromosome/chromosome.ts'
import { createFitness, emptyFitness } from '../chromosome/fitness.ts'
import type { Individual } from '../chromosome/population.ts'
import { searchLevels } from '../improve/levels.ts'
import type { Node } from '../levels/ladder.ts'
import { latticeMethod } from '../methods/lattice/lattice.ts'
import { keepPace } from '../pace.ts'
import { type SearchProblem, type SearchRun, solutionIn } from '../search.ts'
import { cellCount, latticeNodes } from '../work.ts'
import { LOOKS_PER_COLUMN, openLevelStart } from './level-start.ts'

/** Nodes and cells for `lattice`: its bounds decide most lattices of millions of nodes with fewer. */
const LATTICE_EVALUATIONS = 10_000
const LATTICE_CELLS = 7e8
/** Cells for the local search over levels. */
const LEVEL_CELLS = 2e9
/** In larger lattices `lattice` would only repeat the local search, its first step. */
const MOST_NODES = 1e9

export interface Seeds {
  readonly chromosomes: readonly Uint8Array[]
  readonly evaluations: number
}

export async function latticeSeed(problem: SearchProblem, layout: Layout, run: SearchRun): Promise<Seeds> {
  if (latticeNodes(problem) > MOST_NODES) return { chromosomes: [], evaluations: 0 }
  const evaluations = Math.min(LATTICE_EVALUATIONS, Math.ceil(LATTICE_CELLS / cellCount(problem)))
  const { best, ...cost } = await searchLatticeWithin(problem, run, evaluations)
  return { chromosomes: best === undefined ? [] : [bitsOfGroupings(layout, best.groupings)], ...cost }
}

/** Local optima over levels from everything generalized, best first. `improved` is called for each acceptable best. */
export async function levelSeeds(
  problem: SearchProblem,
  layout: Layout,
  run: SearchRun,
  improved: (best: Individual) => void,
): Promise<Seeds> {
  const { hierarchies } = problem
  const measure = createFitness(problem, layout)
  const tops = hierarchies.map(({ levels }) => levels.length - 1)
  const groupingsAt = (node: Node) => hierarchies.map(({ levels }, column) => levels[node[column]].grouping)
  const bitsAt = (node: Node) => bitsOfGroupings(layout, groupingsAt(node))
  const fitness = emptyFitness()
  const pace = keepPace(run)
  const { ends } = await searchLevels({
    tops,
    start: tops,
    evaluations: Math.min(LOOKS_PER_COLUMN * tops.length, Math.ceil(LEVEL_CELLS / cellCount(problem))),
    random: randomFrom(run.seed),
    look(node) {
      measure.groupings(groupingsAt(node), fitness)
      return fitness
    },
    improved: (node) => improved({ bits: bitsAt(node), fitness: { ...fitness } }),
    goOn: () => !pace.due() || pace.rest(),
  })
  return { chromosomes: ends.map(bitsAt), evaluations: measure.evaluator.evaluations }
}

/** Limits in nodes and in cells (combinations × columns). */
const MOST_LOOKS = 2000
const MOST_CELLS = 5e8

export type BoundedLattice = Awaited<ReturnType<typeof boundedLattice>>

/** `times`: calls that share the budget. */
export async function boundedLattice(problem: SearchProblem, run: SearchRun, times = 1) {
  const most = Math.ceil(MOST_CELLS / (cellCount(problem) * times))
  return searchLatticeWithin(problem, run, Math.min(MOST_LOOKS, most))
}

async function searchLatticeWithin(problem: SearchProblem, run: SearchRun, evaluations: number) {
  const result = await latticeMethod.search(problem, { evaluations }, { ...run, progress: undefined }, openLevelStart)
  return { best: solutionIn(result), evaluations: result.evaluations }
}
