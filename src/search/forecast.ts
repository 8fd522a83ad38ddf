/** Forecasts a search: combinations, recodings by levels, and a rough upper bound of its time. */
import type { OptionRecord, OptionValues } from '../ground/options.ts'
import type { Forecast, SearchProblem } from './search.ts'
import { SECONDS_PER_CODE, SECONDS_PER_EVALUATION } from './work.ts'

interface PlannedSearch {
  readonly search: { readonly options: readonly OptionRecord[]; readonly walksLevels?: true }
  readonly options: OptionValues
  readonly workLimit?: number | undefined
  readonly timeLimit?: number | undefined
}

export function forecastSearch(
  { frequencies, hierarchies }: Pick<SearchProblem, 'frequencies' | 'hierarchies'>,
  { search, options, workLimit, timeLimit }: PlannedSearch,
): Forecast | undefined {
  if (search.options.length === 0) return undefined
  const { combinations } = frequencies
  const columns = hierarchies.length
  const space = hierarchies.reduce((product, { levels }) => product * levels.length, 1)
  const tries = ['evaluations', 'iterations'].map(
    (name) => options[name] ?? search.options.find((option) => option.name === name)?.default,
  )
  const most = tries.find((value) => typeof value === 'number')
  const evaluations = search.walksLevels ? Math.min(space, most ?? space) : most
  const each = SECONDS_PER_EVALUATION + combinations * columns * SECONDS_PER_CODE
  const seconds = evaluations === undefined ? undefined : evaluations * each
  // A unit of work is about a second.
  const limit = Math.min(workLimit ?? Infinity, timeLimit ?? Infinity)
  return { combinations, columns, space, seconds, limit: limit === Infinity ? undefined : limit }
}
