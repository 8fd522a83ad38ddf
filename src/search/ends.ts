/** How a column search ends, and the message of one that proved that nothing in its space is acceptable. */
import { pairsInWords, prose } from '../ground/format.ts'
import type { Grouping } from '../hierarchy/grouping.ts'
import { coarserIsEasier } from '../requirements/requirement.ts'
import { allowedSuppression } from './evaluation.ts'
import type { SearchProblem, SearchResult, SearchResultBase } from './search.ts'

export interface SearchEnd {
  readonly found: { readonly groupings: readonly Grouping[]; readonly value: number } | undefined
  readonly optimal?: boolean
  readonly cancelled: boolean
  readonly space: string
  readonly fewest?: number | undefined
}

/** If the coarsest recoding fails, all fail, unless a requirement may hold again in finer classes. */
export function endSearch(problem: SearchProblem, end: SearchEnd, figures: SearchResultBase): SearchResult {
  const { found, optimal = false, cancelled, space, fewest } = end
  if (cancelled) return { outcome: 'cancelled', best: found, ...figures }
  if (found !== undefined) return { outcome: 'found', optimal, ...found, ...figures }
  if (!coarserIsEasier(problem.requirements, allowedSuppression(problem)))
    return { outcome: 'out-of-budget', ...figures }
  return { outcome: 'none-exists', reason: noneExistsReason(problem, space, fewest), ...figures }
}

export function noneExistsReason(problem: SearchProblem, space: string, fewest?: number): string {
  const { frequencies, suppressionLimit, requirements } = problem
  const { rows } = frequencies
  const names = requirements.map(({ name, options }) => {
    const values = pairsInWords(options)
    return values === '' ? name : `${name} (${values})`
  })
  const remedy =
    suppressionLimit < 1 ? `raise suppression-limit (now ${suppressionLimit}) or ask for less` : 'ask for less'
  const needed = fewest === undefined ? '' : `; the best of them suppresses ${fewest}`
  return prose`no ${space} meets ${names.join(' and ')} with at most ${allowedSuppression(problem)} of ${rows} rows
    suppressed${needed}; ${remedy}`
}
