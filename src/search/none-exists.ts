/** The sentence of a search that has proven that nothing in its space is acceptable. */
import { allowedSuppression } from './evaluation.ts'
import type { SearchProblem } from './search.ts'

/** `fewest`: the fewest rows that any recoding of the space suppresses, where it is known. */
export function noneExistsReason(problem: SearchProblem, space: string, fewest?: number): string {
  const { frequencies, suppressionLimit, requirements } = problem
  const { rows } = frequencies
  const names = requirements.map(({ name, options }) => {
    const values = Object.entries(options).map(([key, value]) => `${key} = ${value}`)
    return values.length === 0 ? name : `${name} (${values.join(', ')})`
  })
  const needed = fewest === undefined ? '' : `; the best of them suppresses ${fewest}`
  return (
    `no ${space} meets ${names.join(' and ')} with at most ${allowedSuppression(problem)} of ${rows} rows suppressed` +
    `${needed}; raise suppression-limit (now ${suppressionLimit}) or ask for less`
  )
}
