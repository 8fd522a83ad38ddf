/**
 * Seeds for the first population: solutions that cheaper methods find. The best full-domain node (`lattice`, within a budget), so
 * that the genetic search never ends above it; and the trail of a greedy walk from the finest levels to the coarsest, one level of one column at a
 * time, always the step with the best goal (bottom-up in the manner of Wang, Yu and Chakraborty 2004, scored by the goal itself).
 */
import { createEvaluator } from '../evaluation.ts'
import { searchLattice } from '../lattice/lattice.ts'
import { keepPace } from '../pace.ts'
import type { SearchProblem, SearchRun } from '../search.ts'
import { bitsOfGroupings, type Layout } from './chromosome.ts'
import type { GeneticOptions } from './options.ts'

export interface Seeds {
  readonly chromosomes: readonly Uint8Array[]
  readonly evaluations: number
}

/** Nodes that `lattice` may look at; its bounds decide most lattices of millions of nodes with fewer. */
const LATTICE_EVALUATIONS = 10_000
/** Steps that the greedy walk may look at: enough to take one at a time with up to about a hundred columns. */
const GREEDY_EVALUATIONS = 20_000

export async function findSeeds(
  problem: SearchProblem,
  layout: Layout,
  options: Pick<GeneticOptions, 'seedLattice' | 'seedGreedy'>,
  run: SearchRun,
): Promise<Seeds> {
  const chromosomes: Uint8Array[] = []
  let evaluations = 0
  if (options.seedGreedy) {
    const trail = await greedyTrail(problem, layout, run)
    chromosomes.push(...trail.chromosomes)
    evaluations += trail.evaluations
  }
  if (options.seedLattice && run.signal?.aborted !== true) {
    const budget = { evaluations: LATTICE_EVALUATIONS }
    const result = await searchLattice.search(problem, budget, { ...run, progress: undefined })
    evaluations += result.evaluations
    const best = result.outcome === 'found' ? result : result.outcome === 'none-exists' ? undefined : result.best
    if (best !== undefined) chromosomes.push(bitsOfGroupings(layout, best.groupings))
  }
  return { chromosomes, evaluations }
}

/** Every stop of the walk. Ties go to the first column. Where columns are very many, it takes several of the best steps at once. */
async function greedyTrail(problem: SearchProblem, layout: Layout, run: SearchRun): Promise<Seeds> {
  const { hierarchies } = problem
  const evaluator = createEvaluator(problem)
  const pace = keepPace(run)
  const level = hierarchies.map(() => 0)
  const groupingsAt = (levels: readonly number[]) =>
    hierarchies.map((hierarchy, column) => hierarchy.levels[levels[column]].grouping)
  const chromosomes = [bitsOfGroupings(layout, groupingsAt(level))]
  const steps = hierarchies.reduce((sum, hierarchy) => sum + hierarchy.levels.length - 1, 0)
  // A step is looked at in every round until it is taken: columns × steps / 2 looks, taken one at a time.
  const atOnce = Math.max(1, Math.ceil((hierarchies.length * steps) / 2 / GREEDY_EVALUATIONS))
  for (;;) {
    const next: { readonly column: number; readonly value: number }[] = []
    for (let column = 0; column < hierarchies.length; column++) {
      if (level[column] + 1 >= hierarchies[column].levels.length) continue
      if (pace.due() && !(await pace.rest())) return { chromosomes, evaluations: evaluator.evaluations }
      level[column]++
      next.push({ column, value: evaluator.evaluate(groupingsAt(level)).value })
      level[column]--
    }
    if (next.length === 0) return { chromosomes, evaluations: evaluator.evaluations }
    for (const { column } of next.sort((a, b) => a.value - b.value || a.column - b.column).slice(0, atOnce))
      level[column]++
    chromosomes.push(bitsOfGroupings(layout, groupingsAt(level)))
  }
}
