import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectTightClasses, leastLoss, lossOfDecision } from '../../../../test/class-decisions.ts'
import { anySearchProblem, mediumProblem, quietRun } from '../../../../test/promises/search.ts'
import { type Nested, numberHierarchy, orderHierarchy, treeHierarchy } from '../../../../test/small-tables.ts'
import { someOf } from '../../../../test/thorough.ts'
import { groupLoss } from '../../../hierarchy/hierarchy.ts'
import { requireKAnonymity } from '../../../requirements/k-anonymity/k-anonymity.ts'
import { smallestAllowedClass } from '../../../requirements/requirement.ts'
import type { CellLoss } from '../../classes/cell-goal.ts'
import type { ClassesResult, FoundClasses } from '../../classes-search.ts'
import type { SearchProblem, SearchRun } from '../../search.ts'
import { limitWork, SLOWNESS } from '../../work.ts'
import { searchMondrian } from '../mondrian/mondrian.ts'
import { searchBoxes } from './boxes.ts'
import { columnLine, columnTables, SCALE } from './column-tables.ts'
import { roundSeconds } from './options.ts'

const anyProblem = anySearchProblem({ columns: 4, codes: 6, fewestRows: 6, rows: 60 }, ['LM'])
const found = (result: ClassesResult): FoundClasses => {
  if (result.outcome !== 'found') throw new Error(`outcome is ${result.outcome}`)
  return result
}
const readK = ({ requirements }: SearchProblem): number => smallestAllowedClass(requirements)

for (const [record, options] of [
  [searchBoxes, { rounds: 20 }],
  [searchMondrian, {}],
  [searchMondrian, { by: 'width' }],
] as const) {
  describe(`${record.name} ${JSON.stringify(options)}`, () => {
    test(
      'gives classes of k rows, every row in one, ranges as tight as the rows allow; never beats the best there ' +
        'is',
      () =>
        fc.assert(
          fc.asyncProperty(anyProblem, async (problem) => {
            const { decision } = found(await record.search(problem, options, quietRun))
            expectTightClasses(problem, decision, readK(problem))
          }),
          { numRuns: someOf(60) },
        ),
    )

    test('never beats the best of all ways to put a dozen rows into classes', () =>
      fc.assert(
        fc.asyncProperty(
          anySearchProblem({ columns: 3, codes: 5, fewestRows: 6, rows: 10 }, ['LM']),
          async (problem) => {
            const { decision } = found(await record.search(problem, options, quietRun))
            expect(lossOfDecision(problem, decision)).toBeGreaterThanOrEqual(leastLoss(problem, readK(problem)) - 1e-9)
          },
        ),
        { numRuns: someOf(25) },
      ))

    test(
      'says what it cannot do: other requirements, other goals, k beyond the rows; ends when the signal has ' + 'fired',
      async () => {
        const problem = mediumProblem('LM', 5)
        const other = { ...requireKAnonymity(2), name: 'something-else', reads: 'counts' as const }
        await expect(record.search({ ...problem, requirements: [other] }, {}, quietRun)).rejects.toThrow(
          'something-else',
        )
        await expect(record.search(mediumProblem('AECS', 5), {}, quietRun)).rejects.toThrow('the goal has AECS')
        const many = { ...problem, requirements: [requireKAnonymity(701)] }
        await expect(record.search(many, {}, quietRun)).rejects.toThrow('k must be at most the number of rows, 700')
        const aborted = await record.search(problem, options, { ...quietRun, signal: AbortSignal.abort() })
        expect(aborted.outcome).toBe('cancelled')
      },
    )
  })
}

