import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anySearchProblem, quietRun, searchProblem } from '../../../test/promises/search.ts'
import { t12 } from '../../../test/t12.ts'
import { someOf } from '../../../test/thorough.ts'
import type { WorkContext } from '../../ground/workers/pool.ts'
import { createEvaluator } from '../evaluation.ts'
import { searchExhaustive } from '../index.ts'
import type { SearchProblem } from '../search.ts'
import { openBounding } from './lower-bound.ts'

const context: WorkContext = { stopped: () => false, pause: () => undefined }
const LIMITS = { columns: 3, codes: 4, rows: 24 }
const lowerBound = (problem: SearchProblem, effort: number, incumbent: number) =>
  openBounding(problem)?.advance(effort * 1e6, incumbent, context)

test('lowerBound(problem) is never above exhaustive, however early it stops', () =>
  fc.assert(
    fc.asyncProperty(
      anySearchProblem(LIMITS, ['LM', 'CM', 'suppression']),
      fc.constantFrom(0, 0.0002, 0.001, 100),
      async (problem, effort) => {
        const best = await searchExhaustive.search(problem, {}, quietRun)
        if (best.outcome !== 'found') return
        const bound = await lowerBound(problem, effort, Number.POSITIVE_INFINITY)
        expect(bound!.value).toBeLessThanOrEqual(best.value + 1e-9)
      },
    ),
    { numRuns: someOf(150) },
  ))

test('lowerBound(a weighted sum) is never above exhaustive, terms it cannot see being taken at their least', () =>
  fc.assert(
    fc.asyncProperty(
      anySearchProblem(LIMITS, ['LM']),
      fc.constantFrom('CM', 'suppression', 'RM'),
      fc.constantFrom(0, 0.0005, 100),
      async (problem, other, effort) => {
        const [term] = problem.goal.terms
        const second = searchProblem(problem, other, term.settings.k).goal.terms[0]
        const goal = { name: 'sum', terms: [term, { ...second, weight: 0.7 }] }
        const both = { ...problem, goal }
        const best = await searchExhaustive.search(both, {}, quietRun)
        if (best.outcome !== 'found') return
        const bound = await lowerBound(both, effort, Number.POSITIVE_INFINITY)
        expect(bound!.value).toBeLessThanOrEqual(best.value + 1e-9)
      },
    ),
    { numRuns: someOf(80) },
  ))

test(
  'lowerBound(problem) meets exhaustive when nothing is limited and effort is plenty, and hands over the ' + 'recoding',
  () =>
    fc.assert(
      fc.asyncProperty(anySearchProblem(LIMITS, ['LM', 'CM'], [1]), async (drawn) => {
        const problem = { ...drawn, suppressedGroup: 'exempt' as const }
        const best = await searchExhaustive.search(problem, {}, quietRun)
        if (best.outcome !== 'found') throw new Error(best.outcome)
        const bound = await lowerBound(problem, 100, Number.POSITIVE_INFINITY)
        expect(bound!.value).toBeCloseTo(best.value, 9)
        expect(createEvaluator(problem).evaluate(bound!.solution!).value).toBeCloseTo(best.value, 9)
        const proof = await lowerBound(problem, 100, best.value)
        expect(proof).toMatchObject({ value: best.value })
      }),
      { numRuns: someOf(80) },
    ),
)

test('advance(looks) in pieces comes to the same bound as at once, and never falls', () =>
  fc.assert(
    fc.asyncProperty(anySearchProblem(LIMITS, ['LM', 'CM'], [1]), async (problem) => {
      const bounding = openBounding(problem)!
      let before = Number.NEGATIVE_INFINITY
      for (let piece = 0; piece < 2000; piece++) {
        const { value, ended } = await bounding.advance(100, Number.POSITIVE_INFINITY, context)
        expect(value).toBeGreaterThanOrEqual(before)
        before = value
        if (ended) break
      }
      expect(before).toBe((await lowerBound(problem, 100, Number.POSITIVE_INFINITY))!.value)
    }),
    { numRuns: someOf(20) },
  ))

test('lowerBound(T12, LM): rows 12 and the like must pay something at once', async () => {
  const bound = await lowerBound(searchProblem(t12, 'LM', 3), 0, 1)
  expect(bound!.value).toBeGreaterThan(0)
  expect(bound!.value).toBeLessThanOrEqual(0.2849206349)
})

test('lowerBound(DM) is not to be had', async () => {
  expect(await lowerBound(searchProblem(t12, 'DM', 3), 1, 1)).toBeUndefined()
})
