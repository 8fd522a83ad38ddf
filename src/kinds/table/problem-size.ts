/** Measures how large a table's problem is: nodes of the full-domain lattice, and seconds per node. */
import type { CountedTable } from '../../frequency/counted-table.ts'
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import { createEvaluator } from '../../search/evaluation.ts'
import { makeLadders } from '../../search/levels/ladder.ts'
import type { SearchProblem } from '../../search/search.ts'

export interface ProblemSize {
  readonly forecast: Forecast
  readonly values: ReadonlyMap<string, number>
}

export interface Forecast {
  readonly uniques: number
  readonly nodes: number
  /** Seconds to evaluate one node; all nodes take at most `nodes` times that. */
  readonly secondsPerNode: number
}

export function problemSize(
  problem: SearchProblem,
  { raw = problem.frequencies }: Pick<CountedTable, 'raw'>,
  now: () => number,
): ProblemSize {
  return {
    forecast: forecast(problem, raw, now),
    values: new Map(problem.hierarchies.map(({ column, values }) => [column, values.length])),
  }
}

function forecast(problem: SearchProblem, { counts }: FrequencyTable, now: () => number): Forecast {
  const ladders = makeLadders(problem.hierarchies)
  const evaluator = createEvaluator(problem)
  const groupings = ladders.map(({ steps }) => steps[Math.floor(steps.length / 2)].grouping)
  const looks = Array.from({ length: 5 }, () => {
    const start = now()
    evaluator.evaluate(groupings)
    return (now() - start) / 1000
  })
  return {
    uniques: counts.filter((count) => count === 1).length,
    nodes: ladders.reduce((product, { steps }) => product * steps.length, 1),
    secondsPerNode: Math.min(...looks),
  }
}
