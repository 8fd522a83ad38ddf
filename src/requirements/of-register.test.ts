/** Requirements about a register: the examples of their READMEs, and search and verification against the definition. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scratchTables } from '../../test/scratch-tables.ts'
import { tableFromRows } from '../../test/small-tables.ts'
import { plainCounter } from '../frequency/kernel/plain-counter.ts'
import { finestGrouping } from '../hierarchy/grouping.ts'
import { createEvaluator } from '../search/evaluation.ts'
import { openSource } from '../sources/open-source.ts'
import { type VerifyRowsRequest, verifyRows } from '../verification/verify-rows.ts'
import { makeRequirement } from './index.ts'
import type { Requirement } from './requirement.ts'

type Row = readonly [a: string, b: string]

const scratch = scratchTables()

async function verify(
  rows: readonly Row[],
  register: readonly Row[],
  requirement: Requirement,
  more: Partial<VerifyRowsRequest> = {},
) {
  const write = (name: string, lines: readonly Row[]) =>
    writeFileSync(
      join(scratch.folder, name),
      `a,b\n${lines.map((row) => row.map((cell) => `"${cell}"`).join()).join('\n')}\n`,
    )
  write('any.csv', rows)
  write('register.csv', register)
  const { checks } = await verifyRows(await openSource({ source: 'any.csv', base: scratch.folder }, scratch.engine), {
    quasiIdentifiers: ['a', 'b'],
    requirements: [requirement],
    suppressedGroup: 'exempt',
    register: { source: { source: 'register.csv', base: scratch.folder } },
    ...more,
  })
  return { ...checks[0], classes: checks[0].witnesses.map(({ values }) => `${values['a']}|${values['b']}`).sort() }
}

function counted(rows: readonly Row[], register: readonly Row[]) {
  const domains = [0, 1].map((i) => [...new Set([...rows, ...register].map((row) => row[i]))])
  const tableOf = (list: readonly Row[]) =>
    tableFromRows(
      domains.map((domain, i) => ({ name: `q${i}`, size: domain.length })),
      list.map((row) => ({ codes: domains.map((domain, i) => domain.indexOf(row[i])) })),
    )
  const groupings = domains.map((domain) => finestGrouping(domain.length))
  return { domains, table: { ...tableOf(rows), population: tableOf(register) }, groupings }
}

function marked(rows: readonly Row[], register: readonly Row[], requirement: Requirement): string[] {
  const { domains, table, groupings } = counted(rows, register)
  const classes = plainCounter(table).count(groupings)
  const broken = new Uint8Array(classes.count)
  requirement.mark(classes, table, broken, groupings)
  const nameOf = (c: number) =>
    domains.map((domain, i) => domain[table.columns[i].codes[classes.representatives[c]]]).join('|')
  return Array.from(broken, (mark, c) => (mark === 1 ? [nameOf(c)] : []))
    .flat()
    .sort()
}

const times = (count: number, row: Row): Row[] => Array.from({ length: count }, () => row)
const keyOf = (row: Row): string => row.join('|')
const classesOf = (rows: readonly Row[]): string[] => [...new Set(rows.map(keyOf))].sort()
const anyRows = (minLength: number, maxLength: number) =>
  fc.array(fc.tuple(fc.constantFrom('1', '2', '3'), fc.constantFrom('x', 'y')), { minLength, maxLength })

describe('k-map by a register', () => {
  const rows = [...times(1, ['1', 'x']), ...times(4, ['2', 'x'])]
  const register = [...times(5, ['1', 'x']), ...times(4, ['2', 'x']), ...times(9, ['3', 'y'])]

  it(
    'by hand: one row that five people look like holds for k = 5, four rows of the only four people do ' + 'not',
    async () => {
      expect(marked(rows, register, makeRequirement('k-map', 4))).toEqual([])
      expect(marked(rows, register, makeRequirement('k-map', 5))).toEqual(['2|x'])
      expect(await verify(rows, register, makeRequirement('k-map', 4))).toMatchObject({
        holds: true,
        found: 'fewest people of the register 4, asked 4',
      })
      expect(await verify(rows, register, makeRequirement('k-map', 5))).toMatchObject({
        holds: false,
        classes: ['2|x'],
      })
    },
  )

  it('reads labels: an interval looks like everybody in it, a star like everybody', async () => {
    const labels: Row[] = [
      ['[1,2]', 'x'],
      ['{2,3}', '*'],
    ]
    const found = await verify(labels, register, makeRequirement('k-map', 10))
    expect(found).toMatchObject({ holds: false, found: expect.stringContaining('fewest people of the register 9') })
    expect(found.classes).toEqual(['[1,2]|x'])
  })

  it('search and verification find the classes with fewer people, and only them', () =>
    fc.assert(
      fc.asyncProperty(anyRows(1, 20), anyRows(1, 30), fc.integer({ min: 2, max: 6 }), async (data, people, k) => {
        const few = classesOf(data).filter((key) => people.filter((one) => keyOf(one) === key).length < k)
        expect(marked(data, people, makeRequirement('k-map', k))).toEqual(few)
        expect((await verify(data, people, makeRequirement('k-map', k))).classes).toEqual(few)
      }),
      { numRuns: 12 },
    ))
})

describe('delta-presence', () => {
  const rows = [...times(1, ['1', 'x']), ...times(3, ['2', 'x'])]
  const register = [...times(4, ['1', 'x']), ...times(4, ['2', 'x'])]
  const presence = (min: number, max: number) => makeRequirement('delta-presence', { min, max })

  it('by hand: 1 of 4 and 3 of 4 people are in the file', async () => {
    expect(marked(rows, register, presence(0.25, 0.75))).toEqual([])
    expect(marked(rows, register, presence(0.25, 0.7))).toEqual(['2|x'])
    expect(marked(rows, register, presence(0.3, 0.75))).toEqual(['1|x'])
    expect(await verify(rows, register, presence(0.25, 0.75))).toMatchObject({ holds: true })
    expect(await verify(rows, register, presence(0, 0.5))).toMatchObject({
      holds: false,
      classes: ['2|x'],
      found: '1 of 2 classes have too large or too small a share; worst: 1.5 times what is allowed',
    })
  })

  it('people who look like no class are known to be absent: they break a min, and only a min', async () => {
    const more: Row[] = [...register, ['3', 'y']]
    expect(marked(rows, more, presence(0.1, 0.8))).toEqual(['1|x', '2|x'])
    expect(marked(rows, more, presence(0, 0.8))).toEqual([])
    expect((await verify(rows, more, presence(0.1, 0.8))).found).toMatch('known to be absent')
    expect((await verify(rows, more, presence(0, 0.8))).holds).toBe(true)
  })

  it('people who look like no released class look like the suppressed rows, masked or dropped', async () => {
    const strangers: Row[] = [...register, ...times(2, ['3', 'y'])]
    for (const suppressedGroup of ['exempt', 'enforce'] as const) {
      const holds = async (masked: number, min: number, max: number, dropped = 0) => {
        const file = [...rows, ...times(masked, ['*', '*'])]
        const dataRows = file.length + dropped
        return (await verify(file, strangers, presence(min, max), { suppressedGroup, dataRows })).holds
      }
      expect(await holds(1, 0.1, 0.8)).toBe(true)
      expect(await holds(1, 0, 0.8)).toBe(true)
      expect(await holds(2, 0, 0.8)).toBe(false)
      expect(await holds(0, 0, 0.8, 1)).toBe(true)
      expect(await holds(0, 0, 0.8, 2)).toBe(false)
      expect(await holds(1, 0, 0.8, 1)).toBe(false)
      expect((await verify([...rows, ['*', '*']], strangers, makeRequirement('k-map', 3))).classes).toEqual(['*|*'])
      expect((await verify([...rows, ['*', '*']], strangers, makeRequirement('k-map', 2))).holds).toBe(true)
    }
  })

  it('a search suppresses more until enough people look like the suppressed rows', () => {
    const few = [...times(6, ['a', 'x']), ...times(3, ['b', 'x']), ...['c', 'd', 'e'].map((value): Row => [value, 'x'])]
    const people = [
      ...times(20, ['a', 'x']),
      ...times(9, ['b', 'x']),
      ...['c', 'd', 'e'].map((value): Row => [value, 'x']),
    ]
    const { table, groupings } = counted(few, people)
    for (const requirement of [presence(0, 0.5), makeRequirement('k-map', 6)]) {
      for (const suppressedGroup of ['register', 'enforce'] as const) {
        const { partition } = createEvaluator({
          frequencies: table,
          hierarchies: [],
          requirements: [requirement],
          suppressionLimit: 1,
          suppressedGroup,
          goal: { name: 'none', terms: [] },
        }).evaluate(groupings)
        // c, d and e alone would be 3 of 3 people; with b they are 6 of 12.
        expect(partition.suppressedRows).toBe(6)
      }
    }
  })

  it('a class that nobody of the register looks like breaks it', async () => {
    expect(marked([['3', 'y']], register, presence(0, 1))).toEqual(['3|y'])
    expect((await verify([['3', 'y']], register, presence(0, 1))).classes).toEqual(['3|y'])
  })

  it('search and verification find the classes whose share is outside, and only them', () =>
    fc.assert(
      fc.asyncProperty(anyRows(1, 15), anyRows(1, 30), fc.constantFrom(0, 0.2), async (data, people, min) => {
        const share = (key: string) =>
          data.filter((row) => keyOf(row) === key).length / people.filter((row) => keyOf(row) === key).length
        const absent = min > 0 && people.some((one) => !data.some((row) => keyOf(row) === keyOf(one)))
        const outside = classesOf(data).filter((key) => absent || !(share(key) >= min && share(key) <= 0.6 + 1e-12))
        expect(marked(data, people, presence(min, 0.6))).toEqual(outside)
        expect((await verify(data, people, presence(min, 0.6))).classes).toEqual(outside)
      }),
      { numRuns: 12 },
    ))

  it('refuses shares that nothing can have', () => {
    expect(() => presence(0.5, 0.4)).toThrow('needs 0 ≤ min ≤ max')
    expect(() => presence(0, 0)).toThrow('max above 0')
  })
})

describe('facts about merging', () => {
  it('k-map has B; delta-presence has A and not B: 0.5 of 2 people and 0 of 8 are 0.1', () => {
    expect(makeRequirement('k-map', 3)).toMatchObject({ mergedHolds: true, mergedWithAnyHolds: true })
    const presence = makeRequirement('delta-presence', { min: 0.2, max: 0.9 })
    expect(presence).toMatchObject({ mergedHolds: true, mergedWithAnyHolds: false })
    const row = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 9 })).filter(([n, all]) => n <= all)
    const holds = ([n, all]: readonly [number, number]) => n / all >= 0.2 && n / all <= 0.9
    fc.assert(
      fc.property(row.filter(holds), row.filter(holds), (one, other) => holds([one[0] + other[0], one[1] + other[1]])),
    )
    expect([holds([1, 2]), holds([1, 10])]).toEqual([true, false])
  })
})