describe('boxes', () => {
  test('finds the best of all ways to put a dozen rows into classes, nearly always', async () => {
    const problems = fc.sample(anySearchProblem({ columns: 3, codes: 5, fewestRows: 6, rows: 10 }, ['LM']), {
      numRuns: 40,
      seed: 3,
    })
    let best = 0
    for (const problem of problems) {
      const { decision } = found(await searchBoxes.search(problem, { rounds: 50 }, quietRun))
      if (lossOfDecision(problem, decision) < leastLoss(problem, readK(problem)) + 1e-6) best++
    }
    expect(best).toBeGreaterThanOrEqual(38)
  })

  test('is the same for a seed with one thread and with two, and another for another seed', async () => {
    const problem = mediumProblem('LM', 4)
    const run = (threads: number, seed = 1) =>
      searchBoxes.search(problem, { rounds: 200 }, { ...quietRun, threads, seed })
    const first = await run(1)
    expect(await run(2)).toEqual(first)
    expect(await run(1, 2)).not.toEqual(first)
  })

  test('its value is the LM of its decision, at least the lower bound, and falls from round to round', async () => {
    const problem = mediumProblem('LM', 4)
    const result = found(await searchBoxes.search(problem, { rounds: 60 }, quietRun))
    const values = (result.convergence ?? []).map(({ best }) => best)
    const value = lossOfDecision(problem, result.decision)
    expect(values.at(-1)).toBeCloseTo(value, 5)
    expect(values).toEqual([...values].sort((a, b) => b - a))
    expect(result.details?.lowerBound).toBeLessThanOrEqual(value)
    const plain = found(await searchMondrian.search(problem, {}, quietRun))
    expect(value).toBeLessThan(lossOfDecision(problem, plain.decision))
  })

  test('stopped on its way it has the best so far, complete, and the lower bound', async () => {
    const problem = mediumProblem('LM', 4)
    const stop = new AbortController()
    const progress = ({ done }: { readonly done: number }) => void (done === 3 && stop.abort())
    const result = await searchBoxes.search(problem, {}, { ...quietRun, signal: stop.signal, progress })
    if (result.outcome !== 'cancelled' || result.best === undefined) throw new Error(result.outcome)
    expectTightClasses(problem, result.best.decision, 4)
    expect(result.details?.lowerBound).toBeLessThanOrEqual(lossOfDecision(problem, result.best.decision))
  })

  test('a column of more than 256 values is searched by places or segments and shown by its values', async () => {
    const hierarchies = [
      orderHierarchy(
        'code',
        Array.from({ length: 1000 }, (_, i) => `v${i}`),
      ),
    ]
    const codes = Uint16Array.from({ length: 1000 }, (_, i) => i)
    const problem = {
      ...mediumProblem('LM', 3),
      hierarchies,
      frequencies: {
        columns: [{ name: 'code', size: 1000, codes }],
        combinations: 1000,
        rows: 1000,
        counts: new Int32Array(1000).fill(1),
        targets: [],
      },
    }
    const { goal } = problem
    const weighted = {
      ...goal,
      terms: goal.terms.map((term) => ({
        ...term,
        settings: { ...term.settings, hierarchies, weights: Float64Array.of(1) },
      })),
    }
    const variant: SearchProblem = { ...problem, goal: weighted }
    const reported: (number | undefined)[] = []
    const progress: SearchRun['progress'] = ({ best }) => reported.push(best)
    const result = await searchBoxes.search(variant, { rounds: 30 }, { ...quietRun, progress })
    const { decision } = found(result)
    expectTightClasses(variant, decision, 3)
    expect(lossOfDecision(variant, decision)).toBeLessThan(0.01)
    // The reported loss is the released one, and segments give no lower bound.
    expect(reported.at(-1)).toBeCloseTo(lossOfDecision(variant, decision), 9)
    expect(result.details).not.toHaveProperty('lowerBound')
  })
})

test('a deadline that does not strike changes nothing, however slow the clock', async () => {
  const problem = mediumProblem('LM', 3)
  const nine = await searchBoxes.search(problem, { rounds: 9 }, quietRun)
  let ticks = 0
  const slow = { ...quietRun, deadline: 5000, now: () => (ticks++ % 7) * 100 }
  expect(found(await searchBoxes.search(problem, { rounds: 9 }, slow)).decision).toEqual(found(nine).decision)
})

