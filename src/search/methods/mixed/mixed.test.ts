import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FrequencyTable } from '../../../frequency/frequency-table.ts'
import type { Hierarchy } from '../../../hierarchy/hierarchy.ts'
import { treeHierarchy } from '../../../hierarchy/tree.ts'
import { makeRequirement } from '../../../requirements/index.ts'
import { makeGoal } from '../../goal.ts'
import { type DecidedMixed, type MixedProblem, searchMixed } from './mixed.ts'

interface Row {
  readonly age: number
  readonly sex: 'F' | 'M'
  readonly items: readonly string[]
}

const sexes = treeHierarchy('sex', { name: 'any', children: [{ name: 'F' }, { name: 'M' }] })
const codes = treeHierarchy('codes', {
  name: 'ANY',
  children: [
    { name: 'A', children: [{ name: 'a1' }, { name: 'a2' }] },
    { name: 'B', children: [{ name: 'b1' }, { name: 'b2' }] },
  ],
})

function problemOf(rows: readonly Row[], k: number, m: number): MixedProblem {
  const ages = [...new Set(rows.map(({ age }) => age))].sort((a, b) => a - b)
  const age: Hierarchy = {
    ...sexes,
    kind: 'number',
    column: 'age',
    values: ages.map(String),
    low: Float64Array.from(ages),
    high: Float64Array.from(ages),
    tree: undefined,
  }
  const hierarchies = [age, sexes]
  const keys = [...new Set(rows.map((row) => `${row.age} ${row.sex}`))]
  const codesOf = (key: string) => [ages.indexOf(Number(key.split(' ')[0])), sexes.values.indexOf(key.split(' ')[1])]
  const combinationOf = Int32Array.from(rows, (row) => keys.indexOf(`${row.age} ${row.sex}`))
  const frequencies: FrequencyTable = {
    combinations: keys.length,
    rows: rows.length,
    counts: Int32Array.from(keys, (_, i) => combinationOf.filter((combination) => combination === i).length),
    columns: hierarchies.map(({ column, values }, c) => ({
      name: column,
      size: values.length,
      codes: Int32Array.from(keys, (key) => codesOf(key)[c]),
    })),
    targets: [],
  }
  const goal = makeGoal('general', { frequencies, hierarchies, weights: [1, 1], k })
  const offsets = [0]
  for (const { items } of rows) offsets.push((offsets.at(-1) as number) + items.length)
  const baskets = {
    count: rows.length,
    offsets: Int32Array.from(offsets),
    codes: Int32Array.from(rows.flatMap(({ items }) => items.map((item) => codes.values.indexOf(item)))),
  }
  return {
    frequencies,
    hierarchies,
    requirements: [makeRequirement('k-anonymity', k, [])],
    suppressionLimit: 1,
    suppressedGroup: 'exempt',
    goal,
    items: { baskets, combinationOf, tree: codes.tree, m },
  }
}

const run = { seed: 1, threads: 1, now: () => 0 }

async function solve(problem: MixedProblem, options = {}) {
  const result = await searchMixed.search(problem, options, run)
  return { result, found: result as unknown as DecidedMixed, details: result.details as unknown as Losses }
}
interface Losses {
  readonly R: number
  readonly T: number
}

/** Every set of 1 to m of the values. */
function setsUpTo(values: readonly number[], m: number): string[] {
  const sets: number[][] = [[]]
  for (const value of values) for (const set of [...sets]) if (set.length < m) sets.push([...set, value])
  return sets.filter(({ length }) => length > 0).map((set) => set.join(' '))
}

/** Whether baskets of tokens hold: an independent count. */
function holds(baskets: readonly (readonly number[])[], k: number, m: number): boolean {
  const supports = new Map<string, number>()
  for (const basket of baskets)
    for (const set of setsUpTo(
      [...basket].sort((a, b) => a - b),
      m,
    ))
      supports.set(set, (supports.get(set) ?? 0) + 1)
  return [...supports.values()].every((support) => support >= k)
}

const { tree } = codes
const leavesOf = ({ items }: Row) => items.map((item) => codes.values.indexOf(item))
const published = (leaves: readonly number[], tokens: ArrayLike<number>) => [
  ...new Set(leaves.map((leaf) => tokens[leaf]).filter((token) => token >= 0)),
]

