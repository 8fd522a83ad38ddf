import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leavesOf, problemOf, type Row, setsUpTo, itemTree as tree } from '../../../../test/small-mixed.ts'
import { thorough } from '../../../../test/thorough.ts'
import { makeRequirement } from '../../../requirements/index.ts'
import { type DecidedMixed, type MixedProblem, searchMixed } from './mixed.ts'

const run = { seed: 1, threads: 1, now: () => 0 }

async function solve(problem: MixedProblem, options = {}) {
  const result = await searchMixed.search(problem, options, run)
  return { result, found: result as unknown as DecidedMixed, details: result.details as unknown as Losses }
}
interface Losses {
  readonly R: number
  readonly T: number
}

/** Whether some set of up to m other tokens, or none, is in baskets of which more than a share h have the secret. */
function predicts(baskets: readonly (readonly number[])[], secret: number, h: number, m: number): boolean {
  const others = [...new Set(baskets.flat())].filter((token) => token !== secret)
  return ['', ...setsUpTo(others, m)].some((set) => {
    const known = set.split(' ').filter(Boolean).map(Number)
    const fit = baskets.filter((basket) => known.every((token) => basket.includes(token)))
    return fit.filter((basket) => basket.includes(secret)).length > h * fit.length + 1e-9
  })
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

const published = (leaves: readonly number[], tokens: ArrayLike<number>) => [
  ...new Set(leaves.map((leaf) => tokens[leaf]).filter((token) => token >= 0)),
]

/** Solutions that the method never looks at: see "outside the model" below. */
interface Wider {
  /** Rows with equal quasi-identifiers may be in different classes. */
  readonly divided?: boolean
  /** Rows with equal labels may have different vocabularies. */
  readonly equalLabels?: boolean
}

/**
 * The least T with R at most delta (or the least R with T at most delta) over the model of the method:
 * - every division of the combinations into classes of k rows with tight labels, no two of which are equal;
 * - in each class every set of tree nodes: an item is published as the nearest chosen node above it, or left out;
 * - a token is charged as a reader sees it: the leaves of its node without those under other names in the class.
 */
function exhaustive(
  rows: readonly Row[],
  { k, m, delta, bound = 'R' }: { k: number; m: number; delta: number; bound?: 'R' | 'T' },
  { divided = false, equalLabels = false }: Wider = {},
): number {
  const span = Math.max(1, Math.max(...rows.map(({ age }) => age)) - Math.min(...rows.map(({ age }) => age)))
  const hull = (part: readonly number[]) => {
    const ages = part.map((i) => rows[i].age)
    const sexes = [...new Set(part.map((i) => rows[i].sex))].sort()
    return { low: Math.min(...ages), high: Math.max(...ages), sexes }
  }
  const columnLoss = (part: readonly number[]) => {
    const { low, high, sexes } = hull(part)
    return (part.length * ((high - low) / span + (sexes.length - 1))) / 2
  }
  const nearest = (leaf: number, chosen: (node: number) => boolean) => {
    let node = tree.leafNode[leaf]
    while (node >= 0 && !chosen(node)) node = tree.parent[node]
    return node
  }
  const known = new Map<string, number>()
  const itemLoss = (part: readonly number[]): number => {
    const before = known.get(String(part))
    if (before !== undefined) return before
    const leaves = part.map((i) => leavesOf(rows[i]))
    let least = Number.POSITIVE_INFINITY
    for (let set = 0; set < 2 ** tree.names.length; set++) {
      const tokens = Array.from(tree.leafNode, (_, leaf) => nearest(leaf, (node) => ((set >> node) & 1) === 1))
      const baskets = leaves.map((rowLeaves) => published(rowLeaves, tokens))
      if (!holds(baskets, k, m)) continue
      const seen = new Set(baskets.flat())
      const shown = tokens.map((_, leaf) => nearest(leaf, (node) => seen.has(node)))
      const size = (token: number) => shown.filter((other) => other === token).length
      const loss = leaves.flat().reduce((sum, leaf) => sum + (tokens[leaf] < 0 ? 1 : (size(tokens[leaf]) - 1) / 3), 0)
      least = Math.min(least, loss)
    }
    known.set(String(part), least)
    return least
  }
  let best = Number.POSITIVE_INFINITY
  const occurrences = rows.reduce((sum, { items }) => sum + items.length, 0)
  const keys = rows.map(({ age, sex }, i) => (divided ? i : `${age} ${sex}`))
  const units = [...new Set(keys)].map((key) => [...keys.keys()].filter((i) => keys[i] === key))
  const divide = (unit: number, parts: readonly (readonly number[])[]): void => {
    if (unit < units.length) {
      divide(unit + 1, [...parts, units[unit]])
      for (let p = 0; p < parts.length; p++)
        divide(
          unit + 1,
          parts.map((part, i) => (i === p ? [...part, ...units[unit]] : part)),
        )
      return
    }
    const labels = new Set(parts.map((part) => JSON.stringify(hull(part))))
    if (parts.some(({ length }) => length < k) || (!equalLabels && labels.size < parts.length)) return
    const R = parts.reduce((sum, part) => sum + columnLoss(part), 0) / rows.length
    if (bound === 'R' && R > delta + 1e-9) return
    const T = parts.reduce((sum, part) => sum + itemLoss(part), 0) / Math.max(1, occurrences)
    if (bound === 'T' && T > delta + 1e-9) return
    best = Math.min(best, bound === 'R' ? T : R)
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
    // All rows differ, so the widest reference applies: every division of the rows, whatever labels they share.
    const everything = { divided: true, equalLabels: true }
    expect(details.T).toBeCloseTo(exhaustive(handMade, { k, m, delta }, everything), 9)
  })

  it('with preset: paper merges by ranks and recodes items by apriori, unless the job says otherwise', async () => {
    const decided = async (options: object) => (await solve(problemOf(handMade, 2, 2), options)).details
    const paper = await decided({ preset: 'paper' })
    expect(paper).toEqual(await decided({ merge: 'RT', items: 'apriori' }))
    expect(paper).not.toEqual(await decided({}))
    expect(await decided({ preset: 'paper', merge: 'prune', items: 'tree' })).toEqual(await decided({}))
  })

  const row = fc.record({
    age: fc.integer({ min: 0, max: 9 }),
    sex: fc.constantFrom<'F' | 'M'>('F', 'M'),
    items: fc.uniqueArray(fc.constantFrom('a1', 'a2', 'b1', 'b2'), { maxLength: 4 }),
  })

  it('equals the exhaustive search on random tables of 6 to 8 rows, within a bound of R and of T', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 6, maxLength: 8 }),
        fc.integer({ min: 2, max: 3 }),
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom(0.1, 0.25, 0.5, 1),
        fc.constantFrom<'R' | 'T'>('R', 'T'),
        async (rows, k, m, delta, bound) => {
          const { result, details } = await solve(problemOf(rows, k, m), { delta, bound })
          const best = exhaustive(rows, { k, m, delta, bound })
          expect(result.outcome).toBe(best === Number.POSITIVE_INFINITY ? 'none-exists' : 'found')
          if (result.outcome === 'found') expect(details[bound === 'R' ? 'T' : 'R']).toBeCloseTo(best, 9)
        },
      ),
      { numRuns: thorough ? 400 : 40 },
    )
  })

  // A class is all rows that show the same labels, with one vocabulary: only then can a reader tell what a rest
  // contains.
  it.each<[string, Wider, number, readonly (readonly [number, string])[], number, number]>([
    [
      'twins in two classes',
      { divided: true },
      0.4,
      [
        [20, 'a1'],
        [20, 'b1'],
        [21, 'a1'],
        [22, 'b1'],
      ],
      1,
      0,
    ],
    [
      'two vocabularies for equal labels',
      { divided: true, equalLabels: true },
      0,
      [
        [20, 'a1'],
        [20, 'a1'],
        [20, 'a1 b1'],
        [20, 'b1'],
      ],
      0.4,
      0.2,
    ],
  ])('does not look at what is outside the model: %s', async (_, wider, delta, cells, inside, outside) => {
    const rows = cells.map(([age, items]): Row => ({ age, sex: 'F', items: items.split(' ') }))
    const asked = { k: 2, m: 2, delta }
    const { details } = await solve(problemOf(rows, 2, 2), { delta })
    expect(details.T).toBeCloseTo(inside, 9)
    expect(exhaustive(rows, asked)).toBeCloseTo(inside, 9)
    expect(exhaustive(rows, asked, wider)).toBeCloseTo(outside, 9)
  })

  const table = fc.array(row, { minLength: 4, maxLength: 24 })

  it('makes every class hold, and its labels and tokens cover its rows, on 500 random tables', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.integer({ min: 2, max: 4 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom('prune', 'R', 'T', 'RT'),
        fc.constantFrom('R', 'T'),
        fc.constantFrom<readonly string[]>([], ['a1'], ['a2', 'B']),
        async (rows, k, m, merge, bound, names) => {
          const nodes = names.map((name) => tree.names.indexOf(name))
          const plain = problemOf(rows, k, m)
          const sensitive = nodes.length === 0 ? undefined : { nodes, h: 0.5 }
          const problem = { ...plain, items: { ...plain.items, sensitive } }
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
            const baskets = classMembers.map((row) => published(leavesOf(rows[row]), tokens))
            expect(holds(baskets, k, m)).toBe(true)
            for (const node of nodes) expect(predicts(baskets, node, 0.5, m)).toBe(false)
            tokens.forEach((token, leaf) => {
              const node = nodes.find((one) => leaf >= tree.first[one] && leaf <= tree.last[one])
              if (node !== undefined) expect([node, -1]).toContain(token)
            })
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
    [
      'a basket that would be a class of one',
      [alone(['a1']), alone(['a1']), { age: 90, sex: 'M', items: ['a1'] }],
      2,
      0,
    ],
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
