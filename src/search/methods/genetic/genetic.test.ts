import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wideProblem } from '../../../../research/bench/search/wide-table.ts'
import {
  anySearchProblem,
  mediumProblem,
  quietRun,
  searchProblem,
  searchPromises,
} from '../../../../test/promises/search.ts'
import { numberHierarchy, tableFromRows } from '../../../../test/small-tables.ts'
import { t12 } from '../../../../test/t12.ts'
import { someOf } from '../../../../test/thorough.ts'
import { type OptionValues, readOptions } from '../../../ground/options.ts'
import { randomFrom } from '../../../ground/random.ts'
import type { WorkContext } from '../../../ground/workers/pool.ts'
import { emptyGrouping } from '../../../hierarchy/grouping.ts'
import { withoutTree } from '../../../hierarchy/hierarchy.ts'
import { findMetric } from '../../../metrics/index.ts'
import type { CellMetric, Metric } from '../../../metrics/metric.ts'
import { chromosomeLayout, fillGroupings } from '../../chromosome/chromosome.ts'
import { memberAt } from '../../chromosome/population.ts'
import { createRepair } from '../../chromosome/repair.ts'
import { createEvaluator } from '../../evaluation.ts'
import { openMembers } from '../../improve/members.ts'
import { polish } from '../../improve/polish.ts'
import { searchExhaustive, searchGenetic, searchLattice } from '../../index.ts'
import { mergeCodes } from '../../merged-codes.ts'
import { threadsFor } from '../../portable-problem.ts'
import type { FoundColumns, SearchProblem, SearchProgress, SearchRun } from '../../search.ts'
import { openIsland } from './island.ts'
import { geneticOptions, settleOptions } from './options.ts'

const SMALL = { population: 24, iterations: 300, islands: 3 }
const context: WorkContext = { stopped: () => false, pause: () => undefined }

searchPromises(searchGenetic, { options: SMALL, runs: 32 })

async function found(problem: SearchProblem, options = {}, run: Partial<SearchRun> = {}): Promise<FoundColumns> {
  const result = await searchGenetic.search(problem, options, { ...quietRun, ...run })
  if (result.outcome !== 'found') throw new Error(`outcome is ${result.outcome}`)
  return result
}

test(
  'searchGenetic(T12): finds what exhaustive finds, proves it, and is no worse than the solution of the ' + 'digest',
  async () => {
    const problem = searchProblem(t12, 'LM', t12.k)
    expect(createEvaluator(problem).evaluate(t12.groupings).value).toBeCloseTo(0.2849206349, 10)
    const best = (await searchExhaustive.search(problem, {}, quietRun)) as FoundColumns
    const result = await found(problem, SMALL)
    expect(result.value).toBeCloseTo(best.value, 12)
    expect(result.optimal).toBe(true)
    expect(result.details).toMatchObject({ gap: 0, lowerBound: result.value, stopped: 'optimal', bits: 22 })
  },
)

for (const improve of ['columns', 'none'] as const) {
  test(`island (improve: ${improve}): every member is valid and its fitness is that of the naive evaluation`, () =>
    fc.assert(
      fc.asyncProperty(anySearchProblem({}, ['LM', 'CM', 'DM', 'RM']), fc.nat(), async (problem, seed) => {
        const layout = chromosomeLayout(problem.hierarchies)
        const repair = createRepair(layout)
        const options = settleOptions(problem, { population: 20 }, improve !== 'none')
        const island = openIsland(problem, options, 20, randomFrom(seed))
        await island.settle([], context)
        const best = island.population.bitsAt(0).slice()
        await island.breed(60, context)
        if (improve === 'columns')
          await openMembers(problem, island, false).improveMembers(60, context, { best, share: { index: 0, of: 1 } })
        const groupings = problem.hierarchies.map((hierarchy) => emptyGrouping(hierarchy.values.length))
        const members = Array.from({ length: island.population.size }, (_, rank) => memberAt(island.population, rank))
        for (const { bits, fitness } of members) {
          const repaired = bits.slice()
          repair(repaired)
          expect(repaired).toEqual(bits)
          fillGroupings(layout, bits, groupings)
          const { value, partition, acceptable } = createEvaluator(problem).evaluate(groupings)
          expect(fitness.value).toBe(value)
          expect(fitness.suppressed).toBe(partition.suppressedRows)
          expect(fitness.excess === 0).toBe(acceptable)
        }
        expect(new Set(members.map(({ bits }) => bits.join(''))).size).toBe(members.length)
      }),
      { numRuns: someOf(20) },
    ))
}

