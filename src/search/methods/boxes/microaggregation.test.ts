/** Boxes and Mondrian that show means: squared errors against MDAV and against the best of all classes. */
import { describe, expect, test } from 'vitest'
import { leastCost } from '../../../../test/class-decisions.ts'
import { mdav, microaggregationTables, type Rows, squares, standardized } from '../../../../test/microaggregation.ts'
import { needs } from '../../../../test/needs.ts'
import { quietRun, searchProblem } from '../../../../test/promises/search.ts'
import { numberHierarchy, tableFromRows } from '../../../../test/small-tables.ts'
import { someOf, thorough } from '../../../../test/thorough.ts'
import { type Random, randomFrom } from '../../../ground/random.ts'
import type { ClassList } from '../../classes/class-list.ts'
import type { ClassesSearchRecord } from '../../classes-search.ts'
import { decidedPartition } from '../../decided-partition.ts'
import { findTableSearch } from '../../index.ts'
import type { SearchProblem } from '../../search.ts'
import { searchMondrian } from '../mondrian/mondrian.ts'
import { searchBoxes } from './boxes.ts'
import { nearestClasses } from './nearest-classes.ts'

const improvedMondrian = findTableSearch('mondrian') as ClassesSearchRecord

function problemOf(rows: Rows, k: number, shows = rows[0].map(() => true)): SearchProblem {
  const hierarchies = rows[0].map((_, j) => ({
    ...numberHierarchy(
      `c${j}`,
      [...new Set(rows.map((row) => row[j]))].sort((a, b) => a - b),
    ),
    shows: shows[j] ? ('mean' as const) : undefined,
  }))
  const places = hierarchies.map(({ values }) => new Map(values.map((value, code) => [Number(value), code])))
  const sizes = hierarchies.map(({ column, values }) => ({ name: column, size: values.length }))
  const frequencies = tableFromRows(
    sizes,
    rows.map((row) => ({ codes: row.map((value, j) => places[j].get(value) as number) })),
  )
  return searchProblem({ frequencies, hierarchies }, 'SSE', k)
}

/** SSE/SST of the classes, computed from their rows, and by the metric; checks k and that every row is in one class. */
async function errorOf(search: ClassesSearchRecord, rows: Rows, k: number, options = {}): Promise<number> {
  const problem = problemOf(rows, k)
  const result = await search.search(problem, options, quietRun)
  if (result.outcome !== 'found') throw new Error(result.outcome)
  const { decision } = result
  const scaled = standardized(
    Array.from(decision.cells.groups[0], (_, cell) =>
      problem.hierarchies.map(({ values }, j) => Number(values[decision.cells.groups[j][cell]])),
    ).flatMap((row, cell) => new Array<readonly number[]>(problem.frequencies.counts[cell]).fill(row)),
  )
  const classes = Array.from({ length: decision.outputs.count }, (): (readonly number[])[] => [])
  let row = 0
  for (let move = 0; move < decision.moves.count; move++)
    for (let i = 0; i < decision.moves.rows[move]; i++) classes[decision.moves.output[move]].push(scaled[row++])
  expect(row).toBe(rows.length)
  expect(Math.min(...classes.map(({ length }) => length))).toBeGreaterThanOrEqual(k)
  const varying = squares(standardized(rows))
  const error = classes.reduce((sum, some) => sum + squares(some), 0) / varying
  const { metric, settings } = problem.goal.terms[0]
  const measured = metric.compute(decidedPartition(decision, problem.frequencies), settings)
  expect(measured * rows[0].length).toBeCloseTo((error * varying) / rows.length, 8)
  return error
}

describe.each(microaggregationTables)('$name', ({ read, from }) => {
  test('boxes have at most the squared error of MDAV', from ? needs(from) : {}, async () => {
    const rows = read()
    const scaled = standardized(rows)
    for (const k of thorough ? [3, 5, 10] : [5]) {
      const known = mdav(scaled, k).reduce((sum, some) => sum + squares(some), 0) / squares(scaled)
      expect(await errorOf(searchBoxes, rows, k, thorough ? {} : { rounds: 30 })).toBeLessThan(known)
    }
  })

  test('mondrian with its improvement has at most that of MDAV, too', from ? needs(from) : {}, async () => {
    const rows = read()
    const scaled = standardized(rows)
    for (const k of thorough ? [3, 5, 10] : [5]) {
      const known = mdav(scaled, k).reduce((sum, some) => sum + squares(some), 0) / squares(scaled)
      expect(await errorOf(improvedMondrian, rows, k)).toBeLessThan(known)
    }
  })
})

test('the classes to begin with are those of MDAV, and units stay together', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = randomFrom(seed)
    const k = 2 + random.integer(4)
    const rows = Array.from({ length: 2 * k + random.integer(60) }, () => [random.uniform(), random.uniform() ** 3])
    const points = [0, 1].map((j) => Float64Array.from(rows, (row) => row[j]))
    const classes = ({ starts, combinations }: ClassList) =>
      Array.from(starts.subarray(1), (end, c) => [...combinations.subarray(starts[c], end)].sort((a, b) => a - b))
    const known = mdav(rows, k).map((some) => some.map((row) => rows.indexOf(row as number[])).sort((a, b) => a - b))
    expect(classes(nearestClasses(points, new Int32Array(rows.length).fill(1), k))).toEqual(known)
    const counts = Int32Array.from(rows, () => 1 + random.integer(k + 2))
    const together = classes(nearestClasses(points, counts, k))
    expect(together.flat().sort((a, b) => a - b)).toEqual([...rows.keys()])
    for (const some of together) expect(some.reduce((sum, unit) => sum + counts[unit], 0)).toBeGreaterThanOrEqual(k)
  }
})

