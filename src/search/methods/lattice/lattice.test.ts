import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  anyModels,
  anySearchProblem,
  quietRun,
  searchProblem,
  searchPromises,
} from '../../../../test/promises/search.ts'
import { equalSettings, groupingOfLabels, numberHierarchy, tableFromRows } from '../../../../test/small-tables.ts'
import { t8 } from '../../../../test/t8.ts'
import { someOf, thorough } from '../../../../test/thorough.ts'
import { classValues } from '../../../frequency/class-values.ts'
import { UserError } from '../../../ground/errors.ts'
import { randomFrom } from '../../../ground/random.ts'
import { allMetrics, findMetric } from '../../../metrics/index.ts'
import type { ClassRule } from '../../../requirements/requirement.ts'
import { createEvaluator } from '../../evaluation.ts'
import { searchLattice } from '../../index.ts'
import type { GoalTerm, SearchProblem, SearchResult } from '../../search.ts'

searchPromises(searchLattice, { narrower: true })

describe('searchLattice.search(T8, k = 2)', () => {
  const problem = searchProblem(t8, 'LM', 2)
  const levels = (result: SearchResult) => result.details?.['levels']
  const expected = [
    [1, 0.432143, { age: 'depth 1', zip: 'depth 2' }],
    [2 / 8, 0.432143, { age: 'depth 1', zip: 'depth 2' }],
    [1 / 8, 0.9125, { age: 'depth 0', zip: 'depth 1' }],
    [0, 1, { age: 'depth 0', zip: 'depth 0' }],
  ] as const
  for (const [suppressionLimit, value, best] of expected) {
    test(`suppression-limit ${suppressionLimit}: LM ${value}`, async () => {
      const result = await searchLattice.search({ ...problem, suppressionLimit }, {}, quietRun)
      if (result.outcome !== 'found') throw new Error(result.outcome)
      expect(result.value).toBeCloseTo(value, 6)
      expect(levels(result)).toEqual(best)
      expect(result.optimal).toBe(true)
    })
  }

  test(`DM 34 is a tie of four nodes; the lowest wins`, async () => {
    const result = await searchLattice.search(searchProblem(t8, 'DM', 2), {}, quietRun)
    expect(result).toMatchObject({ outcome: 'found', value: 34, details: { height: 2, nodes: 12 } })
    expect(levels(result)).toEqual({ age: 'depth 1', zip: 'depth 2' })
  })

  test('looks at fewer nodes than there are', async () => {
    const result = await searchLattice.search(problem, {}, quietRun)
    expect(result.evaluations).toBeLessThan(12)
  })
})

/** The best node by a plain pass over all nodes: smallest value, then height, then levels. */
function plainPass(problem: SearchProblem): { levels: number[]; value: number } | undefined {
  const evaluator = createEvaluator(problem)
  let best: { levels: number[]; value: number; height: number } | undefined
  const visit = (levels: number[]): void => {
    if (levels.length < problem.hierarchies.length) {
      const { length } = problem.hierarchies[levels.length].levels
      for (let level = 0; level < length; level++) visit([...levels, level])
      return
    }
    const groupings = levels.map((level, column) => problem.hierarchies[column].levels[level].grouping)
    const { acceptable, value } = evaluator.evaluate(groupings)
    const height = levels.reduce((sum, level) => sum + level, 0)
    // Levels ascend, so the first of equal height stays.
    const better =
      best === undefined || value < best.value - 1e-12 || (value <= best.value + 1e-12 && height < best.height)
    if (acceptable && better) best = { levels, value, height }
  }
  visit([])
  return best
}

async function expectOptimum(problem: SearchProblem): Promise<void> {
  for (const start of ['levels', 'none']) await expectOptimumFrom(start, problem)
}

