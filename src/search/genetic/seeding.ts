/**
 * Where the search begins: the best full-domain node that `lattice` proves or finds within a budget, so that the genetic search does not
 * end above it; and on the islands an iterated local search over levels (`../local-search/levels.ts`), whose ends are then
 * improved column by column. Budgets are counted in cells, combinations × columns, which is what an evaluation costs.
 */
import type { Random } from '../../random/random.ts'
import type { WorkContext } from '../../workers/pool.ts'
import { searchLattice } from '../lattice/lattice.ts'
import { searchLevels } from '../local-search/levels.ts'
import type { SearchProblem, SearchRun } from '../search.ts'
import { bitsOfGroupings, type Layout } from './chromosome.ts'
import { emptyFitness, type FitnessFunction } from './fitness.ts'

/** Nodes that `lattice` may look at, and cells: its bounds decide most lattices of millions of nodes with fewer. */
const LATTICE_EVALUATIONS = 10_000
const LATTICE_CELLS = 7e8
/** Cells that all local searches over levels may cost, and the looks per column after which one has found what it will find. */
const LEVEL_CELLS = 2e9
const LOOKS_PER_COLUMN = 30
/** Cells that a first population may cost, and how many members it has at least and at most. */
const POPULATION_CELLS = 2e8
const POPULATION = { fewest: 50, most: 5000 }

/** What one evaluation costs. */
function cellsOf({ frequencies, hierarchies }: SearchProblem): number {
  return Math.max(1, frequencies.combinations * hierarchies.length)
}

/** How large a population should be: what evolves must be worth what it costs to fill. */
export function populationFor(problem: SearchProblem): number {
  const wanted = Math.round(POPULATION_CELLS / cellsOf(problem))
  return Math.min(POPULATION.most, Math.max(POPULATION.fewest, wanted))
}

/** How many islands look through levels, and with how many looks each: as many as there are, unless a look is too dear. */
export function levelLooks(problem: SearchProblem, islands: number): { islands: number; looks: number } {
  const wanted = LOOKS_PER_COLUMN * problem.hierarchies.length
  const affordable = Math.ceil(LEVEL_CELLS / cellsOf(problem))
  const searching = Math.max(1, Math.min(islands, Math.floor(affordable / wanted)))
  return { islands: searching, looks: Math.min(wanted, affordable) }
}

export async function latticeSeed(
  problem: SearchProblem,
  layout: Layout,
  run: SearchRun,
): Promise<{ readonly chromosomes: readonly Uint8Array[]; readonly evaluations: number }> {
  const evaluations = Math.min(LATTICE_EVALUATIONS, Math.ceil(LATTICE_CELLS / cellsOf(problem)))
  const result = await searchLattice.search(problem, { evaluations }, { ...run, progress: undefined })
  const best = result.outcome === 'found' ? result : result.outcome === 'none-exists' ? undefined : result.best
  return {
    chromosomes: best === undefined ? [] : [bitsOfGroupings(layout, best.groupings)],
    evaluations: result.evaluations,
  }
}

interface Measured {
  readonly problem: SearchProblem
  readonly layout: Layout
  readonly measure: FitnessFunction
}

/** The ends of a local search over levels from everything generalized, best first. */
export async function levelSeeds(
  { problem, layout, measure }: Measured,
  looks: number,
  random: Random,
  context: WorkContext,
): Promise<Uint8Array[]> {
  const { hierarchies } = problem
  const tops = hierarchies.map(({ levels }) => levels.length - 1)
  const bitsAt = (node: readonly number[]) =>
    bitsOfGroupings(
      layout,
      hierarchies.map(({ levels }, column) => levels[node[column]].grouping),
    )
  const fitness = emptyFitness()
  const { ends } = await searchLevels({
    tops,
    start: tops,
    evaluations: looks,
    random,
    look(node) {
      measure.groupings(
        hierarchies.map(({ levels }, column) => levels[node[column]].grouping),
        fitness,
      )
      return fitness
    },
    async goOn() {
      await context.pause()
      return !context.stopped()
    },
  })
  return ends.map(bitsAt)
}
