/**
 * What a search has before it, said before it begins: how many combinations it counts, how many recodings its space holds by levels, and about
 * how long that takes at most. Rough on purpose: an evaluation takes a few nanoseconds for each code of each combination.
 */
import type { OptionRecord, OptionValues } from '../ground/options.ts'
import type { SearchProblem } from './search.ts'
import { SECONDS_PER_CODE, SECONDS_PER_EVALUATION } from './work.ts'

export interface Forecast {
  readonly combinations: number
  readonly columns: number
  /** Choices of a level for each column. */
  readonly space: number
  /** About how long the search takes at most, where its own options say how much it tries. */
  readonly seconds?: number | undefined
  /** Seconds after which it is stopped, about. */
  readonly limit?: number | undefined
}

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
  // What takes the groups of an earlier search has nothing to set.
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
