import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  anyModels,
  anySearchProblem,
  quietRun,
  searchProblem,
  searchPromises,
} from '../../../../test/promises/search.ts'
import { numberHierarchy, tableFromRows } from '../../../../test/small-tables.ts'
import { someOf } from '../../../../test/thorough.ts'
import { withoutTree } from '../../../hierarchy/hierarchy.ts'
import { searchExhaustive, searchKOptimize } from '../../index.ts'

searchPromises(searchKOptimize, {
  metrics: ['DM', 'CM'],
  space: 'ranges',
  exceptions: [{ promise: 'corner cases', reason: 'they ask for LM, which it does not bound' }],
})

const ages = [25, 27, 29, 31, 34, 38, 45, 63]
const zips = [4711, 4712, 4721, 4722, 4731, 5100]
const people = [
  [25, 4711],
  [27, 4712],
  [29, 4711],
  [31, 4721],
  [34, 4722],
  [38, 4721],
  [45, 4731],
  [63, 5100],
]
const hierarchies = [numberHierarchy('age', ages), numberHierarchy('zip', zips)]
const frequencies = tableFromRows(
  hierarchies.map(({ column, values }) => ({ name: column, size: values.length })),
  people.map(([age, zip]) => ({ codes: [ages.indexOf(age), zips.indexOf(zip)] })),
)

describe('searchKOptimize', () => {
  test('the best DM of eight people at k = 2 is 16: four pairs', async () => {
    const problem = searchProblem({ frequencies, hierarchies }, 'DM', 2)
    expect(await searchKOptimize.search(problem, {}, quietRun)).toMatchObject({
      outcome: 'found',
      optimal: true,
      value: 16,
      details: { lowerBound: 16, cuts: 12 },
    })
  })

  test('its value is that of exhaustive over all divisions into intervals, with and without other models', () =>
    fc.assert(
      fc.asyncProperty(
        anySearchProblem({ columns: 3, codes: 4, rows: 30 }, ['DM', 'CM']),
        fc.option(anyModels),
        async (asked, models) => {
          const problem = { ...asked, requirements: [...asked.requirements, ...(models ?? [])] }
          const ranges = { ...problem, hierarchies: problem.hierarchies.map(withoutTree) }
          const best = await searchExhaustive.search(ranges, {}, quietRun)
          const result = await searchKOptimize.search(problem, {}, quietRun)
          expect(result.outcome).toBe(best.outcome)
          if (result.outcome === 'found' && best.outcome === 'found') expect(result.value).toBeCloseTo(best.value, 9)
        },
      ),
      { numRuns: someOf(80) },
    ))

  test('out of budget it has the best so far and a bound below it', async () => {
    const problem = searchProblem({ frequencies, hierarchies }, 'DM', 2)
    const result = await searchKOptimize.search(problem, { evaluations: 30 }, quietRun)
    if (result.outcome !== 'out-of-budget') throw new Error(result.outcome)
    const { lowerBound } = result.details as { lowerBound: number }
    expect(lowerBound).toBeLessThanOrEqual(16)
    expect(result.best?.value).toBeGreaterThanOrEqual(16)
  })

  test('refuses goals that it cannot bound', async () => {
    const problem = searchProblem({ frequencies, hierarchies }, 'LM', 2)
    await expect(searchKOptimize.search(problem, {}, quietRun)).rejects.toThrow('the goal is LM')
  })
})
