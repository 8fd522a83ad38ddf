/** Forecasts a search: combinations, recodings by levels, and a rough upper bound of its time. */
import type { OptionRecord, OptionValues } from '../ground/options.ts'
import type { Forecast, SearchProblem } from './search.ts'
import { evaluationSeconds, latticeNodes } from './work.ts'

interface PlannedSearch {
  readonly search: { readonly options: readonly OptionRecord[]; readonly walksLevels?: true }
  readonly options: OptionValues
  readonly workLimit?: number | undefined
  readonly timeLimit?: number | undefined
}

export function forecastSearch(
  problem: Pick<SearchProblem, 'frequencies' | 'hierarchies'>,
  { search, options, workLimit, timeLimit }: PlannedSearch,
): Forecast | undefined {
  if (search.options.length === 0) return undefined
  const space = latticeNodes(problem)
  const tries = ['evaluations', 'iterations'].map(
    (name) => options[name] ?? search.options.find((option) => option.name === name)?.default,
  )
  const most = tries.find((value) => typeof value === 'number')
  const evaluations = search.walksLevels ? Math.min(space, most ?? space) : most
  const seconds = evaluations === undefined ? undefined : evaluations * evaluationSeconds(problem)
  // A unit of work is about a second.
  const limit = Math.min(workLimit ?? Infinity, timeLimit ?? Infinity)
  const { combinations } = problem.frequencies
  const columns = problem.hierarchies.length
  return { combinations, columns, space, seconds, limit: limit === Infinity ? undefined : limit }
}
