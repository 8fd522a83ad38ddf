/**
 * What every search over columns promises, whatever its method. A search's own test calls this once and then says what is particular
 * to it:
 *
 *     searchPromises(searchLattice)
 *     searchPromises(searchGenetic, { options: { population: 20, iterations: 200 }, exceptions: [{ promise: 'none-exists', reason: '…' }] })
 *
 * Problems are random and small enough for `exhaustive` to know the truth.
 */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OptionValues } from '../../src/ground/options.ts'
import { randomFrom } from '../../src/ground/random.ts'
import { forEachGroup, type Grouping } from '../../src/hierarchy/grouping.ts'
import { nodeCovering, withoutTree } from '../../src/hierarchy/hierarchy.ts'
import { findMetric } from '../../src/metrics/index.ts'
import type { MetricSettings } from '../../src/metrics/metric.ts'
import { makeRequirement } from '../../src/requirements/index.ts'
import { requireKAnonymity } from '../../src/requirements/k-anonymity/k-anonymity.ts'
import type { Requirement, RequirementColumn } from '../../src/requirements/requirement.ts'
import { createEvaluator } from '../../src/search/evaluation.ts'
import { searchExhaustive } from '../../src/search/index.ts'
import type { SearchProblem, SearchRecord, SearchResult, SearchRun } from '../../src/search/search.ts'
import { anyProblem, type ProblemLimits, type RandomProblem } from '../random-problems.ts'
import { equalSettings, numberHierarchy, tableFromRows } from '../small-tables.ts'
import { someOf } from '../thorough.ts'

/** What a search may ask not to be held to, with its reason. */
export type SearchPromise =
  | 'acceptable'
  | 'models'
  | 'exhaustive'
  | 'repeatable'
  | 'threads'
  | 'cancellation'
  | 'none-exists'
  | 'corner cases'

export interface SearchPromiseOptions {
  /** Options of the search, to make it small. */
  readonly options?: OptionValues
  readonly exceptions?: readonly { readonly promise: SearchPromise; readonly reason: string }[]
  /** Random problems per promise. */
  readonly runs?: number
  /** Goals to ask for, by metric. */
  readonly metrics?: readonly string[]
  /** What it looks through: cuts of trees, or any ranges of their leaves too; `exhaustive` then looks through the same. */
  readonly space?: 'cuts' | 'ranges'
  /** It looks through fewer recodings than `exhaustive`: that nothing exists is said of these alone. */
  readonly narrower?: true
  /** Narrower problems, e.g. trees only. */
  readonly limits?: Partial<ProblemLimits>
  /** What problems may ask of suppressed rows; all kinds when absent. */
  readonly suppressionLimits?: readonly number[]
}

export const quietRun: SearchRun = { seed: 1, threads: 1, now: () => performance.now() }