async function expectOptimumFrom(start: string, problem: SearchProblem): Promise<void> {
  const result = await searchLattice.search(problem, { start }, quietRun)
  const best = plainPass(problem)
  if (best === undefined) {
    expect(result.outcome).toBe('none-exists')
    return
  }
  if (result.outcome !== 'found') throw new Error(`${result.outcome}, although there is ${best.levels}`)
  const names = best.levels.map((level, column) => problem.hierarchies[column].levels[level].name)
  expect(Object.values(result.details?.['levels'] as object)).toEqual(names)
  expect(result.value).toBe(
    createEvaluator(problem).evaluate(
      best.levels.map((level, column) => problem.hierarchies[column].levels[level].grouping),
    ).value,
  )
}

describe('searchLattice.search(problem): the optimum of a plain pass over all nodes', () => {
  const names = allMetrics.filter(({ needs }) => needs !== 'workload').map((metric) => metric.name)
  for (const name of names) {
    test(`goal ${name}`, () =>
      fc.assert(
        fc.asyncProperty(anySearchProblem({}, [name]), (problem) => expectOptimum(problem)),
        { numRuns: someOf(60) },
      ))
  }

  const term = (problem: SearchProblem, name: string, weight: number, more: object = {}): GoalTerm => ({
    metric: findMetric(name),
    settings: { ...equalSettings(problem.hierarchies, { k: 3 }), ...more },
    weight,
  })
  const withTerms = (problem: SearchProblem, ...terms: GoalTerm[]): SearchProblem => ({
    ...problem,
    goal: { name: 'mixed', terms },
  })

  test('goals of several terms, also with weights below 0', () =>
    fc.assert(
      fc.asyncProperty(
        anySearchProblem({}, ['LM']),
        fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(-1, -0.25, 0, 0.5, 2)), {
          minLength: 1,
          maxLength: 3,
        }),
        (problem, terms) =>
          expectOptimum(withTerms(problem, ...terms.map(([name, weight]) => term(problem, name, weight)))),
      ),
      { numRuns: someOf(150) },
    ))

  test('weighted columns, costs of both assignments, absolute deviation', () =>
    fc.assert(
      fc.asyncProperty(
        anySearchProblem({ columns: 3 }, ['LM']),
        fc.constantFrom('majority' as const, 'minimum-cost' as const),
        (problem, assign) => {
          const weights = Float64Array.from(problem.hierarchies, (_, column) => (column === 0 ? 0.7 : 0.3))
          const costs = [
            [0, 5],
            [1, -1],
          ]
          return expectOptimum(
            withTerms(
              problem,
              term(problem, 'LM', 0.3, { weights }),
              term(problem, 'entropy', 0.1, { weights }),
              term(problem, 'CM', 1, { options: { CM: { costs, assign } } }),
              term(problem, 'RM', 1, { options: { RM: { deviation: 'absolute' } } }),
            ),
          )
        },
      ),
      { numRuns: someOf(60) },
    ))

  /** At most a given share of one illness: merging two valid classes can break it. */
  const atMostHalf: ClassRule = {
    name: 'at-most-half',
    options: {},
    columns: [],
    reads: 'counts',
    counts: ['illness'],
    minimumSize: 2,
    mergedHolds: true,
    mergedWithAnyHolds: false,
    mark(classes, frequencies, broken) {
      const values = classValues(classes, frequencies, 'illness')
      for (let c = 0; c < classes.count; c++) {
        const counts = values.counts.subarray(0, values.of(c))
        if (Math.max(...counts) * 2 > classes.sizes[c]) broken[c] = 1
      }
    },
  }

  for (const name of ['LM', 'CM', 'entropy']) {
    test(`a requirement that coarser recodings may break, goal ${name}`, () =>
      fc.assert(
        fc.asyncProperty(anySearchProblem({}, [name]), (problem) =>
          expectOptimum({ ...problem, requirements: [...problem.requirements, atMostHalf] }),
        ),
        { numRuns: someOf(60) },
      ))
  }

  test('every combination of models on values, with every limit and rule for the suppressed group', () =>
    fc.assert(
      fc.asyncProperty(
        anySearchProblem({ fewestRows: 8 }, ['LM', 'CM', 'entropy', 'DM']),
        anyModels,
        fc.boolean(),
        (problem, models, withK) =>
          expectOptimum({ ...problem, requirements: [...(withK ? problem.requirements : []), ...models] }),
      ),
      { numRuns: someOf(250) },
    ))
  test(`levels that do not nest`, () =>
    fc.assert(
      fc.asyncProperty(anySearchProblem({ kinds: ['order'], codes: 6 }, ['LM', 'CM', 'NECD']), (problem) => {
        // Widths 2 and 3 from the start: neither refines the other.
        const hierarchies = problem.hierarchies.map((hierarchy) => {
          const codes = hierarchy.values.map((_, code) => code)
          const by = (width: number) => ({
            name: `width ${width}`,
            grouping: groupingOfLabels(codes.map((code) => Math.floor(code / width))),
          })
          return { ...hierarchy, levels: [by(1), by(2), by(3), by(codes.length)] }
        })
        return expectOptimum({ ...problem, hierarchies })
      }),
      { numRuns: someOf(60) },
    ))
})

