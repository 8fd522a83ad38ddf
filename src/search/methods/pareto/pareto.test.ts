import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  anySearchProblem,
  mediumProblem,
  quietRun,
  searchProblem,
  searchPromises,
} from '../../../../test/promises/search.ts'
import { t12 } from '../../../../test/t12.ts'
import { someOf } from '../../../../test/thorough.ts'
import { plainCounter } from '../../../frequency/kernel/plain-counter.ts'
import { UserError } from '../../../ground/errors.ts'
import type { OptionValues } from '../../../ground/options.ts'
import type { Grouping } from '../../../hierarchy/grouping.ts'
import { withoutTree } from '../../../hierarchy/hierarchy.ts'
import { findMetric } from '../../../metrics/index.ts'
import { bitsOfGroupings, chromosomeLayout } from '../../chromosome/chromosome.ts'
import { createEvaluator } from '../../evaluation.ts'
import { searchPareto } from '../../index.ts'
import { threadsFor } from '../../portable-problem.ts'
import type { FrontPoint } from '../../results.ts'
import type { SearchProblem, SearchResult } from '../../search.ts'
import { enumerateGroupings } from '../exhaustive/exhaustive.ts'
import { dominates } from './dominance.ts'
import { groupingsOfPoint } from './front.ts'
import { createScore } from './objectives.ts'
import { createArchive } from './solution.ts'

const small = { population: 20, evaluations: 600 }

searchPromises(searchPareto, { options: { ...small, suppression: true }, runs: 40 })
describe('without suppression, ordered partitions', () => {
  searchPromises(searchPareto, {
    options: small,
    runs: 24,
    suppressionLimits: [0],
    space: 'ranges',
    metrics: ['LM', 'achievement', 'DM'],
  })
})

function readFront(result: SearchResult): readonly FrontPoint[] {
  return result.details?.front ?? []
}

/** Minimized, so k is negated. */
function vector({ objectives }: FrontPoint): number[] {
  return Object.entries(objectives).map(([name, value]) => (name === 'k' ? -value : value))
}

interface Case {
  readonly problem: SearchProblem
  readonly objectives: readonly string[]
  readonly options: OptionValues
}

/** Trees, orders and numbers; the paper's objectives and others; with and without suppression, in both spaces. */
const anyCase: fc.Arbitrary<Case> = fc
  .record({
    problem: anySearchProblem({ columns: 3, codes: 4, rows: 24, fewestRows: 6 }, ['LM', 'achievement'], [0, 0.3]),
    objectives: fc.constantFrom(
      ['goal', 'k'],
      ['NWP', 'NECD'],
      ['LM', 'CM'],
      ['LM', 'prosecutor', 'NECD'],
      ['LM', 'suppression'],
    ),
    suppression: fc.boolean(),
    partitions: fc.constantFrom('ordered' as const, 'taxonomy' as const),
  })
  .map(({ problem, objectives, suppression, partitions }) => ({
    problem: { ...problem, suppressedGroup: 'exempt' },
    objectives,
    options: { ...small, objectives, suppression, partitions },
  }))

/** The true front, by brute force. */
function trueFront({ problem, objectives, options }: Case): string[] {
  const ordered = options['partitions'] === 'ordered'
  const hierarchies = ordered ? problem.hierarchies.map(withoutTree) : problem.hierarchies
  const score = createScore(problem, objectives, options['suppression'] as boolean)
  const layout = chromosomeLayout(hierarchies)
  const archive = createArchive()
  const visit = (column: number, chosen: Grouping[]): void => {
    if (column === hierarchies.length) {
      const bits = bitsOfGroupings(layout, chosen)
      archive.offer({ bits, ...score(bits) })
      return
    }
    for (const grouping of enumerateGroupings(hierarchies[column])) visit(column + 1, [...chosen, grouping])
  }
  visit(0, [])
  const k = Math.max(...problem.requirements.map(({ minimumSize }) => minimumSize))
  return archive.members
    .map((member) =>
      objectives.map((name, i) => (name === 'k' ? member.objectives[i] - k : member.objectives[i])).join(),
    )
    .sort()
}

