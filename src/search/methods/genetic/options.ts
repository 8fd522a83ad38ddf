/** The options of the genetic search, with the paper's numbers as defaults, and when to stop. */
import { type OptionValues, option, readOptions } from '../../../ground/options.ts'
import type { IslandOptions } from '../../method.ts'
import type { SearchProblem } from '../../search.ts'
import { cellCount } from '../../work.ts'

export const geneticOptions = [
  option({ name: 'population', type: 'integer', minimum: 2, maximum: 200_000 })`solutions kept alive, over all islands;
    default: 50 to 5,000 by the cost of an evaluation; with improve: none 5,000`,
  option({
    name: 'partitions',
    type: 'choice',
    choices: ['taxonomy', 'ordered', 'by-target'],
    default: 'taxonomy',
  })`taxonomy: groups are tree nodes; ordered: neighbours in the leaf order may share a group, whatever the tree says;
    by-target: as ordered, with the values ordered by their effect on the target column`,
  { name: 'iterations', type: 'integer', minimum: 0, default: 500_000, meaning: 'the most children, over all islands' },
  option({ name: 'patience', type: 'integer', minimum: 0 })`children without an improvement after which it stops; 0
    never stops before iterations; default: 2,000 if the goal is a sum over cells (LM), otherwise 4,000; with improve:
    none 0`,
  option({ name: 'mutation', type: 'number', minimum: 0, maximum: 1, default: 0.002 })`probability that a bit of a
    child flips`,
  option({ name: 'islands', type: 'integer', minimum: 1, maximum: 64 })`parts of the population that breed apart and
    exchange their best, and the most threads it can use; default: 4; with improve: none 1`,
] as const

/** Without improvements the defaults are the paper's; otherwise they adapt to the problem. */
export function settleOptions(problem: SearchProblem, given: OptionValues, isImproved: boolean): IslandOptions {
  const settled = {
    ...(isImproved ? adaptedDefaults(problem) : { population: 5000, patience: 0, islands: 1 }),
    ...readOptions('algorithm genetic', geneticOptions, given),
  }
  return { ...settled, islands: Math.min(settled.islands, settled.population >> 1) }
}

/** Cells (combinations × columns) of a whole population, which evolution must be worth, and its limits. */
const POPULATION_CELLS = { even: 5e7, plateaus: 2e8 }
const POPULATION = { fewest: 50, most: 5000 }
/** Children without improvement before the search ends; half as many were too few for CM, which has plateaus. */
const PATIENCE = { even: 2000, plateaus: 4000 }

function adaptedDefaults(problem: SearchProblem) {
  // Many recodings have equal values unless the goal is a sum over cells.
  const shape = problem.goal.terms.some(({ metric }) => metric.sums !== 'cells') ? 'plateaus' : 'even'
  const wanted = Math.round(POPULATION_CELLS[shape] / cellCount(problem))
  const population = Math.min(POPULATION.most, Math.max(POPULATION.fewest, wanted))
  return { population, patience: PATIENCE[shape], islands: 4 }
}