describe('tiny tables', () => {
  const tables = Array.from({ length: someOf(80) }, (_, seed) => {
    const random = randomFrom(seed)
    const rows = Array.from({ length: 6 + random.integer(4) }, () => [0, 0].map(() => random.integer(9) - 4))
    return { rows, k: 2 + random.integer(2) }
  }).filter(({ rows }) => rows.some((row) => row[0] !== rows[0][0]) && rows.some((row) => row[1] !== rows[0][1]))
  const leastError = (rows: Rows, k: number) => leastCost(standardized(rows), k, squares) / squares(standardized(rows))

  test('boxes find the best of all classes, nearly always, and none is below it', async () => {
    let best = 0
    for (const { rows, k } of tables) {
      const error = await errorOf(searchBoxes, rows, k, { rounds: 50 })
      const least = leastError(rows, k)
      expect(error).toBeGreaterThan(least - 1e-9)
      if (error < least + 1e-6) best++
    }
    expect(best / tables.length).toBeGreaterThan(0.9)
  })

  test('mondrian cuts where the squared error falls', async () => {
    for (const { rows, k } of tables) {
      const error = await errorOf(searchMondrian, rows, k)
      expect(error).toBeGreaterThan(leastError(rows, k) - 1e-9)
      expect(error).toBeLessThan(1 + 1e-9)
    }
    const apart = [1, 2, 3, 101, 102, 103, 104].map((value) => [value, value])
    expect(await errorOf(searchMondrian, apart, 3)).toBeCloseTo(leastError(apart, 3), 9)
  })
})

test('tables of few rows, ties, zeros and heavy tails: at most MDAV, and in one column the best of all classes', async () => {
  const shapes: readonly ((random: Random) => number)[] = [
    (random) => random.integer(4),
    (random) => Math.max(0, random.integer(30) - 20),
    (random) => Math.floor((1 - random.uniform()) ** -0.8),
    (random) => 1e9 + random.integer(1000) / 8,
  ]
  for (let seed = 1; seed <= someOf(60); seed++) {
    const random = randomFrom(seed)
    const k = [3, 5, 10][seed % 3]
    const columns = Array.from({ length: 1 + (seed % 4) }, () => shapes[random.integer(shapes.length)])
    const rows = Array.from({ length: k + random.integer(70) }, () => columns.map((shape) => shape(random)))
    const scaled = standardized(rows)
    if (squares(scaled) === 0) continue
    const known = mdav(scaled, k).reduce((sum, some) => sum + squares(some), 0) / squares(scaled)
    const error = await errorOf(searchBoxes, rows, k, { rounds: 100 })
    expect(error).toBeLessThan(known + 1e-9)
    if (columns.length > 1) continue
    const sorted = scaled.map(([value]) => value).sort((a, b) => a - b)
    const cost = [0]
    for (let end = 1; end <= sorted.length; end++) {
      const ways = Array.from({ length: end }, (_, from) =>
        end - from < k
          ? Number.POSITIVE_INFINITY
          : cost[from] + squares(sorted.slice(from, end).map((value) => [value])),
      )
      cost.push(Math.min(...ways))
    }
    expect(error).toBeCloseTo(cost[sorted.length] / squares(scaled), 9)
  }
})

test('the improvement of mondrian is never worse than its cuts or MDAV, and can be left out', async () => {
  for (let seed = 1; seed <= someOf(30); seed++) {
    const random = randomFrom(seed)
    const rows = Array.from({ length: 12 + random.integer(50) }, () => [0, 0, 0].map(() => random.integer(30) ** 2))
    const k = 2 + random.integer(4)
    const cuts = await errorOf(searchMondrian, rows, k)
    expect(await errorOf(improvedMondrian, rows, k, { improve: 'none' })).toBe(cuts)
    const improved = await errorOf(improvedMondrian, rows, k)
    const scaled = standardized(rows)
    const known = mdav(scaled, k).reduce((sum, some) => sum + squares(some), 0) / squares(scaled)
    expect(improved).toBeLessThan(Math.min(cuts, known) + 1e-9)
    const narrow = searchProblem(problemOf(rows, k), 'LM', k)
    expect(await improvedMondrian.search(narrow, {}, quietRun)).toEqual(
      await searchMondrian.search(narrow, {}, quietRun),
    )
    expect(await improvedMondrian.search(problemOf(rows, k), { preset: 'paper' }, quietRun)).toEqual(
      await searchMondrian.search(problemOf(rows, k), { by: 'width' }, quietRun),
    )
  }
})

test('a column that shows its range loses what LM says, and progress tells the value of the metric', async () => {
  const random = randomFrom(3)
  const rows = Array.from({ length: 60 }, () => [random.integer(40), random.integer(40), random.integer(40)])
  for (const record of [searchBoxes, searchMondrian]) {
    const problem = problemOf(rows, 3, [true, false, true])
    const seen: number[] = []
    const result = await record.search(problem, {}, { ...quietRun, progress: ({ best }) => best && seen.push(best) })
    if (result.outcome !== 'found') throw new Error(result.outcome)
    const { metric, settings } = problem.goal.terms[0]
    const value = metric.compute(decidedPartition(result.decision, problem.frequencies), settings)
    expect(value).toBeLessThan(0.2)
    if (record === searchBoxes) expect(seen.at(-1)).toBeCloseTo(value, 5)
  }
})
