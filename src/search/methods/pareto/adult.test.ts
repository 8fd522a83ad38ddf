import { describe, expect, test } from 'vitest'
import { adultNine, adultNineProblem } from '../../../../research/papers/dewri-2009/adult-nine.ts'
import { adult } from '../../../../test/adult.ts'
import { needs } from '../../../../test/needs.ts'
import { quietRun } from '../../../../test/promises/search.ts'
import type { OptionValues } from '../../../ground/options.ts'
import { searchPareto } from '../../index.ts'
import type { FrontPoint } from '../../results.ts'
import type { SearchResult } from '../../search.ts'

const preference = { NWP: 0.2, NECD: 1 }

function chosenPoint(result: SearchResult): FrontPoint {
  const { front, chosen } = result.details as { front: FrontPoint[]; chosen: number }
  return front[chosen - 1]
}

describe('Adult, nine attributes, equal weights, preference (0.2, 1.0)', needs(adult), () => {
  const search = (k: number, options: OptionValues, seed = 1, threads = 1) =>
    searchPareto.search(adultNineProblem(adultNine(), k, preference), options, { ...quietRun, seed, threads })

  test('has 30,162 rows, 13,321 combinations and 105 bits', async () => {
    const { frequencies } = adultNine()
    expect([frequencies.rows, frequencies.combinations]).toEqual([30_162, 13_321])
    const result = await search(100, { preset: 'paper', evaluations: 100 })
    expect(result.details?.['bits']).toBe(105)
    // The first population contains the one-class recoding, so something is always feasible.
    expect(chosenPoint(result).effectiveK).toBeGreaterThanOrEqual(100)
  })

  // Reference values: best of five seeds of a plain NSGA-II with 50,000 chromosomes.
  test.each([
    [5, 0.4153, { evaluations: 5000, mutation: 0.005 }],
    [50, 0.5329, { evaluations: 6000 }],
  ])('k = %d: NWP %d is met or improved, best of two seeds with part of the budget', async (k, reference, some) => {
    const options = { ...some }
    const points: FrontPoint[] = []
    for (const seed of [1, 2]) points.push(chosenPoint(await search(k, options, seed)))
    for (const point of points) expect(point.effectiveK).toBeGreaterThanOrEqual(k)
    expect(Math.min(...points.map(({ NWP }) => NWP))).toBeLessThan(reference + 5e-5)
  })

  test('gives the same result with one thread and with two', async () => {
    const options = { evaluations: 1500 }
    expect(await search(10, options, 3, 2)).toEqual(await search(10, options, 3, 1))
  })

  test('stops when the signal fires, with the best so far', async () => {
    const controller = new AbortController()
    const run = {
      ...quietRun,
      signal: controller.signal,
      progress: ({ done }: { done: number }) => {
        if (done >= 500) controller.abort()
      },
    }
    const result = await searchPareto.search(adultNineProblem(adultNine(), 10, preference), {}, run)
    if (result.outcome !== 'cancelled') throw new Error(result.outcome)
    expect(result.best?.groupings.length).toBe(9)
    expect(result.evaluations).toBeLessThan(1000)
  })
})