describe('searchPareto.search(problem): the front', () => {
  test('no point dominates another, each exists with exactly these figures, and the chosen one has the best goal', () =>
    fc.assert(
      fc.asyncProperty(anyCase, async (one) => {
        const { problem, options } = one
        const result = await searchPareto.search(problem, options, quietRun)
        const front = readFront(result)
        for (const a of front) for (const b of front) expect(dominates(vector(a), vector(b))).toBe(false)
        const asIs = createEvaluator(problem, plainCounter(problem.frequencies))
        for (const point of front) {
          const groupings = groupingsOfPoint(problem.hierarchies, point)
          const { acceptable, value, partition } = asIs.evaluate(groupings)
          expect(acceptable).toBe(true)
          expect(value).toBe(point.value)
          expect(partition.suppressedRows).toBe(point.suppressed)
          if (partition.keptClasses > 0) expect(partition.smallestClass).toBe(point.effectiveK)
          const { settings } = problem.goal.terms[0]
          for (const [name, figure] of Object.entries(point.objectives)) {
            if (name === 'goal') expect(figure).toBe(value)
            else if (name === 'k') expect(figure).toBe(point.effectiveK)
            else expect(findMetric(name).compute(partition, settings)).toBe(figure)
          }
        }
        if (result.outcome !== 'found') return expect(front).toEqual([])
        expect(result.value).toBeCloseTo(Math.min(...front.map((point) => point.value)), 11)
        expect(front[(result.details?.['chosen'] as number) - 1].value).toBe(result.value)
        // The best value drawn must be one that could have been released.
        expect(result.convergence?.at(-1)?.best).toBe(result.value)
      }),
      { numRuns: someOf(60) },
    ))

  /** Share of random problems whose front must be exactly the true one. */
  const SHARE = 0.95

  test(
    `is the true front, found by looking at everything, on at least ${SHARE * 100} % of random problems, and ` +
      'never beyond it',
    async () => {
      const cases = fc.sample(anyCase, { numRuns: 60, seed: 7 })
      let equal = 0
      for (const one of cases) {
        const found = readFront(await searchPareto.search(one.problem, one.options, quietRun)).map(vector)
        const truth = trueFront(one)
        const vectors = truth.map((text) => text.split(',').map(Number))
        for (const point of found) expect(vectors.some((best) => best.every((x, i) => x <= point[i]))).toBe(true)
        if (
          found
            .map((point) => point.join())
            .sort()
            .join(' ') === truth.join(' ')
        )
          equal++
      }
      expect(equal / cases.length).toBeGreaterThanOrEqual(SHARE)
    },
  )

  test('with preset: paper the front is that of the last population, and no less true', () =>
    fc.assert(
      fc.asyncProperty(anySearchProblem({ columns: 2, codes: 4, rows: 20 }, ['achievement'], [0]), async (problem) => {
        const options = { preset: 'paper', population: 6, evaluations: 120 }
        const result = await searchPareto.search(problem, options, quietRun)
        if (result.outcome !== 'found') return
        const truth = trueFront({
          problem,
          objectives: ['goal', 'k'],
          options: { partitions: 'ordered', suppression: false },
        })
        const best = Math.min(...truth.map((text) => Number(text.split(',')[0])))
        expect(result.value).toBeGreaterThanOrEqual(best)
        expect(result.convergence?.at(-1)?.best).toBe(result.value)
        expect(result.details?.['localSearch']).toBe(0)
        expect(result.details?.['generations']).toBe(20)
      }),
      { numRuns: someOf(20) },
    ))
})

test('searchPareto gives the same result with one thread and with two, where two are used', async () => {
  const problem = mediumProblem('LM', 5)
  const options = { evaluations: 100_000 }
  expect(threadsFor(problem, 3 * options.evaluations, 2)).toBe(2)
  const alone = await searchPareto.search(problem, options, { ...quietRun, threads: 1 })
  expect(alone.outcome).toBe('found')
  expect(await searchPareto.search(problem, options, { ...quietRun, threads: 2 })).toEqual(alone)
})

describe('searchPareto.search(problem): options', () => {
  const problem = { ...searchProblem(t12, 'LM', t12.k), suppressionLimit: 0 }
  const search = (options: OptionValues) => searchPareto.search(problem, { ...small, ...options }, quietRun)

  test('point: n releases that point of the front', async () => {
    const front = readFront(await search({}))
    expect(front.length).toBeGreaterThan(2)
    for (const [i, point] of front.entries()) {
      const result = await search({ point: i + 1 })
      if (result.outcome !== 'found') throw new Error(result.outcome)
      expect(result.value).toBe(point.value)
      expect(result.groupings).toEqual(groupingsOfPoint(problem.hierarchies, point))
    }
    await expect(search({ point: front.length + 1 })).rejects.toThrow(`point must be at most ${front.length}`)
  })

  test('partitions: ordered may beat the tree, taxonomy may not leave it', async () => {
    const [ordered, taxonomy] = [await search({}), await search({ partitions: 'taxonomy' })]
    if (ordered.outcome !== 'found' || taxonomy.outcome !== 'found') throw new Error('not found')
    expect(ordered.value).toBeLessThan(taxonomy.value)
  })

  test.each([
    [{ objectives: ['LM'] }, /two or three different names/],
    [{ objectives: ['LM', 'LM'] }, /two or three different names/],
    [{ objectives: ['LM', 'ML'] }, /no metric "ML".*LM/],
    [{ populations: 5 }, /no option "populations".*population/],
  ])('refuses %j', async (options, message) => {
    await expect(search(options as OptionValues)).rejects.toThrow(UserError)
    await expect(search(options as OptionValues)).rejects.toThrow(message)
  })

  test('refuses an objective about a target that the table does not have', async () => {
    const bare = { ...problem, frequencies: { ...problem.frequencies, targets: [] } }
    const options = { ...small, objectives: ['LM', 'CM'] }
    await expect(searchPareto.search(bare, options, quietRun)).rejects.toThrow(/objective CM needs a target column/)
  })

  test('groupingsOfPoint refuses endpoints of another table', () => {
    expect(() => groupingsOfPoint(problem.hierarchies, { endpoints: ['01', '1'] })).toThrow(
      /column "work.*" must be 7 digits/,
    )
  })
})
