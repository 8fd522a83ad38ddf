import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { someOf } from '../../test/thorough.ts'
import type { Engine } from '../engines/engine.ts'
import { openLocalEngine } from '../engines/open-engine.ts'
import type { HierarchySpecification } from '../hierarchy/specification.ts'
import { join, type Source, sql } from '../sql/dialect.ts'
import { extractDigit } from '../sql/encoding.ts'
import { countClassSizes } from './class-sizes.ts'
import { countCombinations } from './count-combinations.ts'
import type { CountedTable, CountRequest } from './counted-table.ts'
import type { CategoryTarget, NumberTarget } from './frequency-table.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openLocalEngine({ threads: 2 })
})
afterAll(() => engine.close())

type Cell = string | null
const source: Source = { kind: 'table', table: ['rows'] }

async function load(columns: readonly string[], rows: readonly (readonly Cell[])[]): Promise<void> {
  const { dialect } = engine
  const lists = columns.map(
    (name, c) =>
      sql`UNNEST(CAST([${join(rows.map((row) => dialect.literal(row[c])))}] AS VARCHAR[])) AS
        ${dialect.identifier(name)}`,
  )
  await engine.execute(dialect.createTable('rows', sql`SELECT ${join(lists)}`))
}

const number: HierarchySpecification = { kind: 'number', endpoints: 'all' }
const order = (...values: string[]): HierarchySpecification => ({ kind: 'order', order: values })

function request(quasiIdentifiers: CountRequest['quasiIdentifiers'], more: Partial<CountRequest> = {}): CountRequest {
  return { quasiIdentifiers, targets: [], missing: 'category', missingValues: ['?', ''], ...more }
}

function spell({ frequencies, hierarchies }: CountedTable): Map<string, { rows: number; targets: unknown[] }> {
  const found = new Map<string, { rows: number; targets: unknown[] }>()
  for (let i = 0; i < frequencies.combinations; i++) {
    const key = JSON.stringify(frequencies.columns.map(({ codes }, c) => hierarchies[c].values[codes[i]]))
    if (found.has(key)) throw new Error(`${key} stands twice`)
    found.set(key, {
      rows: frequencies.counts[i],
      targets: frequencies.targets.map((target) =>
        target.kind === 'categories' ? categories(target, i) : numbers(target, i),
      ),
    })
  }
  return found
}

function categories({ values, counts }: CategoryTarget, i: number): Record<string, number> {
  const entries = values.map((value, v) => [value, counts[i * values.length + v]] as const)
  return Object.fromEntries(entries.filter(([, count]) => count > 0).sort())
}

function numbers({ values, offsets, codes, counts }: NumberTarget, i: number): Record<string, number> {
  const found: Record<string, number> = {}
  for (let at = offsets[i]; at < offsets[i + 1]; at++) found[String(values[codes[at]])] = counts[at]
  return found
}

