/** Requirements about the whole release: the examples of their READMEs, and verification against the definition. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scratchTables } from '../../test/scratch-tables.ts'
import { tableFromRows } from '../../test/small-tables.ts'
import { someOf } from '../../test/thorough.ts'
import { plainCounter } from '../frequency/kernel/plain-counter.ts'
import { finestGrouping } from '../hierarchy/grouping.ts'
import { verifyRows } from '../verification/verify-rows.ts'
import { makeRequirement } from './index.ts'
import type { Requirement } from './requirement.ts'

type Row = readonly [a: string, b: string, s: string]

const scratch = scratchTables()

async function verify(rows: readonly Row[], requirement: Requirement) {
  const table = await scratch.open(`a,b,s\n${rows.map((row) => row.join()).join('\n')}\n`)
  return verifyRows(table, { quasiIdentifiers: ['a', 'b'], requirements: [requirement], suppressedGroup: 'exempt' })
}

function kept(rows: readonly Row[], requirement: Requirement): Row[] {
  const domains = [0, 1].map((i) => [...new Set(rows.map((row) => row[i]))])
  const values = [...new Set(rows.map((row) => row[2]))]
  const table = tableFromRows(
    domains.map((domain, i) => ({ name: `q${i}`, size: domain.length })),
    rows.map((row) => ({
      codes: domains.map((domain, i) => domain.indexOf(row[i])),
      categories: [values.indexOf(row[2])],
    })),
    { categories: [{ name: 's', values }], sensitive: ['s'] },
  )
  const groupings = domains.map((domain) => finestGrouping(domain.length))
  const classes = plainCounter(table).count(groupings)
  const broken = new Uint8Array(classes.count)
  requirement.mark(classes, table, broken, groupings)
  const isKept = new Set<string>()
  for (let c = 0; c < classes.count; c++) {
    if (broken[c] === 1) continue
    isKept.add(domains.map((domain, i) => domain[table.columns[i].codes[classes.representatives[c]]]).join())
  }
  return rows.filter((row) => isKept.has(row.slice(0, 2).join()))
}

const anyRows = fc.array(
  fc.tuple(fc.constantFrom('1', '2', '3'), fc.constantFrom('x', 'y', 'z'), fc.constantFrom('flu', 'cold')),
  { minLength: 1, maxLength: 30 },
)
const groupsBy = (rows: readonly Row[], columns: readonly number[]): Row[][] => {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = columns.map((i) => row[i]).join()
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()]
}
const largestShare = (rows: readonly Row[]): number =>
  Math.max(...groupsBy(rows, [2]).map((group) => group.length)) / rows.length

describe('average-risk', () => {
  const times = (count: number, row: Row): Row[] => Array.from({ length: count }, () => row)
  const rows = [
    ...times(1, ['1', 'x', 'flu']),
    ...times(1, ['1', 'y', 'flu']),
    ...times(2, ['2', 'x', 'flu']),
    ...times(8, ['2', 'y', 'flu']),
  ]

  it('by hand: classes of 1, 1, 2, 8: 4/12; with r = 0.25 the two of 1 row go', async () => {
    expect(kept(rows, makeRequirement('average-risk', 0.34))).toHaveLength(12)
    expect(kept(rows, makeRequirement('average-risk', 0.25))).toHaveLength(10)
    const broken = await verify(rows, makeRequirement('average-risk', 0.25))
    expect(broken.checks[0]).toMatchObject({ holds: false, found: 'average risk 0.3333 in 4 classes, asked 0.25' })
    expect(broken.checks[0].witnesses[0].size).toBe(1)
  })

  it('relaxed: at most a tenth of the rows in classes of fewer than 3', async () => {
    const asked = makeRequirement('average-risk', { risk: 1, highest: 0.34, share: 0.1 })
    expect(kept(rows, asked)).toHaveLength(8)
    expect((await verify(rows, asked)).verdict).toBe('broken')
  })

  it('what is kept holds by the count of the file, and only a release that holds does', () =>
    fc.assert(
      fc.asyncProperty(anyRows, fc.constantFrom(0.2, 0.4, 0.6), async (all, risk) => {
        const asked = makeRequirement('average-risk', risk)
        const holds = groupsBy(all, [0, 1]).length / all.length <= risk + 1e-9
        expect((await verify(all, asked)).verdict).toBe(holds ? 'holds' : 'broken')
        const released = kept(all, asked)
        if (released.length > 0) expect((await verify(released, asked)).verdict).toBe('holds')
      }),
      { numRuns: someOf(10) },
    ))
})

describe('lkc', () => {
  const rows: Row[] = [
    ['1', 'x', 'flu'],
    ['1', 'x', 'cold'],
    ['1', 'y', 'flu'],
    ['1', 'y', 'cold'],
    ['2', 'y', 'flu'],
    ['2', 'y', 'cold'],
  ]
  const lkc = (l: number, k: number, c: number) => makeRequirement('lkc', { l, k, c, column: 's' })

  it('by hand: L = 1, C = 0.5: K = 2 holds, K = 4 leaves nothing', async () => {
    expect(kept(rows, lkc(1, 2, 0.5))).toHaveLength(6)
    expect(kept(rows, lkc(1, 4, 0.5))).toHaveLength(0)
    expect((await verify(rows, lkc(1, 2, 0.5))).verdict).toBe('holds')
    const broken = (await verify(rows, lkc(1, 4, 0.5))).checks[0]
    // b = x and a = 2 have two rows each: three classes are in such a set.
    expect(broken.witnesses.map(({ values }) => `${values['a']}${values['b']}`).sort()).toEqual(['1x', '2y'])
  })

  it('verification finds the classes in a set that breaks it, and what is kept holds', () =>
    fc.assert(
      fc.asyncProperty(anyRows, fc.constantFrom(1, 2), fc.constantFrom(0.6, 1), async (all, l, c) => {
        const sets = l === 1 ? [[0], [1]] : [[0, 1]]
        const breaking = sets.flatMap((set) =>
          groupsBy(all, set).filter((group) => group.length < 3 || largestShare(group) > c + 1e-9),
        )
        const names = [...new Set(breaking.flat().map((row) => row.slice(0, 2).join()))]
        const found = (await verify(all, lkc(l, 3, c))).checks[0]
        expect(found.witnesses.map(({ values }) => Object.values(values).join()).sort()).toEqual(names.sort())
        const released = kept(all, lkc(l, 3, c))
        if (released.length > 0) expect((await verify(released, lkc(l, 3, c))).verdict).toBe('holds')
      }),
      { numRuns: someOf(10) },
    ))
})

describe('quasi-identifier-sets', () => {
  const rows: Row[] = [
    ['1', 'x', 'flu'],
    ['1', 'x', 'flu'],
    ['1', 'y', 'flu'],
    ['2', 'y', 'flu'],
    ['2', 'y', 'flu'],
  ]
  const set = (columns: string[] | string, k: number) => makeRequirement('quasi-identifier-sets', { columns, k })
  // Columns of `kept` are named q0 and q1, those of the file a and b.
  const keptBy = (all: readonly Row[], ...sets: (readonly [string[], number])[]) => {
    let left = all
    for (let before = -1; before !== left.length; ) {
      before = left.length
      for (const [columns, k] of sets) left = left.length === 0 ? left : kept(left, set(columns, k))
    }
    return left
  }

  it('by hand: {a} with 3 leaves three rows, {b} with 2 beside it none', async () => {
    expect(keptBy(rows, [['q0'], 3])).toHaveLength(3)
    expect(keptBy(rows, [['q0'], 3], [['q1'], 2])).toHaveLength(0)
    const broken = (await verify(rows, set('a', 3))).checks[0]
    expect(broken).toMatchObject({
      holds: false,
      found: '1 of 3 classes are among fewer than 3 rows; fewest rows alike in a: 2, asked 3',
    })
    expect(broken.witnesses.map(({ values }) => `${values['a']}${values['b']}`)).toEqual(['2y'])
    expect((await verify(rows, set(['a', 'b'], 2))).verdict).toBe('broken')
    expect((await verify(rows, set(['b'], 2))).checks[0].found).toBe('fewest rows alike in b: 2, asked 2')
  })

  it('verification finds the classes that break it, and what is kept is the largest choice that holds', () =>
    fc.assert(
      fc.asyncProperty(anyRows, fc.constantFrom(2, 3, 5), fc.constantFrom(2, 4), async (all, k, other) => {
        const breaking = groupsBy(all, [0]).filter((group) => group.length < k)
        const names = [...new Set(breaking.flat().map((row) => row.slice(0, 2).join()))]
        const found = (await verify(all, set('a', k))).checks[0]
        expect(found.witnesses.map(({ values }) => Object.values(values).join()).sort()).toEqual(names.sort())
        const released = keptBy(all, [['q0'], k], [['q1'], other])
        expect(released.length).toBe(largestChoice(all, k, other))
        if (released.length > 0) {
          expect((await verify(released, set('a', k))).verdict).toBe('holds')
          expect((await verify(released, set('b', other))).verdict).toBe('holds')
        }
      }),
      { numRuns: someOf(8) },
    ))

  function largestChoice(all: readonly Row[], k: number, other: number): number {
    const classes = groupsBy(all, [0, 1])
    let most = 0
    for (let choice = 0; choice < 1 << classes.length; choice++) {
      const chosen = classes.filter((_, i) => choice & (1 << i)).flat()
      const holds = (column: number, least: number) =>
        groupsBy(chosen, [column]).every((group) => group.length >= least)
      if (chosen.length > most && holds(0, k) && holds(1, other)) most = chosen.length
    }
    return most
  }

  it.each([
    [{ columns: ['sexx'], k: 4 }, /"sexx", which is not a quasi-identifier.*sex/],
    [{ columns: [], k: 4 }, /must be a list of different column names/],
    [{ columns: ['sex', 'sex'], k: 4 }, /must be a list of different column names/],
    [{ columns: ['sex'] }, /needs k/],
  ])('refuses %j and says what to write', (options, message) => {
    const columns = [{ name: 'sex', role: 'quasi-identifier' as const }]
    expect(() => makeRequirement('quasi-identifier-sets', options, columns)).toThrow(message)
  })
})
