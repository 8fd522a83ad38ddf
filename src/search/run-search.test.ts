import { describe, expect, test } from 'vitest'
import { mediumProblem, quietRun } from '../../test/promises/search.ts'
import type { OptionValues } from '../ground/options.ts'
import { requireKAnonymity } from '../requirements/k-anonymity/k-anonymity.ts'
import { allSearches, findTableSearch, searchBottomUp, searchLattice, searchTopDown } from './index.ts'
import { itemSearches } from './items-index.ts'
import { searchMixed } from './methods/mixed/mixed.ts'
import type { FoundColumns, SearchProblem, SearchRecord } from './search.ts'

const found = async (search: SearchRecord, problem: SearchProblem, options = {}) =>
  (await search.search(problem, options, quietRun)) as FoundColumns

describe.each([searchBottomUp, searchTopDown])('$name with its default options', (search) => {
  for (const metric of ['LM', 'DM']) {
    test(`${metric} never gets better when k grows along 2, 5, 10, …`, async () => {
      const values: number[] = []
      for (const k of [2, 5, 10, 20, 50]) {
        const problem = { ...mediumProblem(metric, k), requirements: [requireKAnonymity(k)] }
        values.push((await found(search, problem)).value)
      }
      expect(values).toEqual([...values].sort((a, b) => a - b))
    })

    test(`${metric} is not worse than in the paper's form, and either not worse than lattice or says by how much`, async () => {
      const problem = mediumProblem(metric, 5)
      const result = await found(search, problem)
      expect(result.value).toBeLessThanOrEqual((await found(search, problem, { preset: 'paper' })).value)
      const lattice = await found(searchLattice, problem)
      expect(result.details?.['lattice']).toBeCloseTo(lattice.value, 12)
      const warnings = result.details?.['warnings'] as string[]
      expect(warnings.some((warning) => warning.startsWith('lattice has'))).toBe(result.value > lattice.value + 1e-12)
    })
  }

  test('is cancelled with what it has', async () => {
    const controller = new AbortController()
    const progress = () => controller.abort()
    const run = { ...quietRun, signal: controller.signal, progress }
    const result = await search.search(mediumProblem('LM', 5), {}, run)
    expect(result.outcome).toBe('cancelled')
  })
})

test.each([...allSearches, ...itemSearches, searchMixed])(
  '$name takes preset: paper, and then has no start and no improvement',
  ({ options, stages }) => {
    expect(options.find(({ name }) => name === 'preset')).toMatchObject({ choices: expect.arrayContaining(['paper']) })
    expect(stages?.({ preset: 'paper' })).toEqual({ start: 'none', improve: 'none' })
  },
)

test('mondrian with preset: paper cuts at the median of the widest column, unless the job says otherwise', async () => {
  const decided = async (options: OptionValues) => {
    const result = await findTableSearch('mondrian').search(mediumProblem('LM', 5), options, quietRun)
    return 'decision' in result ? result.decision.outputs : result.outcome
  }
  expect(await decided({ preset: 'paper' })).toEqual(await decided({ by: 'width' }))
  expect(await decided({ preset: 'paper', by: 'loss' })).toEqual(await decided({}))
  expect(await decided({ preset: 'paper' })).not.toEqual(await decided({}))
})