describe('searchLattice.search(problem, { levels })', () => {
  const problem = searchProblem(t8, 'LM', 2)
  test(`takes only the levels that are allowed`, async () => {
    const result = await searchLattice.search(problem, { levels: { age: [2, 1], zip: ['depth 1', 3] } }, quietRun)
    expect(result).toMatchObject({
      outcome: 'found',
      details: { nodes: 4, height: 3, levels: { age: 'depth 1', zip: 'depth 1' } },
    })
  })

  test('refuses columns and levels that are not there', async () => {
    const search = (levels: unknown) => searchLattice.search(problem, { levels }, quietRun)
    await expect(search({ agee: [1] })).rejects.toThrow(
      'column "agee", which is not a quasi-identifier; did you mean "age"?',
    )
    await expect(search({ age: [3] })).rejects.toThrow(
      'column "age" has no level 3; it has 0 (depth 2), 1 (depth 1), 2 (depth 0)',
    )
    await expect(search({ age: ['decade'] })).rejects.toThrow('has no level "decade"')
    await expect(search([1])).rejects.toThrow(UserError)
    await expect(search({ age: [] })).rejects.toThrow('levels must name for a column the levels it may take')
  })
})

describe('searchLattice.search(problem, options, run)', () => {
  test('decides every node: progress ends at all of them and never falls', () =>
    fc.assert(
      fc.asyncProperty(anySearchProblem({ columns: 4 }, ['LM', 'CM', 'AECS']), async (problem) => {
        const seen: number[] = []
        let clock = 0
        await searchLattice.search(
          problem,
          {},
          {
            ...quietRun,
            // A clock that leaps makes the search report after each step.
            now: () => (clock += 1000),
            progress: ({ done, total }) => {
              expect(total).toBe(problem.hierarchies.reduce((product, { levels }) => product * levels.length, 1))
              seen.push(done)
              expect(done).toBeLessThanOrEqual(total)
              if (seen.length > 1) expect(done).toBeGreaterThanOrEqual(seen[seen.length - 2])
            },
          },
        )
        expect(seen.at(-1)).toBe(problem.hierarchies.reduce((product, { levels }) => product * levels.length, 1))
      }),
      { numRuns: someOf(60) },
    ))
  test(`stops in the middle when the signal fires and gives the best so far`, async () => {
    const controller = new AbortController()
    let clock = 0
    const problem = searchProblem(t8, 'LM', 2)
    const result = await searchLattice.search(
      problem,
      {},
      {
        ...quietRun,
        signal: controller.signal,
        now: () => (clock += 1000),
        progress: () => controller.abort(),
      },
    )
    if (result.outcome !== 'cancelled') throw new Error(result.outcome)
    expect(result.evaluations).toBeLessThan(12)
    expect(result.best?.value).toBe(createEvaluator(problem).evaluate(result.best?.groupings ?? []).value)
  })

  test('rules out all but a few nodes when nothing can be released', async () => {
    const result = await searchLattice.search({ ...searchProblem(t8, 'LM', 9), suppressionLimit: 0.9 }, {}, quietRun)
    if (result.outcome !== 'none-exists') throw new Error(result.outcome)
    expect(result.evaluations).toBe(1)
    expect(result.reason).toContain(
      'k-anonymity (k = 9) with at most 7 of 8 rows suppressed; the best of them suppresses 8',
    )
  })
})

