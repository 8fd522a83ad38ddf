import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leavesOf, problemOf, type Row, setsUpTo, itemTree as tree } from '../../../../test/small-mixed.ts'
import { thorough } from '../../../../test/thorough.ts'
import { type DecidedMixed, searchMixed } from './mixed.ts'

const run = { seed: 1, threads: 1, now: () => 0 }

async function solve(rows: readonly Row[], k: number, m: number, options = {}) {
  const plain = problemOf(rows, 2, m)
  const problem = { ...plain, requirements: [], items: { ...plain.items, factsK: k } }
  const result = await searchMixed.search(problem, options, run)
  return { problem, result, found: result as unknown as DecidedMixed, details: result.details as unknown as Losses }
}
interface Losses {
  readonly R: number
  readonly T: number
}

/** Whether every set of up to m facts of a row is in k rows: an independent count. */
function holds(facts: readonly (readonly string[])[], k: number, m: number): boolean {
  const supports = new Map<string, number>()
  for (const row of facts)
    for (const set of setsUpTo([...new Set(row)].sort(), m)) supports.set(set, (supports.get(set) ?? 0) + 1)
  return [...supports.values()].every((support) => support >= k)
}

/** The least R + T over all ways to group ages, sexes and items: nodes of an antichain, rests, or left out. */
function leastLoss(rows: readonly Row[], k: number, m: number): number {
  const ages = [...new Set(rows.map(({ age }) => age))].sort((a, b) => a - b)
  const span = Math.max(1, ages[ages.length - 1] - ages[0])
  const occurrences = Math.max(1, rows.flatMap(({ items }) => items).length)
  let least = Number.POSITIVE_INFINITY
  for (let cuts = 0; cuts < 2 ** (ages.length - 1); cuts++) {
    let group = 0
    const groups = ages.map((_, i) => (i > 0 && (cuts >> (i - 1)) & 1 ? ++group : group))
    const width = groups.map((one) => {
      const inside = ages.filter((_, i) => groups[i] === one)
      return (inside[inside.length - 1] - inside[0]) / span
    })
    const place = (row: Row) => ages.indexOf(row.age)
    const ofAges = rows.reduce((sum, row) => sum + width[place(row)], 0) / rows.length
    for (const isSplit of [false, true]) {
      const R = (ofAges + (isSplit || new Set(rows.map(({ sex }) => sex)).size === 1 ? 0 : 1)) / 2
      for (let set = 0; set < 2 ** tree.names.length; set++) {
        const tokens = Array.from(tree.leafNode, (leaf) => {
          let node = leaf
          while (node >= 0 && ((set >> node) & 1) === 0) node = tree.parent[node]
          return node
        })
        const T =
          rows.flatMap(leavesOf).reduce((sum, leaf) => {
            const size = tokens.filter((token) => token === tokens[leaf]).length
            return sum + (tokens[leaf] < 0 ? 1 : (size - 1) / 3)
          }, 0) / occurrences
        if (R + T >= least - 1e-12) continue
        const facts = rows.map((row) => [
          `age ${groups[place(row)]}`,
          ...(isSplit ? [`sex ${row.sex}`] : []),
          ...leavesOf(row).flatMap((leaf) => (tokens[leaf] < 0 ? [] : [`item ${tokens[leaf]}`])),
        ])
        if (holds(facts, k, m)) least = R + T
      }
    }
  }
  return least
}

const row = fc.record({
  age: fc.integer({ min: 0, max: 5 }),
  sex: fc.constantFrom<'F' | 'M'>('F', 'M'),
  items: fc.uniqueArray(fc.constantFrom('a1', 'a2', 'b1', 'b2'), { maxLength: 4 }),
})

describe('any m facts, columns and items alike', () => {
  it(
    'are in k rows of random tables, labels and tokens are true, and no solution is better than the best there ' + 'is',
    async () => {
      let [excess, tables] = [0, 0]
      await fc.assert(
        fc.asyncProperty(
          fc.array(row, { minLength: 5, maxLength: 12 }),
          fc.integer({ min: 2, max: 3 }),
          fc.integer({ min: 1, max: 4 }),
          async (rows, k, m) => {
            const { problem, found, details } = await solve(rows, k, m)
            const { ranges } = found.decision.outputs
            const facts = rows.map((one, i) => {
              const output = found.classOf[problem.items.combinationOf[i]]
              const { tokens } = found.vocabularies[output]
              const columns = problem.frequencies.columns.map(({ codes, size }, c) => {
                const code = codes[problem.items.combinationOf[i]]
                const [low, high] = [ranges[c].low[output], ranges[c].high[output]]
                expect(code >= low && code <= high).toBe(true)
                return low === 0 && high === size - 1 ? '' : `${c}: ${low} ${high}`
              })
              const items = leavesOf(one).flatMap((leaf) => {
                const token = tokens[leaf]
                if (token < 0) return []
                expect(leaf >= tree.first[token] && leaf <= tree.last[token]).toBe(true)
                return [`item ${token}`]
              })
              return [...columns.filter(Boolean), ...items]
            })
            expect(holds(facts, k, m)).toBe(true)
            const best = leastLoss(rows, k, m)
            expect(details.R + details.T).toBeGreaterThanOrEqual(best - 1e-9)
            excess += details.R + details.T - best
            tables++
          },
        ),
        { numRuns: thorough ? 500 : 30, seed: 5 },
      )
      expect(excess / tables).toBeLessThan(0.07)
    },
  )

  it('keeps a bound', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, i): Row => ({ age: i % 20, sex: i % 3 === 0 ? 'F' : 'M', items: i % 4 === 0 ? ['a1', 'b1'] : ['a2'] }),
    )
    for (const bound of ['R', 'T'] as const) {
      const { details } = await solve(rows, 3, 2, { bound, delta: 0.4 })
      expect(details[bound]).toBeLessThanOrEqual(0.4)
    }
    const { result } = await solve(rows, 30, 3, { delta: 0.01 })
    expect(result).toMatchObject({ outcome: 'none-exists', reason: expect.stringContaining('raise algorithm.delta') })
  })
})
