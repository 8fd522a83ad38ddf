import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { someOf } from '../../test/thorough.ts'
import type { Engine } from '../engines/engine.ts'
import { openLocalEngine } from '../engines/open-engine.ts'
import { join, type Source, sql } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'
import {
  type ColumnRecode,
  classKeys,
  extentStatement,
  type RecodeRequest,
  recodeStatement,
  type Suppression,
} from './recode-statement.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openLocalEngine({ threads: 1 })
})
afterAll(() => engine.close())

describe('classKeys', () => {
  it('gives every class a key of its own, and the same to the engine', async () => {
    const { dialect } = engine
    for (const counts of [[3, 1, 4], [2], [3, 2 ** 40, 2 ** 20]]) {
      const keys = classKeys(counts)
      const tuples = counts.reduce<number[][]>(
        (all, count) => all.flatMap((tuple) => Array.from({ length: Math.min(count, 4) }, (_, g) => [...tuple, g])),
        [[]],
      )
      const texts = tuples.map((tuple) => keys.text(tuple))
      expect(new Set(texts).size).toBe(tuples.length)
      const columns = tuples.map(
        (tuple, i) =>
          sql`${keys.expression(
            dialect,
            tuple.map((group) => sql`${group}`),
          )} AS ${dialect.identifier(`c${i}`)}`,
      )
      const answer = await engine.query(sql`SELECT ${join(columns)}`)
      expect(tuples.map((_, i) => answer.texts(`c${i}`)[0])).toEqual(texts)
    }
  })
})