test('improving seeds ends, however little a slice allows under a suppression limit', async () => {
  const problem = { ...mediumProblem('LM', 5), suppressionLimit: 0.1 }
  const options = settleOptions(problem, { population: 20 }, true)
  const members = openMembers(problem, openIsland(problem, options, 20, randomFrom(1)), false)
  let slices = 1
  while (!(await members.improveSeeds([], 1, context)) && slices < 100) slices++
  expect(slices).toBeLessThan(100)
})

test('searchGenetic finds the optimum of small problems, for any goal and limit', () =>
  fc.assert(
    fc.asyncProperty(anySearchProblem({ columns: 3, codes: 4, rows: 24 }, ['LM', 'CM', 'DM']), async (problem) => {
      const best = await searchExhaustive.search(problem, {}, quietRun)
      if (best.outcome !== 'found') return
      const result = await found(problem, { population: 60, iterations: 2000 })
      expect(result.value).toBeCloseTo(best.value, 9)
    }),
    { numRuns: someOf(30) },
  ))

test('searchGenetic(partitions: ordered) finds the best division of the leaves in their order', () =>
  fc.assert(
    fc.asyncProperty(anySearchProblem({ columns: 3, codes: 4, rows: 24 }, ['LM', 'CM', 'DM']), async (problem) => {
      const ordered = { ...problem, hierarchies: problem.hierarchies.map(withoutTree) }
      const best = await searchExhaustive.search(ordered, {}, quietRun)
      if (best.outcome !== 'found') return
      const result = await found(problem, { partitions: 'ordered', population: 60, iterations: 1000 })
      expect(result.value).toBeCloseTo(best.value, 9)
    }),
    { numRuns: someOf(12) },
  ))

test('searchGenetic(several metrics) minimises the weighted sum', () =>
  fc.assert(
    fc.asyncProperty(anySearchProblem({ columns: 3, codes: 4, rows: 24 }, ['LM']), async (drawn) => {
      const { k } = drawn.goal.terms[0].settings
      const term = (metric: string, weight: number) => ({ ...searchProblem(drawn, metric, k).goal.terms[0], weight })
      const problem = {
        ...drawn,
        goal: { name: 'mixed', terms: [term('LM', 0.25), term('CM', 0.5), term('RM', 0.25)] },
      }
      const best = await searchExhaustive.search(problem, {}, quietRun)
      if (best.outcome !== 'found') return
      expect((await found(problem, { population: 60, iterations: 2000 })).value).toBeCloseTo(best.value, 9)
    }),
    { numRuns: someOf(15) },
  ))

test('searchGenetic gives the same result with one thread and with two, where two are used', async () => {
  const problem = mediumProblem('LM', 5)
  const options = { population: 60, patience: 500 }
  expect(threadsFor(problem, settleOptions(problem, options, true).iterations, 2)).toBe(2)
  const alone = await found(problem, options, { threads: 1 })
  expect(await found(problem, options, { threads: 2 })).toEqual(alone)
})

test(
  'searchGenetic(wide trees): each improvement is reported, from levels to all codes, the same with one thread ' +
    'and with two',
  async () => {
    const problem = wideProblem({ rows: 400, columns: 6, widest: 900, seed: 2 }, 'LM', 5)
    expect(mergeCodes(problem)).toBeDefined()
    const options = { population: 20, iterations: 100, improve: 'columns' }
    const bests: number[] = []
    const progress = ({ best }: SearchProgress) => void bests.push(best as number)
    const alone = await found(problem, options, { progress })
    expect(bests[0]).toBeCloseTo(1, 12)
    expect(new Set(bests).size).toBeGreaterThan(5)
    expect(bests).toEqual(bests.toSorted((a, b) => b - a))
    expect(bests.at(-1)).toBe(alone.value)
    expect(createEvaluator(problem).evaluate(alone.groupings)).toMatchObject({ acceptable: true, value: alone.value })
    const polished = await polish(problem, alone.groupings, quietRun)
    expect(polished.value).toBe(alone.value)
    expect(await found(problem, options, { threads: 2 })).toEqual(alone)
  },
)

test('searchGenetic stopped while workers are busy: answers with what it has, without them', async () => {
  const controller = new AbortController()
  const problem = wideProblem({ rows: 400, columns: 6, widest: 900, seed: 2 }, 'LM', 5)
  // The first figure comes from levels, before a worker has answered.
  const run = { ...quietRun, threads: 2, signal: controller.signal, progress: () => controller.abort() }
  const result = await searchGenetic.search(problem, {}, run)
  if (result.outcome !== 'cancelled' || result.best === undefined) throw new Error(`outcome is ${result.outcome}`)
  const { acceptable, value } = createEvaluator(problem).evaluate(result.best.groupings)
  expect([acceptable, value]).toEqual([true, result.best.value])
})