/** Looks at every division into classes and every set of tree nodes in each: the least T with R at most delta. */
function exhaustive(rows: readonly Row[], k: number, m: number, delta: number): number {
  const ages = rows.map(({ age }) => age)
  const span = Math.max(...ages) - Math.min(...ages)
  const boxLoss = (part: readonly Row[]) => {
    const ages = part.map(({ age }) => age)
    const wide = (Math.max(...ages) - Math.min(...ages)) / span
    return (part.length * (wide + (new Set(part.map(({ sex }) => sex)).size - 1))) / 2
  }
  const known = new Map<string, number>()
  const itemLoss = (members: readonly number[]): number => {
    const key = members.join(' ')
    const before = known.get(key)
    if (before !== undefined) return before
    const leaves = members.map((i) => leavesOf(rows[i]))
    let least = Number.POSITIVE_INFINITY
    for (let chosen = 0; chosen < 2 ** tree.names.length; chosen++) {
      const tokens = Array.from(tree.leafNode, (leaf) => {
        for (let node = leaf; node >= 0; node = tree.parent[node]) if ((chosen >> node) & 1) return node
        return -1
      })
      if (
        !holds(
          leaves.map((rowLeaves) => published(rowLeaves, tokens)),
          k,
          m,
        )
      )
        continue
      // A chosen node that nobody has would narrow the rest of another one unseen.
      const seen = new Set(leaves.flat().map((leaf) => tokens[leaf]))
      if (tree.names.some((_, node) => (chosen >> node) & 1 && !seen.has(node))) continue
      const size = (token: number) => tokens.filter((other) => other === token).length
      const loss = leaves.flat().reduce((sum, leaf) => sum + (tokens[leaf] < 0 ? 1 : (size(tokens[leaf]) - 1) / 3), 0)
      least = Math.min(least, loss)
    }
    known.set(key, least)
    return least
  }
  let best = Number.POSITIVE_INFINITY
  const occurrences = rows.reduce((sum, { items }) => sum + items.length, 0)
  const divide = (row: number, parts: number[][]): void => {
    if (row < rows.length) {
      for (let p = 0; p <= parts.length; p++)
        divide(
          row + 1,
          p === parts.length ? [...parts, [row]] : parts.map((part, i) => (i === p ? [...part, row] : part)),
        )
      return
    }
    // Classes that show the same labels are one class to a reader.
    const labels = parts.map((part) => {
      const partAges = part.map((i) => ages[i])
      return `${Math.min(...partAges)} ${Math.max(...partAges)} ${[...new Set(part.map((i) => rows[i].sex))].sort()}`
    })
    if (parts.some(({ length }) => length < k) || new Set(labels).size < parts.length) return
    const R = parts.reduce((sum, part) => sum + boxLoss(part.map((i) => rows[i])), 0) / rows.length
    if (R > delta + 1e-9) return
    best = Math.min(best, parts.reduce((sum, part) => sum + itemLoss(part), 0) / occurrences)
  }
  divide(0, [])
  return best
}

const handMade: readonly Row[] = [
  { age: 20, sex: 'F', items: ['a1', 'b1'] },
  { age: 21, sex: 'F', items: ['a1', 'b1'] },
  { age: 22, sex: 'F', items: ['a2', 'b1'] },
  { age: 24, sex: 'F', items: ['a1'] },
  { age: 50, sex: 'M', items: ['b1', 'b2'] },
  { age: 52, sex: 'M', items: ['b2', 'a2'] },
  { age: 55, sex: 'M', items: ['b2', 'a1'] },
  { age: 60, sex: 'M', items: [] },
]