describe('searchLattice.search(…, { evaluations }): stops after the work of so many nodes', () => {
  test(`with the best so far, acceptable and never below the optimum; enough of them change nothing`, () =>
    fc.assert(
      fc.asyncProperty(
        anySearchProblem({ columns: 3 }, ['LM', 'CM', 'AECS']),
        fc.integer({ min: 1, max: 30 }),
        async (problem, evaluations) => {
          const whole = await searchLattice.search(problem, {}, quietRun)
          const result = await searchLattice.search(problem, { evaluations }, quietRun)
          const ample = await searchLattice.search(problem, { evaluations: 100_000 }, quietRun)
          expect(ample).toEqual(whole)
          if (result.outcome !== 'out-of-budget') {
            expect(result).toEqual(whole)
            return
          }
          expect(result.evaluations).toBeLessThanOrEqual(whole.evaluations)
          if (result.best === undefined) return
          const { acceptable, value } = createEvaluator(problem).evaluate(result.best.groupings)
          expect(acceptable).toBe(true)
          expect(result.best.value).toBe(value)
          if (whole.outcome !== 'found') return
          expect(value).toBeGreaterThanOrEqual(whole.value - 1e-12)
          const { lowerBound, gap } = result.details as { lowerBound?: number; gap?: number }
          if (lowerBound === undefined) return
          expect(lowerBound).toBeLessThanOrEqual(whole.value + 1e-12)
          expect(gap).toBe(value - lowerBound)
        },
      ),
      { numRuns: someOf(100) },
    ))
})

/** Twelve columns of eight numbers, too many for lattice to finish. */
function wideProblem(): SearchProblem {
  const hierarchies = Array.from({ length: 12 }, (_, i) => numberHierarchy(`number${i}`, [0, 1, 2, 3, 4, 5, 6, 7]))
  const random = randomFrom(4)
  const rows = Array.from({ length: 400 }, () => {
    const base = random.integer(5)
    return { codes: hierarchies.map(() => base + random.integer(4)) }
  })
  const sizes = hierarchies.map(({ column, values }) => ({ name: column, size: values.length }))
  return searchProblem({ frequencies: tableFromRows(sizes, rows), hierarchies }, 'LM', 10)
}

test(
  'searchLattice.search(16 million nodes) is soon within a twentieth of what a far larger budget finds, which ' +
    'also proves a bound',
  async () => {
    const problem = wideProblem()
    const [little, much] = await Promise.all(
      [400, thorough ? 60_000 : 20_000].map((evaluations) => searchLattice.search(problem, { evaluations }, quietRun)),
    )
    if (little.outcome !== 'out-of-budget' || much.outcome !== 'out-of-budget') throw new Error('it was decided')
    expect(little.details?.['nodes']).toBe(4 ** 12)
    expect(little.best?.value).toBeLessThan((much.best?.value as number) * 1.05)
    expect(much.details?.['lowerBound']).toBeGreaterThan(0.1)
    expect(much.details?.['lowerBound']).toBeLessThan(much.best?.value as number)
  },
)

test('searchLattice.search(…, { improve }) is not worse than the best node, and says what it gained', () =>
  fc.assert(
    fc.asyncProperty(
      anySearchProblem({ columns: 3 }, ['LM', 'CM', 'DM']),
      fc.constantFrom('columns', 'moves'),
      async (problem, improve) => {
        const plain = await searchLattice.search(problem, {}, quietRun)
        const result = await searchLattice.search(problem, { improve }, quietRun)
        expect(result.outcome).toBe(plain.outcome)
        if (plain.outcome !== 'found' || result.outcome !== 'found') return
        expect(result.value).toBeLessThanOrEqual(plain.value)
        expect(createEvaluator(problem).evaluate(result.groupings)).toMatchObject({
          acceptable: true,
          value: result.value,
        })
        expect(result.details?.['improvement']).toEqual({ before: plain.value, after: result.value })
      },
    ),
    { numRuns: someOf(40) },
  ))
