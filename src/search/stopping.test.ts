/** Every column search pauses after a few evaluations, so that cancellation and time limits work. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longestStretch } from '../../test/longest-stretch.ts'
import { anySearchProblem, quietRun } from '../../test/promises/search.ts'
import { allSearches } from './index.ts'
import type { SearchProblem, SearchRecord } from './search.ts'

/** Evaluations without a pause: some steps compare two or three recodings, and a result is evaluated once more. */
const MOST = 4

const columnSearches = allSearches.filter((record): record is SearchRecord => record.kind === 'columns')

test.each(columnSearches)('$name: lets events in after at most four evaluations', async (record) => {
  for (const metric of record.name === 'k-optimize' ? ['CM'] : ['LM', 'CM']) {
    const limits = { columns: 4, codes: 6, fewestRows: 60, rows: 80 }
    const [drawn] = fc.sample(anySearchProblem(limits, [metric], [0.3]), { numRuns: 1, seed: 5 })
    const counted = countingEvaluations(drawn)
    let time = 0
    // A clock so late at every reading that the search pauses wherever it can.
    const run = { ...quietRun, now: () => (time += 1000) }
    const stretch = await longestStretch(counted.evaluations, () => record.search(counted.problem, {}, run))
    expect(stretch).toBeLessThanOrEqual(MOST)
    expect(counted.evaluations()).toBeGreaterThan(0)
  }
})

function countingEvaluations(problem: SearchProblem): { problem: SearchProblem; evaluations: () => number } {
  let evaluations = 0
  const terms = problem.goal.terms.map((term) => ({
    ...term,
    metric: {
      ...term.metric,
      compute(...given: Parameters<typeof term.metric.compute>) {
        evaluations++
        return term.metric.compute(...given)
      },
    },
  }))
  return { problem: { ...problem, goal: { ...problem.goal, terms } }, evaluations: () => evaluations }
}