describe('recodeStatement', () => {
  const source: Source = { kind: 'table', table: ['rows'] }
  const places = ['c', 'a', 'b', 'd']
  const codeGroups = Int32Array.of(0, 0, 1, 2)
  const labels = ['c or a', '"b"', 'd, last']
  const rows = fc.array(
    fc.tuple(fc.constantFrom<string | null>(...places, '?', null), fc.constantFrom('0', '1.5', '7', '12', '30', '?')),
    { minLength: 1, maxLength: 40 },
  )
  const suppressed = fc.uniqueArray(fc.tuple(fc.nat(2), fc.nat(2)), { maxLength: 12, selector: (pair) => pair.join() })

  const letters: ColumnRecode = {
    encoding: {
      kind: 'dictionary',
      column: 'letter',
      dictionary: 'letters',
      texts: places,
      codes: Int32Array.of(0, 1, 2, 3),
      missing: 4,
    },
    codeGroups: Int32Array.of(...codeGroups, 2),
    labels,
  }
  const figures: ColumnRecode = {
    encoding: {
      kind: 'bins',
      column: 'figure',
      rule: { list: [5, 20] },
      occurring: Int32Array.of(0, 1, 2),
      missing: 3,
    },
    codeGroups: Int32Array.of(0, 0, 1, 2),
    labels: ['[0,12]', '30', 'none'],
  }
  /** Columns as digits of a number, in a different order; the highest digit means missing. */
  const keptPlaces = ['a', 'never', 'd', 'c', 'b']
  const kept: ColumnRecode[] = [
    {
      ...letters,
      encoding: {
        kind: 'stored',
        column: 'letter',
        digit: { number: 'k', stride: 4, radix: 6 },
        codes: Int32Array.of(1, -1, 3, 0, 2, 4),
      },
    },
    {
      ...figures,
      encoding: {
        kind: 'stored',
        column: 'figure',
        digit: { number: 'k', stride: 1, radix: 4 },
        codes: Int32Array.of(0, 1, 2, 3),
      },
    },
  ]
  const keptSource: Source = { kind: 'table', table: ['kept rows'] }
  const findGroups = ([letter, figure]: readonly [string | null, string]): [number, number] => [
    letter === null || letter === '?' ? 2 : codeGroups[places.indexOf(letter)],
    figure === '?' ? 2 : Number(figure) < 20 ? 0 : 1,
  ]

  async function prepared(
    table: readonly (readonly [string | null, string])[],
    classes: readonly (readonly [number, number])[],
    form: 'flagged' | 'listed' | 'unlisted',
    onSuppressed: 'mask' | 'drop',
  ): Promise<RecodeRequest> {
    const { dialect } = engine
    const list = (values: readonly (string | null)[]) =>
      sql`UNNEST(CAST([${join(values.map((value) => dialect.literal(value)))}] AS VARCHAR[]))`
    await engine.execute(
      dialect.createTable(
        'rows',
        sql`SELECT ${list(table.map((_, n) => String(n)))} AS n, ${list(table.map((row) => row[0]))} AS letter,
          ${list(table.map((row) => row[1]))} AS figure`,
      ),
    )
    await engine.uploadDictionary('letters', places)
    const digits = table.map(([letter, figure]) => {
      const place = letter === null ? -1 : keptPlaces.indexOf(letter)
      const bin = figure === '?' ? 3 : Number(figure) < 5 ? 0 : Number(figure) < 20 ? 1 : 2
      return (place < 0 ? keptPlaces.length : place) * 4 + bin
    })
    await engine.execute(
      dialect.createTable(
        'kept rows',
        sql`SELECT ${list(table.map((_, n) => String(n)))} AS n, CAST(${list(digits.map(String))} AS BIGINT) AS k`,
      ),
    )
    const keys = classKeys([3, 3])
    const listed = new Set(classes.map((groups) => keys.text(groups)))
    const all = Array.from({ length: 9 }, (_, key) => String(key))
    const texts = all.filter((key) => listed.has(key) === (form === 'listed'))
    await engine.uploadDictionary('classes', texts)
    const suppression: Suppression =
      form === 'flagged'
        ? { classes: form, flags: Uint8Array.from(all, (key) => Number(listed.has(key))), rows: onSuppressed }
        : { classes: form, dictionary: 'classes', keys: new Set(texts), rows: onSuppressed }
    return {
      columns: ['figure', 'n', 'letter'],
      recodes: [letters, figures],
      suppression,
      dropMissing: false,
      value: (column) => valueOrMissing(dialect, column, ['?', '']),
      suppressedLabel: '*',
    }
  }

  it('equals a plain recoding, however the suppressed classes are shown and the rows are kept', async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        suppressed,
        fc.constantFrom('flagged', 'listed', 'unlisted'),
        fc.constantFrom('mask', 'drop'),
        async (table, classes, form, onSuppressed) => {
          const request = await prepared(table, classes, form, onSuppressed)
          const expected = table.flatMap((row, n) => {
            const [letter, figure] = findGroups(row)
            const gone = classes.some((pair) => pair[0] === letter && pair[1] === figure)
            if (gone && onSuppressed === 'drop') return []
            return [gone ? ['*', String(n), '*'] : [figures.labels[figure], String(n), labels[letter]]]
          })
          for (const statement of [
            recodeStatement(engine.dialect, source, request),
            recodeStatement(engine.dialect, keptSource, { ...request, recodes: kept }),
          ]) {
            const result = await engine.query(statement)
            const found = Array.from({ length: result.rows }, (_, i) =>
              request.columns.map((column) => result.texts(column)[i]),
            )
            expect(found).toEqual(expected)
          }

          const extents = await engine.query(extentStatement(engine.dialect, source, request, 1))
          const plain = new Map<number, [number, number]>()
          for (const row of table) {
            const groups = findGroups(row)
            if (classes.some((pair) => pair.join() === groups.join())) continue
            const value = row[1] === '?' ? Number.NaN : Number(row[1])
            const [low, high] = plain.get(groups[1]) ?? [value, value]
            plain.set(groups[1], [Math.min(low, value), Math.max(high, value)])
          }
          const told = new Map(
            Array.from(extents.integers('place'), (place, i) => [
              place,
              [extents.numbers('low')[i], extents.numbers('high')[i]],
            ]),
          )
          expect(new Map([...told].sort())).toEqual(new Map([...plain].sort()))
        },
      ),
      { numRuns: someOf(30), seed: 7 },
    )
  })

  it('labels may be alike, empty, or hold quotes and NUL bytes', async () => {
    const odd = ["it's", '', "it's", 'a\0b']
    const numbers = sql`(SELECT UNNEST(range(4)) AS n) AS counted`
    for (const texts of [odd, odd.slice(0, 3)]) {
      const chosen = engine.dialect.choose(sql`n`, texts)
      const result = await engine.query(
        sql`SELECT ${chosen} AS text FROM ${numbers} WHERE n < ${texts.length} ORDER BY n`,
      )
      expect(result.texts('text')).toEqual(texts)
    }
  })

  it('all classes suppressed, none suppressed, rows with a missing value left out', async () => {
    const table = [
      ['a', '7'],
      ['?', '7'],
      ['d', '?'],
    ] as const
    const request = await prepared(table, [], 'listed', 'mask')
    const cells = async (more: Partial<RecodeRequest>, from = source) => {
      const result = await engine.query(recodeStatement(engine.dialect, from, { ...request, ...more }))
      return Array.from({ length: result.rows }, (_, i) =>
        request.columns.map((column) => result.texts(column)[i]).join(' | '),
      )
    }
    expect(await cells({ suppression: { classes: 'none' } })).toEqual([
      '[0,12] | 0 | c or a',
      '[0,12] | 1 | d, last',
      'none | 2 | d, last',
    ])
    expect(await cells({ suppression: { classes: 'all', rows: 'mask' } })).toEqual([
      '* | 0 | *',
      '* | 1 | *',
      '* | 2 | *',
    ])
    expect(await cells({ suppression: { classes: 'all', rows: 'drop' } })).toEqual([])
    const whole: Partial<RecodeRequest> = { suppression: { classes: 'none' }, dropMissing: true }
    expect(await cells(whole)).toEqual(['[0,12] | 0 | c or a'])
    expect(await cells({ ...whole, recodes: kept }, keptSource)).toEqual(['[0,12] | 0 | c or a'])
  })
})
