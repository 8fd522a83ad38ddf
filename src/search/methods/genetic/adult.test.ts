/** The genetic search on the paper's data, or on synthetic people if Adult is not available. */
import { describe, expect, test } from 'vitest'
import { adult, adultProblem } from '../../../../test/adult.ts'
import { censusProblem } from '../../../../test/census.ts'
import { needs } from '../../../../test/needs.ts'
import { quietRun, searchProblem } from '../../../../test/promises/search.ts'
import { thorough } from '../../../../test/thorough.ts'
import { groupingFromStarts } from '../../../hierarchy/grouping.ts'
import { createEvaluator } from '../../evaluation.ts'
import { searchGenetic, searchLattice } from '../../index.ts'
import type { FoundColumns, SearchProblem, SearchProgress, SearchRun } from '../../search.ts'

async function found(problem: SearchProblem, options = {}, run: Partial<SearchRun> = {}): Promise<FoundColumns> {
  const result = await searchGenetic.search(problem, options, { ...quietRun, ...run })
  if (result.outcome !== 'found') throw new Error(`outcome is ${result.outcome}`)
  return result
}

describe('Adult', needs(adult), () => {
  const pose = (metric: string, k: number) => searchProblem(adultProblem(), metric, k)

  test('the recoding printed in the paper for CM at k = 250: 18 groups, smallest 284, CM 0.18268, LM 0.75311', () => {
    const { hierarchies } = adultProblem()
    const starts: Record<string, number[]> = {
      age: [0, hierarchies[0].values.indexOf('40')],
      education: [0, 4, 7],
      'marital-status': [0, 3, 6],
    }
    const groupings = hierarchies.map(({ column, values }) => groupingFromStarts(starts[column] ?? [0], values.length))
    const byClass = createEvaluator(pose('CM', 250)).evaluate(groupings)
    expect(byClass.partition.keptClasses).toBe(18)
    expect(byClass.partition.smallestClass).toBe(284)
    expect(byClass.partition.suppressedRows).toBe(0)
    expect(byClass.value).toBe(5510 / 30_162)
    expect(createEvaluator(pose('LM', 250)).evaluate(groupings).value).toBeCloseTo(0.75311, 5)
  })

  // A smaller population than the default, to save time; research/bench/genetic has the full table.
  const quick = { population: 200, patience: 1000 }
  test('LM at k = 100 is at most 0.3704, not above lattice, and the lower bound is below it', async () => {
    const problem = pose('LM', 100)
    const result = await found(problem, quick)
    expect(result.value).toBeLessThanOrEqual(0.3704)
    const lattice = (await searchLattice.search(problem, {}, quietRun)) as FoundColumns
    expect(result.value).toBeLessThanOrEqual(lattice.value)
    expect(result.details?.['lowerBound']).toBeGreaterThan(0.27)
    expect(result.details?.['lowerBound']).toBeLessThan(result.value)
  })

  test('CM at k = 500 does not stay in the local optimum 0.2010', async () => {
    const result = await found(pose('CM', 500), { ...quick, start: 'levels', improve: 'columns' })
    expect(result.value).toBeLessThanOrEqual(0.18613)
  })

  for (const threads of [1, 2]) {
    test(`cancelled with ${threads} threads: comes back at once with an acceptable best`, async () => {
      const controller = new AbortController()
      const problem = pose('LM', 100)
      const progress = ({ best }: SearchProgress) => {
        if (best === undefined || controller.signal.aborted) return
        controller.abort()
      }
      const options = { population: 100, patience: 0, start: 'levels' }
      const run = { ...quietRun, threads, signal: controller.signal, progress }
      const result = await searchGenetic.search(problem, options, run)
      if (result.outcome !== 'cancelled' || result.best === undefined) throw new Error(`outcome is ${result.outcome}`)
      // The signal came with the first figure, before any of the 500,000 children.
      expect(result.details?.['iterations']).toBeLessThan(2000)
      const evaluation = createEvaluator(problem).evaluate(result.best.groupings)
      expect(evaluation.acceptable).toBe(true)
      expect(evaluation.value).toBe(result.best.value)
    })
  }
})

describe('the sample census', () => {
  test('same seed, same bytes, for 1, 2 and 4 threads', async () => {
    const problem = searchProblem(censusProblem(), 'LM', 50)
    const options = { population: 120, iterations: 3000, start: 'levels' }
    const [one, two, four] = await Promise.all([1, 2, 4].map((threads) => found(problem, options, { threads })))
    expect(two).toEqual(one)
    expect(four).toEqual(one)
  })

  // Results of five seeds; the first and third are also their lower bounds.
  const cases = [
    ['CM', 50, 0.15567],
    ['LM', 10, 0.42368],
    ['LM', 50, 0.54601],
  ] as const
  // Only one of them if Adult has been searched above.
  test.each(cases.slice(0, adult.met && !thorough ? 1 : undefined))(
    '%s at k = %d is at most %d, not above lattice and not below the lower bound',
    async (metric, k, most) => {
      const problem = searchProblem(censusProblem(), metric, k)
      const result = await found(problem, { population: 200, patience: 1000 })
      expect(result.value).toBeLessThanOrEqual(most)
      const lattice = (await searchLattice.search(problem, {}, quietRun)) as FoundColumns
      expect(result.value).toBeLessThanOrEqual(lattice.value)
      expect(result.details?.['lowerBound']).toBeLessThanOrEqual(result.value)
      const evaluation = createEvaluator(problem).evaluate(result.groupings)
      expect([evaluation.acceptable, evaluation.value]).toEqual([true, result.value])
    },
  )
})
