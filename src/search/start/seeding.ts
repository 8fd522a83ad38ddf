/**
 * Where the search begins: an iterated local search over levels (`../improve/levels.ts`), whose ends the islands then improve
 * column by column; and the best full-domain node that `lattice` proves or finds within a budget, so that the genetic search does not
 * end above it. Budgets are counted in cells, combinations × columns, which is what an evaluation costs.
 */
import { randomFrom } from '../../ground/random.ts'
import { bitsOfGroupings, type Layout } from '../chromosome/chromosome.ts'
import { createFitness, emptyFitness } from '../chromosome/fitness.ts'
import type { Individual } from '../chromosome/population.ts'
import { type Node, searchLevels } from '../improve/levels.ts'
import { keepPace } from '../pace.ts'
import type { SearchProblem, SearchRun } from '../search.ts'
import { searchLatticeWithin } from './lattice.ts'

/** Nodes that `lattice` may look at, and cells: its bounds decide most lattices of millions of nodes with fewer. */
const LATTICE_EVALUATIONS = 10_000
const LATTICE_CELLS = 7e8
/** Cells that the local search over levels may cost, and the looks per column after which it has found what it will find. */
const LEVEL_CELLS = 2e9
const LOOKS_PER_COLUMN = 30
/** Nodes of a lattice that is begun only to be left: its own first step is the same local search. */
const MOST_NODES = 1e9
/** Cells that a first population may cost, and how many members it has at least and at most. */
const POPULATION_CELLS = { even: 5e7, plateaus: 2e8 }
const POPULATION = { fewest: 50, most: 5000 }
/** The same of an epoch. */
const EPOCH_CELLS = 8e7
const EPOCH = { fewest: 20, most: 250 }

/** Chromosomes to begin with, and what they cost. */
export interface Seeds {
  readonly chromosomes: readonly Uint8Array[]
  readonly evaluations: number
}

/** What one evaluation costs. */
function cellsOf({ frequencies, hierarchies }: SearchProblem): number {
  return Math.max(1, frequencies.combinations * hierarchies.length)
}

/** How large a population should be: what evolves must be worth what it costs to fill. */
export function populationFor(problem: SearchProblem): number {
  const cells = hasPlateaus(problem) ? POPULATION_CELLS.plateaus : POPULATION_CELLS.even
  const wanted = Math.round(cells / cellsOf(problem))
  return Math.min(POPULATION.most, Math.max(POPULATION.fewest, wanted))
}

/**
 * Children without an improvement after which nothing more is to be expected: two epochs of four islands, or four. Half as many gave the same values on Adult
 * at nine k, but not elsewhere: LM of its test rows at k = 250, and CM, which has plateaus, in a job that allows few suppressed rows.
 */
export function patienceFor(problem: SearchProblem): number {
  return hasPlateaus(problem) ? 4000 : 2000
}

/** Many recodings are worth the same, unless the goal is a sum over cells. */
function hasPlateaus({ goal }: SearchProblem): boolean {
  return goal.terms.some(({ metric }) => metric.sums !== 'cells')
}

/** How many levels the local search looks at: enough for it to find what it will find, unless a look is too dear. */
function levelLooks(problem: SearchProblem): number {
  return Math.min(LOOKS_PER_COLUMN * problem.hierarchies.length, Math.ceil(LEVEL_CELLS / cellsOf(problem)))
}

/** Children that an island makes in an epoch: what is found is known to all, and reported, when it ends. */
export function epochFor(problem: SearchProblem): number {
  const wanted = Math.round(EPOCH_CELLS / cellsOf(problem))
  return Math.min(EPOCH.most, Math.max(EPOCH.fewest, wanted))
}

export async function latticeSeed(problem: SearchProblem, layout: Layout, run: SearchRun): Promise<Seeds> {
  const nodes = problem.hierarchies.reduce((product, { levels }) => product * levels.length, 1)
  if (nodes > MOST_NODES) return { chromosomes: [], evaluations: 0 }
  const evaluations = Math.min(LATTICE_EVALUATIONS, Math.ceil(LATTICE_CELLS / cellsOf(problem)))
  const { best, ...cost } = await searchLatticeWithin(problem, run, evaluations)
  return {
    chromosomes: best === undefined ? [] : [bitsOfGroupings(layout, best.groupings)],
    ...cost,
  }
}

/** The ends of a local search over levels from everything generalized, best first. `improved` hears of each acceptable best. */
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
    evaluations: levelLooks(problem),
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