export function searchPromises(record: SearchRecord, given: SearchPromiseOptions = {}): void {
  const { options = {}, exceptions = [], metrics = ['LM', 'CM', 'DM', 'RM'], limits } = given
  const runs = someOf(given.runs ?? 60)
  const space = given.space ?? 'cuts'
  const suppressionLimits = given.suppressionLimits ?? [0, 0.1, 0.3, 1]
  const anySearch = anySearchProblem({ columns: 3, codes: 4, rows: 24, ...limits }, metrics, suppressionLimits)
  const search = (problem: SearchProblem, run: SearchRun = quietRun) => record.search(problem, options, run)
  const truth = (problem: SearchProblem) => searchExhaustive.search(inSpace(problem, space), {}, quietRun)
  const expectAcceptable = (problem: SearchProblem, found: Found): void => {
    expectValid(inSpace(problem, space), found.groupings)
    const evaluation = createEvaluator(problem).evaluate(found.groupings)
    expect(evaluation.acceptable).toBe(true)
    expect(found.value).toBe(evaluation.value)
  }
  const promise = (name: SearchPromise, title: string, body: () => Promise<void>): void => {
    const exception = exceptions.find((candidate) => candidate.promise === name)
    if (exception === undefined) test(`${record.name}: ${title}`, body)
  }

  describe(`${record.name} keeps the promises of a search`, () => {
    promise('acceptable', 'gives an acceptable recoding of valid groupings, or says honestly that it has none', () =>
      fc.assert(
        fc.asyncProperty(anySearch, async (problem) => {
          const result = await search(problem)
          const found = bestOf(result)
          if (found !== undefined) expectAcceptable(problem, found)
          expect(result.evaluations).toBeGreaterThan(0)
          if (result.outcome === 'found') return
          expect(result.outcome).toBe('none-exists')
          // With everything in one class no recoding suppresses fewer rows; only the enforced group can upset that.
          if (problem.suppressedGroup === 'exempt') expect((await truth(problem)).outcome).toBe('none-exists')
        }),
        { numRuns: runs },
      ),
    )

    promise('models', 'keeps every model on sensitive values, or says none-exists only where that is so', () =>
      fc.assert(
        fc.asyncProperty(anySearch, anyModels, async (problem, models) => {
          const asked = { ...problem, requirements: [...problem.requirements, ...models] }
          const result = await search(asked)
          const found = bestOf(result)
          if (found !== undefined) expectAcceptable(asked, found)
          if (result.outcome === 'none-exists' && problem.suppressedGroup === 'exempt' && given.narrower !== true)
            expect((await truth(asked)).outcome).toBe('none-exists')
        }),
        { numRuns: runs },
      ),
    )

    promise('exhaustive', 'never beats exhaustive', () =>
      fc.assert(
        fc.asyncProperty(anySearch, async (problem) => {
          const found = bestOf(await search(problem))
          if (found === undefined) return
          const best = bestOf(await truth(problem))
          expect(best).toBeDefined()
          expect(found.value).toBeGreaterThanOrEqual((best?.value as number) - 1e-9)
        }),
        { numRuns: runs },
      ),
    )

    promise('repeatable', 'gives the same result for the same seed', () =>
      fc.assert(
        fc.asyncProperty(anySearch, fc.integer({ min: 0, max: 1000 }), async (problem, seed) => {
          const first = await search(problem, { ...quietRun, seed })
          expect(await search(problem, { ...quietRun, seed })).toEqual(first)
        }),
        { numRuns: Math.ceil(runs / 4) },
      ),
    )

    promise('threads', 'gives the same result with one thread and with two', () =>
      fc.assert(
        fc.asyncProperty(anySearch, async (problem) => {
          const alone = await search(problem, { ...quietRun, threads: 1 })
          expect(await search(problem, { ...quietRun, threads: 2 })).toEqual(alone)
        }),
        { numRuns: Math.ceil(runs / 4) },
      ),
    )

    promise(
      'cancellation',
      'ends as cancelled when the signal has fired, with nothing worse than an acceptable best',
      () =>
        fc.assert(
          fc.asyncProperty(anySearch, async (problem) => {
            const result = await search(problem, { ...quietRun, signal: AbortSignal.abort() })
            expect(result.outcome).toBe('cancelled')
            const found = bestOf(result)
            if (found !== undefined) expectAcceptable(problem, found)
          }),
          { numRuns: Math.ceil(runs / 4) },
        ),
    )

    promise('none-exists', 'says none-exists, why and what would help, when k is larger than the table', () =>
      fc.assert(
        fc.asyncProperty(anySearch, async (problem) => {
          const k = problem.frequencies.rows + 1
          const result = await search({ ...problem, requirements: [requireKAnonymity(k)], suppressionLimit: 0 })
          if (result.outcome !== 'none-exists') throw new Error(`outcome is ${result.outcome}`)
          expect(result.reason).toContain('suppression')
        }),
        { numRuns: Math.ceil(runs / 4) },
      ),
    )

    for (const [name, problem, classes] of cornerCases()) {
      promise('corner cases', `finds a release of ${name}`, async () => {
        const result = await search(problem)
        if (result.outcome !== 'found') throw new Error(`outcome is ${result.outcome}`)
        expectAcceptable(problem, result)
        const { partition } = createEvaluator(problem).evaluate(result.groupings)
        expect(partition.suppressedRows).toBe(0)
        expect(partition.keptClasses).toBe(classes)
      })
    }
  })
}

