/** Polishes a recoding: gives each column in turn its best grouping until none improves. */
import { type Random, randomFrom } from '../../ground/random.ts'
import type { WorkContext } from '../../ground/workers/pool.ts'
import type { Grouping } from '../../hierarchy/grouping.ts'
import { bitsOfGroupings, chromosomeLayout, groupingsOfBits } from '../chromosome/chromosome.ts'
import { compareFitness, createFitness, emptyFitness } from '../chromosome/fitness.ts'
import { keepPace } from '../pace.ts'
import type { SearchProblem, SearchRun } from '../search.ts'
import { evaluationWork } from '../work.ts'
import { LocalSearch } from './local-search.ts'

export interface Polished {
  readonly groupings: readonly Grouping[]
  readonly value: number
  readonly evaluations: number
}

type Polisher = (
  groupings: readonly Grouping[],
  random: Random,
  context: WorkContext,
  leaving?: boolean,
) => Promise<Polished>

/** Groupings of tree columns must be cuts. Escapes local optima; never returns a worse recoding. */
export function polish(
  problem: SearchProblem,
  groupings: readonly Grouping[],
  run: Pick<SearchRun, 'seed' | 'signal' | 'now' | 'work'>,
): Promise<Polished> {
  const pace = keepPace(run, evaluationWork(problem))
  const context = {
    stopped: () => run.signal?.aborted === true,
    pause: () => (pace.due() ? pace.rest().then(() => undefined) : undefined),
  }
  return createPolisher(problem)(groupings, randomFrom(run.seed), context, true)
}

export function createPolisher(problem: SearchProblem): Polisher {
  const layout = chromosomeLayout(problem.hierarchies)
  const measure = createFitness(problem, layout)
  const localSearch = new LocalSearch(problem, layout, measure)
  return async (groupings, random, context, leaving = false) => {
    const before = measure.evaluator.evaluations + localSearch.programs
    const bits = bitsOfGroupings(layout, groupings)
    const fitness = emptyFitness()
    measure(bits, fitness)
    await localSearch.improve(bits, fitness, random, context)
    for (let last = emptyFitness(); leaving && compareFitness(fitness, last) < 0 && !context.stopped(); ) {
      last = { ...fitness }
      await localSearch.escape(bits, fitness, random, context)
    }
    return {
      groupings: groupingsOfBits(layout, bits),
      value: fitness.value,
      evaluations: measure.evaluator.evaluations + localSearch.programs - before,
    }
  }
}