describe('mixed', () => {
  it.each([
    [2, 1, 0.2],
    [2, 2, 0.1],
    [2, 2, 0.2],
    [2, 2, 0.3],
    [2, 3, 0.25],
    [3, 2, 0.2],
    [3, 2, 0.3],
    [3, 1, 0.15],
    [4, 2, 0.2],
  ])('equals the exhaustive search on a table of 8 rows: k = %i, m = %i, delta = %d', async (k, m, delta) => {
    const { details } = await solve(problemOf(handMade, k, m), { delta })
    expect(details.R).toBeLessThanOrEqual(delta + 1e-9)
    expect(details.T).toBeCloseTo(exhaustive(handMade, k, m, delta), 9)
  })

  const table = fc.array(
    fc.record({
      age: fc.integer({ min: 0, max: 9 }),
      sex: fc.constantFrom<'F' | 'M'>('F', 'M'),
      items: fc.uniqueArray(fc.constantFrom('a1', 'a2', 'b1', 'b2'), { maxLength: 4 }),
    }),
    { minLength: 4, maxLength: 24 },
  )

  it('makes every class hold, and its labels and tokens cover its rows, on 500 random tables', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.integer({ min: 2, max: 4 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom('prune', 'R', 'T', 'RT'),
        fc.constantFrom('R', 'T'),
        async (rows, k, m, merge, bound) => {
          const problem = problemOf(rows, k, m)
          const { result, found } = await solve(problem, { merge, bound, delta: 0.5 })
          if (result.outcome !== 'found') {
            expect(merge).toBe('prune')
            return
          }
          const { outputs } = found.decision
          const members: number[][] = Array.from({ length: outputs.count }, () => [])
          problem.items.combinationOf.forEach((combination, row) => {
            const output = found.classOf[combination]
            members[output].push(row)
            problem.frequencies.columns.forEach(({ codes: columnCodes }, c) => {
              expect(columnCodes[combination]).toBeGreaterThanOrEqual(outputs.ranges[c].low[output])
              expect(columnCodes[combination]).toBeLessThanOrEqual(outputs.ranges[c].high[output])
            })
            for (const leaf of leavesOf(rows[row])) {
              const token = found.vocabularies[output].tokens[leaf]
              if (token >= 0) expect(leaf >= tree.first[token] && leaf <= tree.last[token]).toBe(true)
            }
          })
          members.forEach((classMembers, output) => {
            expect(classMembers.length).toBeGreaterThanOrEqual(k)
            const { tokens } = found.vocabularies[output]
            expect(
              holds(
                classMembers.map((row) => published(leavesOf(rows[row]), tokens)),
                k,
                m,
              ),
            ).toBe(true)
          })
        },
      ),
      { numRuns: 500 },
    )
  })

  it.each([
    ['lattice', 'tree'],
    ['mondrian', 'tree'],
    ['boxes', 'apriori'],
    ['boxes', 'coat'],
    ['top-down', 'pcta'],
  ])('holds with classes by %s and items by %s', async (table, items) => {
    const rows = Array.from({ length: 48 }, (_, i): Row => ({ ...handMade[i % 8], age: (i * 7) % 30 }))
    const { found } = await solve(problemOf(rows, 3, 2), { table, items })
    expect(found.vocabularies.some(({ tokens }) => tokens.some((token) => token >= 0))).toBe(true)
    found.vocabularies.forEach(({ tokens }, output) => {
      const classRows = rows.filter(
        (_, row) => found.classOf[problemOf(rows, 3, 2).items.combinationOf[row]] === output,
      )
      expect(classRows.length).toBeGreaterThanOrEqual(3)
      const baskets = classRows.map((row) => published(leavesOf(row), tokens))
      expect(holds(baskets, 3, 2)).toBe(true)
    })
  })

  it('gives the knee of its curve without a delta, and both losses along it', async () => {
    const { result } = await solve(problemOf(handMade, 2, 2))
    const { curve, R } = result.details as unknown as Losses & { readonly curve: readonly Losses[] }
    expect(curve.every((point, i) => i === 0 || (point.R > curve[i - 1].R && point.T <= curve[i - 1].T))).toBe(true)
    expect(R).toBeLessThanOrEqual(curve[curve.length - 1].R)
  })

  it('says the least loss where no classes are within delta', async () => {
    const { result } = await solve(problemOf(handMade, 4, 2), { delta: 0 })
    expect(result).toMatchObject({ outcome: 'none-exists', reason: expect.stringContaining('raise algorithm.delta') })
  })

  const alone = (items: readonly string[]): Row => ({ age: 30, sex: 'F', items })
  it.each<[string, readonly Row[], number, number]>([
    ['a column of constants', [alone(['a1']), alone(['a1']), alone(['a1'])], 2, 0],
    ['empty baskets alone', [alone([]), alone([]), alone([])], 2, 0],
    ['an item that occurs once', [alone(['a1']), alone(['a1']), alone(['b2'])], 2, 1 / 3],
    ['m larger than any basket', [alone(['a1']), alone(['a1']), alone([])], 9, 0],
    ['one class in which nobody shares an item', [alone(['a1']), alone(['b1']), alone([])], 2, 1],
  ])('handles %s', async (_, rows, m, T) => {
    const { details, found } = await solve(problemOf(rows, 2, m))
    expect(found.vocabularies).toHaveLength(1)
    expect(details.T).toBeCloseTo(T, 9)
  })

  it('keeps what is asked of sensitive columns', async () => {
    const problem = problemOf(handMade, 2, 1)
    const values = ['x', 'y']
    // Rows of one combination each: x, y in turns, but the four youngest all have x.
    const codesOfRows = [0, 0, 0, 0, 1, 0, 1, 0]
    const sensitive = {
      name: 'diagnosis',
      values,
      overall: Float64Array.of(6, 2),
      offsets: Int32Array.from({ length: 9 }, (_, i) => i),
      codes: Int32Array.from(codesOfRows),
      counts: new Int32Array(8).fill(1),
    }
    const diverse = makeRequirement('l-diversity', { column: 'diagnosis', l: 2 }, [
      { name: 'diagnosis', role: 'sensitive', hierarchyText: '', weight: 1 },
    ] as never)
    const { found } = await solve({
      ...problem,
      frequencies: { ...problem.frequencies, sensitive: [sensitive] },
      requirements: [...problem.requirements, diverse],
    })
    for (let output = 0; output < found.vocabularies.length; output++) {
      const classCodes = codesOfRows.filter((_, row) => found.classOf[problem.items.combinationOf[row]] === output)
      expect(new Set(classCodes).size).toBe(2)
    }
  })

  it('stops with one class for all rows when cancelled', async () => {
    const rows = Array.from({ length: 400 }, (_, i): Row => ({ ...handMade[i % 8], age: i }))
    let time = 0
    const signal = AbortSignal.abort()
    const result = await searchMixed.search(problemOf(rows, 2, 2), {}, { ...run, now: () => (time += 60), signal })
    expect(result.outcome).toBe('cancelled')
  })
})