/** One to three models on the sensitive column of random problems. */
export const anyModels: fc.Arbitrary<Requirement[]> = fc
  .uniqueArray(
    fc.constantFrom(
      ['l-diversity', { l: 2 }],
      ['l-diversity', { l: 3 }],
      ['l-diversity', { l: 1.8, kind: 'entropy' }],
      ['l-diversity', { l: 2, kind: 'recursive', c: 1.5 }],
      ['t-closeness', { t: 0.25 }],
      ['t-closeness', { t: 0.2, distance: 'ordered' }],
      ['t-closeness', { t: 0.3, distance: 'tree' }],
      ['beta-likeness', { beta: 0.8 }],
      ['beta-likeness', { beta: 1, kind: 'basic' }],
      ['delta-disclosure', { delta: 1.1 }],
      ['delta-disclosure', { delta: 0.9, values: 'occurring' }],
      ['alpha-k', { alpha: 0.6, k: 2 }],
      ['alpha-k', { alpha: 0.3, k: 3, values: ['ulcer'] }],
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((models) =>
    models.map(([name, options]) =>
      makeRequirement(name as string, { column: 'illness', ...(options as object) }, [illness]),
    ),
  )

const illness: RequirementColumn = {
  name: 'illness',
  role: 'sensitive',
  order: ['cold', 'flu', 'ulcer'],
  taxonomy: {
    name: 'any',
    children: [{ name: 'airways', children: [{ name: 'flu' }, { name: 'cold' }] }, { name: 'ulcer' }],
  },
}

/** A random problem with a goal, k, limit and rule for the suppressed group. */
export function anySearchProblem(
  limits: Partial<ProblemLimits>,
  metrics: readonly string[],
  suppressionLimits: readonly number[] = [0, 0.1, 0.3, 1],
): fc.Arbitrary<SearchProblem> {
  return fc
    .record({
      random: anyProblem(limits),
      metric: fc.constantFrom(...metrics),
      k: fc.integer({ min: 2, max: 6 }),
      suppressionLimit: fc.constantFrom(...suppressionLimits),
      suppressedGroup: fc.constantFrom('exempt' as const, 'enforce' as const),
    })
    .map(({ random, metric, k, suppressionLimit, suppressedGroup }) => ({
      ...searchProblem(random, metric, k),
      suppressionLimit,
      suppressedGroup,
    }))
}

/** A problem with one metric as its goal, k-anonymity, no limit to suppression. */
export function searchProblem(
  random: Pick<RandomProblem, 'frequencies' | 'hierarchies'>,
  metric: string,
  k: number,
  settings: Partial<MetricSettings> = {},
): SearchProblem {
  const { frequencies, hierarchies } = random
  return {
    frequencies,
    hierarchies,
    requirements: [requireKAnonymity(k)],
    suppressionLimit: 1,
    suppressedGroup: 'exempt',
    goal: {
      name: metric,
      terms: [
        { metric: findMetric(metric), settings: { ...equalSettings(hierarchies, { k }), ...settings }, weight: 1 },
      ],
    },
  }
}

/** A problem of some hundred combinations, the same every time: large enough for work to be worth a second thread. */
export function mediumProblem(metric: string, k: number): SearchProblem {
  const hierarchies = [9, 10, 8].map((size, i) =>
    numberHierarchy(
      `number${i}`,
      Array.from({ length: size }, (_, code) => code),
    ),
  )
  const sizes = hierarchies.map(({ column, values }) => ({ name: column, size: values.length }))
  const random = randomFrom(7)
  const rows = Array.from({ length: 700 }, () => ({ codes: sizes.map(({ size }) => random.integer(size)) }))
  return {
    ...searchProblem({ frequencies: tableFromRows(sizes, rows), hierarchies }, metric, k),
    suppressionLimit: 0.2,
  }
}

type Found = { readonly groupings: readonly Grouping[]; readonly value: number }

function bestOf(result: SearchResult): Found | undefined {
  if (result.outcome === 'found') return result
  return result.outcome === 'none-exists' ? undefined : result.best
}

/** In ranges the leaves of a tree are an order. What the groups lose is measured by the goal's own hierarchies, which keep their trees. */
function inSpace(problem: SearchProblem, space: 'cuts' | 'ranges'): SearchProblem {
  if (space === 'cuts') return problem
  return { ...problem, hierarchies: problem.hierarchies.map(withoutTree) }
}

/** Consecutive groups numbered from 0; a tree node each where there is a tree. */
function expectValid({ hierarchies }: SearchProblem, groupings: readonly Grouping[]): void {
  expect(groupings.length).toBe(hierarchies.length)
  groupings.forEach((grouping, column) => {
    const { tree, values } = hierarchies[column]
    expect(grouping.codeGroups.length).toBe(values.length)
    let next = 0
    forEachGroup(grouping, (group, from, to) => {
      expect(group).toBe(next++)
      if (tree !== undefined) expect(nodeCovering(tree, from, to)).toBeGreaterThanOrEqual(0)
    })
    expect(grouping.groups).toBe(next)
  })
}

/** Name, problem, and how many classes the only best release has. */
function cornerCases(): [string, SearchProblem, number][] {
  const column = numberHierarchy('age', [1, 2, 3])
  const problem = (codes: readonly number[], k: number, columns = 1): SearchProblem => {
    const hierarchies = Array.from({ length: columns }, (_, i) => ({ ...column, column: `age${i}` }))
    const sizes = hierarchies.map((hierarchy) => ({ name: hierarchy.column, size: 3 }))
    const frequencies = tableFromRows(
      sizes,
      codes.map((code) => ({ codes: hierarchies.map(() => code) })),
    )
    return { ...searchProblem({ frequencies, hierarchies }, 'LM', k), suppressionLimit: 0 }
  }
  return [
    ['one row, k = 1', problem([1], 1), 1],
    ['one column', problem([0, 0, 2, 2], 2), 2],
    ['rows that are all equal', problem([1, 1, 1, 1], 3, 2), 1],
    ['a table of k rows', problem([0, 1, 2, 2], 4, 2), 1],
  ]
}