test('a limit of work for nine rounds gives the classes of nine rounds: it has cooled down by then', async () => {
  const problem = mediumProblem('LM', 3)
  const nine = await searchBoxes.search(problem, { rounds: 9 }, quietRun)
  const controller = new AbortController()
  const units = 8.5 * SLOWNESS * roundSeconds(3, problem.frequencies.combinations)
  const work = limitWork(units, () => controller.abort())
  const limited = await searchBoxes.search(problem, {}, { ...quietRun, signal: controller.signal, work })
  if (limited.outcome !== 'cancelled' || limited.best === undefined) throw new Error('the limit did not end it')
  expect(limited.best.decision).toEqual(found(nine).decision)
})

describe('columnLine(hierarchy, size, loss)', () => {
  const numbers = numberHierarchy('bill', [-20, 0, 1, 3, 1000])
  const loss: CellLoss = (a, b) => groupLoss(numbers, a, b) / 4

  test('numbers under LM are places on a line: weight · length is their loss', () => {
    const { searchCodes, weight } = columnLine(numbers, 5, loss)!
    for (let low = 0; low < 5; low++)
      for (let high = low; high < 5; high++)
        expect((weight * (searchCodes[high] - searchCodes[low])) / 2 ** 8 / SCALE).toBeCloseTo(loss(low, high), 4)
  })
  test('other losses, trees and missing values are not', () => {
    expect(columnLine(numbers, 5, (a, b) => loss(a, b) ** 2)).toBeUndefined()
    expect(columnLine({ ...numbers, missing: 4 }, 5, loss)).toBeUndefined()
    expect(columnLine(treeHierarchy('place', { name: 'all', children: ['a', 'b'] }), 2, loss)).toBeUndefined()
  })
})

describe('columnTables(hierarchy, column, counts, loss)', () => {
  const leaves = (from: number, count: number): Nested[] => Array.from({ length: count }, (_, i) => `leaf${from + i}`)

  test('shows the smallest node, and the next wider one', () => {
    const hierarchy = treeHierarchy('place', {
      name: 'all',
      children: [{ name: 'a', children: leaves(0, 2) }, 'leaf2'],
    })
    const tables = columnTables(
      hierarchy,
      { name: 'place', size: 3, codes: Uint8Array.of(0, 1, 2) },
      Int32Array.of(1, 1, 1),
      (a, b) => groupLoss(hierarchy, a, b),
    )
    const range = (packed: number) => [packed & 0xffff, packed >> 16]
    expect(range(tables.node[0 * 3 + 1])).toEqual([0, 1])
    expect(range(tables.node[1 * 3 + 2])).toEqual([0, 2])
    expect(range(tables.up[0 * 3 + 0])).toEqual([0, 1])
    expect(range(tables.up[0 * 3 + 1])).toEqual([0, 2])
  })

  test(
    'a tree of 2,000 leaves has 256 segments at most, whole nodes or runs of one node, and every leaf is in ' + 'one',
    () => {
      const hierarchy = treeHierarchy('zip', {
        name: 'all',
        children: Array.from({ length: 20 }, (_, i) => ({ name: `area${i}`, children: leaves(i * 100, 100) })),
      })
      const codes = Uint16Array.from({ length: 2000 }, (_, i) => i)
      const { size, searchCodes } = columnTables(
        hierarchy,
        { name: 'zip', size: 2000, codes },
        new Int32Array(2000).fill(1),
        (a, b) => groupLoss(hierarchy, a, b),
      )
      expect(size).toBeGreaterThan(100)
      expect(size).toBeLessThanOrEqual(256)
      for (let leaf = 1; leaf < 2000; leaf++) {
        expect(searchCodes[leaf] - searchCodes[leaf - 1]).toBeGreaterThanOrEqual(0)
        if (leaf % 100 === 0) expect(searchCodes[leaf]).toBe(searchCodes[leaf - 1] + 1)
      }
    },
  )
})