test('searchGenetic begins with what lattice finds, however many nodes its lattice has', async () => {
  const hierarchies = Array.from({ length: 8 }, (_, i) => numberHierarchy(`number${i}`, [...Array(20).keys()]))
  const random = randomFrom(3)
  // Correlated numbers: otherwise the coarsest node would be the best.
  const rows = Array.from({ length: 300 }, () => {
    const base = random.integer(16)
    return { codes: hierarchies.map(() => base + random.integer(5)) }
  })
  const sizes = hierarchies.map(({ column, values }) => ({ name: column, size: values.length }))
  const problem = {
    ...searchProblem({ frequencies: tableFromRows(sizes, rows), hierarchies }, 'LM', 5),
    suppressionLimit: 0.1,
  }
  const nodes = hierarchies.reduce((product, { levels }) => product * levels.length, 1)
  expect(nodes).toBeGreaterThan(50_000)
  const lattice = (await searchLattice.search(problem, {}, quietRun)) as FoundColumns
  const startAlone = { population: 40, iterations: 0, improve: 'none' }
  expect((await found(problem, startAlone)).value).toBeLessThanOrEqual(lattice.value + 1e-12)
  expect((await found(problem, { ...startAlone, start: 'none' })).value).toBeGreaterThan(lattice.value)
})

test(
  'searchGenetic with a metric of one’s own stays in one thread and finds the best; with a bound if it prices ' +
    'cells',
  async () => {
    const usual = searchProblem(t12, 'LM', 3)
    const options = { population: 100, iterations: 4000 }
    const best = (await found(usual, options)).value
    const withMetric = (metric: Metric) => ({
      ...usual,
      goal: { name: 'mine', terms: [{ ...usual.goal.terms[0], metric }] },
    })
    const priced = await found(withMetric({ ...findMetric('LM'), name: 'mine' }), options, { threads: 2 })
    expect(priced.value).toBeCloseTo(best, 12)
    expect(priced.details).toHaveProperty('lowerBound')
    const unknown: Metric = { ...(findMetric('LM') as CellMetric), name: 'mine', sums: 'no' }
    const plain = await found(withMetric(unknown), options, { threads: 2 })
    expect(plain.value).toBeCloseTo(best, 12)
    expect(plain.details).not.toHaveProperty('lowerBound')
  },
)

test('options: the paper’s rates are the defaults, and without improvements so are its numbers', () => {
  const read = (given: OptionValues) => readOptions('algorithm genetic', geneticOptions, given)
  expect(read({})).toMatchObject({ iterations: 500_000, mutation: 0.002 })
  expect(read({}).population).toBeUndefined()
  const settled = (given: OptionValues, isImproved: boolean, metric = 'LM') =>
    settleOptions(mediumProblem(metric, 5), given, isImproved)
  expect(settled({}, false)).toMatchObject({ population: 5000, iterations: 500_000, islands: 1, patience: 0 })
  expect(settled({ islands: 2 }, false).islands).toBe(2)
  expect(settled({}, true)).toMatchObject({ population: 5000, patience: 2000, islands: 4 })
  expect(settled({ population: 77 }, true, 'DM')).toMatchObject({ population: 77, patience: 4000, islands: 4 })
  expect(() => settled({ populaton: 3 }, true)).toThrow('algorithm genetic has no option "populaton"; did you mean')
})

test('iterations and patience: each ends the search and says so', async () => {
  const problem = searchProblem(t12, 'DM', t12.k)
  const stopped = async (options: object) => (await found(problem, { population: 20, ...options })).details?.['stopped']
  expect(await stopped({ iterations: 100, patience: 0 })).toBe('iterations')
  expect(await stopped({ patience: 50 })).toBe('patience')
})

test('progress and convergence: children made, best so far falling, distinct solutions growing', async () => {
  const seen: SearchProgress[] = []
  const problem = searchProblem(t12, 'DM', t12.k)
  const options = { population: 30, iterations: 3000, patience: 0, islands: 2 }
  const result = await found(problem, options, { progress: (progress) => void seen.push(progress) })
  const points = result.convergence ?? []
  expect(points.length).toBeGreaterThan(2)
  expect(points.at(-1)).toMatchObject({ done: 3000, best: result.value })
  for (let i = 1; i < points.length; i++) {
    expect(points[i].best).toBeLessThanOrEqual(points[i - 1].best)
    expect(points[i].done).toBeGreaterThanOrEqual(points[i - 1].done)
    expect(points[i].distinct).toBeGreaterThanOrEqual(points[i - 1].distinct as number)
  }
  expect(seen.at(-1)).toMatchObject({ done: 3000, total: 3000, best: result.value })
})