describe('countCombinations', () => {
  it('counts a table that can be seen at a glance', async () => {
    await load(
      ['age', 'sex', 'pay', 'income'],
      [
        ['7', 'F', '1', 'low'],
        ['07', 'F', '2', 'high'],
        ['7.0', 'F', '1', 'low'],
        ['30', 'M', '5', null],
        ['?', 'M', '5', 'low'],
        [null, 'M', '5', 'low'],
      ],
    )
    const counted = await countCombinations(
      engine,
      source,
      request(
        [
          { column: 'age', hierarchy: number },
          { column: 'sex', hierarchy: order('F', 'M') },
        ],
        {
          targets: [
            { column: 'income', kind: 'categories' },
            { column: 'pay', kind: 'numbers' },
          ],
        },
      ),
    )
    expect(counted).toMatchObject({ rowsRead: 6, rowsMissing: 0 })
    expect(spell(counted)).toEqual(
      new Map([
        [
          '["7","F"]',
          {
            rows: 3,
            targets: [
              { high: 1, low: 2 },
              { 1: 2, 2: 1 },
            ],
          },
        ],
        ['["30","M"]', { rows: 1, targets: [{ '(missing)': 1 }, { 5: 1 }] }],
        ['["(missing)","M"]', { rows: 2, targets: [{ low: 2 }, { 5: 2 }] }],
      ]),
    )
  })

  it('equals a plain count on random tables, with missing values of every kind', async () => {
    const cell = fc.constantFrom<Cell>('a', 'b', 'ä', '日', "it's", '?', '', null, '(missing) not', 'A')
    const values = ['a', 'b', 'ä', '日', "it's", '(missing) not', 'A']
    const tables = fc.record({
      rows: fc.array(fc.tuple(cell, cell, cell, fc.constantFrom<Cell>('x', 'y', '?')), { minLength: 1, maxLength: 60 }),
      missing: fc.constantFrom('drop' as const, 'category' as const),
    })
    await fc.assert(
      fc.asyncProperty(tables, async ({ rows, missing }) => {
        const gone = (value: Cell) => value === null || value === '?' || value === ''
        const used = rows.filter((row) => missing === 'category' || !row.slice(0, 3).some(gone))
        // Columns without any value are refused; tested elsewhere.
        fc.pre(used.length > 0 && [0, 1, 2].every((c) => used.some((row) => !gone(row[c]))))
        await load(['q0', 'q1', 'q2', 't'], rows)
        const quasiIdentifiers = ['q0', 'q1', 'q2'].map((column) => ({ column, hierarchy: order(...values) }))
        const counted = await countCombinations(
          engine,
          source,
          request(quasiIdentifiers, { missing, targets: [{ column: 't', kind: 'categories' }] }),
        )
        const plain = new Map<string, { rows: number; targets: [Record<string, number>] }>()
        for (const row of used) {
          const names = row.map((value) => (gone(value) ? '(missing)' : (value as string)))
          const key = JSON.stringify(names.slice(0, 3))
          const entry = plain.get(key) ?? { rows: 0, targets: [{}] }
          entry.rows++
          entry.targets[0][names[3]] = (entry.targets[0][names[3]] ?? 0) + 1
          plain.set(key, entry)
        }
        expect(spell(counted)).toEqual(plain)
        expect(counted).toMatchObject({
          rowsRead: rows.length,
          rowsMissing: rows.length - used.length,
          frequencies: { rows: used.length },
        })
      }),
      { numRuns: someOf(25), seed: 4 },
    )
  })

  it('values that only late rows have are counted like others', async () => {
    const { dialect } = engine
    // Row n has n % 7 and n % 3; the last rows of 150,000 have new and missing values.
    const late = (rare: string) => `CASE WHEN n >= 149990 THEN ${rare} ELSE CAST(n % 7 AS VARCHAR) END`
    await engine.execute(
      dialect.createTable(
        'rows',
        (`SELECT ${late("'late ' || CAST(n % 2 AS VARCHAR)")} AS a, CASE WHEN n = 149999 THEN NULL ELSE CAST(n % 3 AS ` +
          `VARCHAR) END AS b FROM range(150000) AS t(n)`) as never,
      ),
    )
    const digits = ['0', '1', '2', '3', '4', '5', '6']
    const counted = await countCombinations(
      engine,
      source,
      request(
        [
          { column: 'a', hierarchy: order(...digits, 'late 0', 'late 1') },
          { column: 'b', hierarchy: order('0', '1', '2') },
        ],
        { keep: [] },
      ),
    )
    expect(counted.stored).toBeUndefined()
    const plain = new Map<string, number>()
    for (let n = 0; n < 150_000; n++) {
      const key = JSON.stringify([
        n >= 149_990 ? `late ${n % 2}` : String(n % 7),
        n === 149_999 ? '(missing)' : String(n % 3),
      ])
      plain.set(key, (plain.get(key) ?? 0) + 1)
    }
    expect(new Map([...spell(counted)].map(([key, { rows }]) => [key, rows]))).toEqual(plain)
  })

  it('keep: the rows in their order, each quasi-identifier as a digit that has its code', async () => {
    const columns = Array.from({ length: 12 }, (_, c) => `q${c}`)
    const cell = (i: number, c: number) => ((i * (c + 1)) % 31 === 30 ? '?' : String((i * (c + 1)) % 31))
    const rows = Array.from({ length: 90 }, (_, i) => [...columns.map((_, c) => cell(i, c)), String(i), String(i * i)])
    await load([...columns, 'own', 'size'], rows)
    const values = Array.from({ length: 30 }, (_, v) => String(29 - v))
    const { stored, hierarchies, frequencies } = await countCombinations(
      engine,
      source,
      request(
        [
          ...columns.map((column) => ({ column, hierarchy: order(...values) })),
          { column: 'size', hierarchy: { kind: 'number', endpoints: { list: [100, 1000] } } as const },
        ],
        { keep: ['own'], stores: true },
      ),
    )
    if (stored === undefined) throw new Error('the rows were not stored')
    const { dialect } = engine
    const encodings = stored.encodings.flatMap((encoding) => (encoding.kind === 'stored' ? [encoding] : []))
    const digits = encodings.map(({ digit }, c) => sql`${dialect.integer(extractDigit(dialect, digit))} AS d${c}`)
    const result = await engine.query(sql`SELECT own, ${join(digits)} FROM ${dialect.scan(stored.source)}`)
    expect(result.texts('own')).toEqual(rows.map((row) => row[12]))
    const codes = encodings.map((encoding, c) => Array.from(result.integers(`d${c}`), (digit) => encoding.codes[digit]))
    columns.forEach((_, c) => {
      expect(codes[c].map((code) => hierarchies[c].values[code])).toEqual(
        rows.map((row) => (row[c] === '?' ? '(missing)' : row[c])),
      )
    })
    expect(codes[12]).toEqual(rows.map((row) => (Number(row[13]) < 100 ? 0 : Number(row[13]) < 1000 ? 1 : 2)))
    expect(frequencies.rows).toBe(90)
    await engine.execute(dialect.dropTable(stored.source.table[0]))
  })

  it('twelve columns of thirty values, more tuples than a whole number can name', async () => {
    const columns = Array.from({ length: 12 }, (_, c) => `q${c}`)
    const rows = Array.from({ length: 90 }, (_, i) => columns.map((_, c) => String((i * (c + 1)) % 30)))
    await load(columns, rows)
    const values = Array.from({ length: 30 }, (_, v) => String(v))
    const counted = await countCombinations(
      engine,
      source,
      request(columns.map((column) => ({ column, hierarchy: order(...values) }))),
    )
    expect(counted.frequencies.combinations).toBe(30)
    expect([...counted.frequencies.counts]).toEqual(new Array(30).fill(3))
    for (const [key, { rows: count }] of spell(counted)) {
      const first = rows.find((row) => JSON.stringify(row) === key)
      expect([first === undefined, count]).toEqual([false, 3])
    }
  })

  it.each([
    ['no rows', [], {}, 'a header but no rows'],
    [
      'missing: fail',
      [
        ['1', null],
        ['2', 'F'],
      ],
      { missing: 'fail' },
      '1 of 2 rows have a missing quasi-identifier: b (1)',
    ],
    [
      'a numeric target with text',
      [['1', 'F']],
      { targets: [{ column: 'b', kind: 'numbers' }] },
      'numeric target but has the value "…" (1 character)',
    ],
    [
      'a numeric target that is missing',
      [
        ['1', 'F'],
        ['?', 'M'],
      ],
      { targets: [{ column: 'a', kind: 'numbers' }] },
      'numeric target but is missing',
    ],
  ] as [string, Cell[][], Partial<CountRequest>, string][])('refuses %s', async (_, rows, more, message) => {
    await load(['a', 'b'], rows)
    const quasiIdentifiers = [{ column: 'b', hierarchy: order('F', 'M') }]
    await expect(countCombinations(engine, source, request(quasiIdentifiers, more))).rejects.toThrow(message)
  })

  it('mostCombinations: above it numbers are cut into bins of about as many rows, none of which is lost', async () => {
    const rows = Array.from({ length: 3000 }, (_, n) => [String((n * 7) % 1000), 'abc'[n % 3]])
    await load(['age', 'town'], rows)
    const towns = order('a', 'b', 'c')
    const asked = (age: HierarchySpecification, mostCombinations: number) =>
      countCombinations(
        engine,
        source,
        request(
          [
            { column: 'age', hierarchy: age },
            { column: 'town', hierarchy: towns },
          ],
          { mostCombinations },
        ),
      )
    expect((await asked(number, 3000)).coarsened).toBeUndefined()
    const { coarsened, frequencies, hierarchies } = await asked(number, 200)
    expect(coarsened).toEqual({ combinations: 3000, columns: ['age'], bins: 64 })
    const [ages] = hierarchies
    if (ages.kind !== 'number') throw new Error('age is a number')
    expect(ages.values.length).toBe(64)
    for (let i = 0; i < frequencies.combinations; i++) {
      const [age, town] = frequencies.columns.map(({ codes }) => codes[i])
      const inside = ([label, place]: string[]) =>
        Number(label) >= ages.low[age] && Number(label) <= ages.high[age] && place === hierarchies[1].values[town]
      expect(frequencies.counts[i]).toBe(rows.filter(inside).length)
    }
    expect(frequencies.counts.reduce((sum, count) => sum + count, 0)).toBe(3000)
    // Endpoints of the job lose nothing, so no warning.
    const counted = await asked({ kind: 'number', endpoints: { list: [100, 500] } }, 9)
    expect([counted.coarsened, counted.frequencies.combinations]).toEqual([undefined, 9])
    await expect(asked(number, 3)).rejects.toThrow('3000 different combinations')
  })

  it(
    'mostCombinations: dates, prefixes and leaves of a tree are counted by a level, and each value knows its ' + 'code',
    async () => {
      const day = (n: number) => new Date(Date.UTC(2019, 0, 1 + ((n * 37) % 800))).toISOString().slice(0, 10)
      const rows = Array.from({ length: 2000 }, (_, n): Cell[] => [
        n % 50 === 0 ? '?' : day(n),
        String((n * 7919) % 100_000).padStart(5, '0'),
        `t${n % 8}`,
        'yn'[n % 2],
      ])
      await load(['day', 'postcode', 'town', 'ill'], rows)
      const towns = Array.from({ length: 4 }, (_, r) => ({
        name: `r${r}`,
        children: [{ name: `t${2 * r}` }, { name: `t${2 * r + 1}` }],
      }))
      const quasiIdentifiers: CountRequest['quasiIdentifiers'] = [
        { column: 'day', hierarchy: { kind: 'date' } },
        { column: 'postcode', hierarchy: { kind: 'prefix' } },
        { column: 'town', hierarchy: { kind: 'tree', root: { name: 'all', children: towns } } },
      ]
      const sensitive = { sensitive: ['ill'], mostCombinations: 400 }
      const counted = await countCombinations(engine, source, request(quasiIdentifiers, sensitive))
      const { coarsened, hierarchies, encodings, frequencies } = counted
      expect(coarsened?.combinations).toBe(2000)
      expect(coarsened?.levels?.map(({ column }) => column)).toContain('day')
      expect(frequencies.combinations).toBeLessThanOrEqual(400)
      const codeOf = encodings.map((encoding) => {
        if (encoding.kind !== 'dictionary') throw new Error('texts have dictionaries')
        expect([...encoding.codes]).toEqual([...encoding.codes].sort((a, b) => a - b))
        return new Map(encoding.texts.map((text, at) => [text, encoding.codes[at]]))
      })
      const plain = new Map<string, number>()
      for (const row of rows) {
        const codes = hierarchies.map((hierarchy, c) => codeOf[c].get(String(row[c])) ?? hierarchy.missing)
        const key = codes.join()
        plain.set(key, (plain.get(key) ?? 0) + 1)
      }
      const found = Array.from({ length: frequencies.combinations }, (_, i) => [
        frequencies.columns.map(({ codes }) => codes[i]).join(),
        frequencies.counts[i],
      ])
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(plain))
      const [days] = hierarchies
      for (const [text, code] of codeOf[0]) expect(days.members?.[code]).toContain(text)
      expect(days.spans?.values).toBe(days.members?.flat().length)
      await expect(
        countCombinations(engine, source, request(quasiIdentifiers, { mostCombinations: 3 })),
      ).rejects.toThrow('2000 different combinations')
    },
  )

  it('leaves no table behind, also when it fails', async () => {
    await load(['a'], [['x']])
    const wrong = request([{ column: 'a', hierarchy: number }], { keep: [] })
    await expect(countCombinations(engine, source, wrong)).rejects.toThrow('must hold numbers only')
    const tables = await engine.query(sql`SELECT table_name AS name FROM duckdb_tables()`)
    expect(tables.texts('name')).toEqual(['rows'])
  })
})

it.each([
  ['drop', 'categories'],
  ['category', 'categories'],
  ['category', 'numbers'],
] as const)('rawSizes: the classes that the engine counts, missing: %s, target: %s', async (missing, kind) => {
  const ages = ['17', '017', '?', null, '30', '31']
  const rows = Array.from({ length: 60 }, (_, i) => [ages[i % 5], 'ab'[i % 2], String(i % 7)])
  await load(['age', 'sex', 'income'], rows)
  const endpoints = { quantiles: 1 }
  const quasiIdentifiers = [
    { column: 'age', hierarchy: { kind: 'number', endpoints } as const },
    { column: 'sex', hierarchy: order('a', 'b') },
  ]
  const targets = [{ column: 'income', kind }] as const
  const { rawSizes } = await countCombinations(engine, source, request(quasiIdentifiers, { missing, targets }))
  const { sizes } = await countClassSizes(
    engine,
    [source, undefined],
    { quasiIdentifiers: ['age', 'sex'], missingValues: ['?', ''], completeOnly: missing === 'drop' },
    {},
  )
  expect(rawSizes).toEqual(sizes)
})
