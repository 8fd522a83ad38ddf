/**
 * What the path asks of every engine, against plain counts in memory: the frequency table, the recoded rows and their order, whichever
 * way they are recoded. Tables are loaded in an order of their own; only their key says which row comes first.
 */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../../src/engines/engine.ts'
import { countCombinations } from '../../src/frequency/count-combinations.ts'
import type { CountedTable } from '../../src/frequency/counted-table.ts'
import { groupingFromStarts } from '../../src/hierarchy/grouping.ts'
import type { ClassDecision } from '../../src/recoding/class-decision.ts'
import {
  classStatement,
  distinctRanges,
  shownNumbersStatement,
  uploadCells,
  uploadOutputs,
  uploadRanges,
} from '../../src/recoding/class-statement.ts'
import {
  type ColumnRecode,
  classKeys,
  extentStatement,
  type RecodeRequest,
  recodeStatement,
  type Suppression,
} from '../../src/recoding/recode-statement.ts'
import { join, type Source, type Sql, sql, type TableSource } from '../../src/sql/dialect.ts'
import { valueOrMissing } from '../../src/sql/encoding.ts'
import type { DerivedColumn } from '../../src/sql/scans.ts'
import { CELL_LEVELS, plainCell, plainCoordinates } from '../plain-cell.ts'
import { someOf } from '../thorough.ts'

type Cell = string | null

const source: TableSource = { kind: 'table', table: ['own rows'], key: ['n'] }
const letters = ['a', 'b', 'ä', '日', "it's", '\u{1F600}', 'A', ' a']
const figures = ['0', '1.5', '7', '12', '30', '-2', '1e2']
const missingValues = ['?', '']
const isMissing = (cell: Cell) => cell === null || missingValues.includes(cell)

/** Rows of a letter, a figure and an answer. */
const tables = fc
  .array(
    fc.tuple(
      fc.constantFrom<Cell>(...letters, '?', '', null),
      fc.constantFrom<Cell>(...figures, '?', null),
      fc.constantFrom<Cell>('yes', 'no', null),
    ),
    { minLength: 1, maxLength: 40 },
  )
  // A column without any value is refused.
  .filter((rows) => rows.some(([letter, figure]) => !isMissing(letter) && !isMissing(figure)))
type Row = readonly [letter: Cell, figure: Cell, answer: Cell]

/** `runs` random tables for each promise, where an engine is slow to answer. */
export function statementPromises(name: string, open: () => Promise<Engine>, runs?: number): void {
  describe(`${name} counts and recodes as a plain reader does`, () => {
    let engine: Engine
    beforeAll(async () => {
      engine = await open()
    })
    afterAll(() => engine.close())

    async function load(rows: readonly Row[]): Promise<void> {
      const { dialect } = engine
      const text = (cell: Cell): Sql => dialect.text(dialect.literal(cell))
      const lines = rows.map(
        ([letter, figure, answer], n) =>
          sql`SELECT ${dialect.integer(sql`${n}`)} AS n, ${text(letter)} AS letter, ${text(figure)} AS figure, ${text(answer)} AS answer`,
      )
      // Keys from the middle on first: no engine may take the order of loading for that of the rows.
      const turned = [...lines.slice(lines.length >> 1), ...lines.slice(0, lines.length >> 1)]
      const order = dialect.keepsOrder ? lines : turned
      await engine.execute(dialect.createTable('own rows', join(order, ' UNION ALL ')))
    }

    it('derives columns from others', async () => {
      const { dialect } = engine
      const dates = [
        '0001-01-01',
        '2000-02-29',
        '2023-02-28',
        '2023-03-01 10:00:00',
        '1900-02-29',
        '17.3.2004',
        '?',
        null,
      ]
      const shown = [
        { age: null, stay: null, weekday: '1', range: '< 0', place: 'x' },
        { age: '0', stay: '0', weekday: '2', range: '[0,1.5)', place: "it's" },
        { age: '22', stay: '8400', weekday: '2', range: '≥ 1.5', place: 'x' },
        { age: '23', stay: '8401', weekday: '3', range: '≥ 1.5', place: null },
        { age: null, stay: null, weekday: null, range: null, place: null },
        { age: '4', stay: '1478', weekday: '3', range: '≥ 1.5', place: null },
        { age: null, stay: null, weekday: null, range: '≥ 1.5', place: null },
        { age: null, stay: null, weekday: null, range: '≥ 1.5', place: null },
      ]
      const numbers = ['-2', '0', '1.5', '7', 'x', '12', '30', '1e2']
      const places = ['a', 'ä', 'a', 'b', '?', '', null, 'A']
      await load(dates.map((date, i) => [places[i], numbers[i], date]))
      const born = sql`SELECT *, ${dialect.text(dialect.literal('2000-02-29'))} AS born FROM ${dialect.identifier('own rows')}`
      await engine.execute(dialect.createTable('born rows', born))
      await engine.uploadDictionary('halftone map place', ['a', 'ä'])
      const scanned = {
        ...source,
        table: ['born rows'],
        derived: {
          names: ['n'],
          missingValues,
          columns: [
            { column: 'age', years: ['born', 'answer'] },
            { column: 'stay', days: ['born', 'answer'] },
            { column: 'weekday', part: ['answer', 'weekday'] },
            { column: 'range', bin: ['figure', 0, 1.5] },
            {
              column: 'place',
              map: [
                'letter',
                [
                  ['a', 'x'],
                  ['ä', "it's"],
                ],
              ],
            },
          ],
        },
      } satisfies Source
      const result = await engine.query(sql`SELECT * FROM ${dialect.scan(scanned)} ORDER BY n`)
      for (const name of ['age', 'stay', 'weekday', 'range', 'place'] as const)
        expect(result.texts(name), name).toEqual(shown.map((row) => row[name]))
    })

    it('gives every coordinate the same cell', async () => {
      const { dialect } = engine
      const coordinates = plainCoordinates(400, 9)
      const outside = [
        [90.000001, 0],
        [0, -180.000001],
        [-91, 0],
        [5, 1e300],
        ['NaN', 5],
        ['', 5],
        [5, '?'],
        [5, '1,5'],
      ]
      await load([...coordinates, ...outside].map(([north, east]) => [String(north), String(east), null]))
      const columns = CELL_LEVELS.map((cell) => ({ column: cell, place: ['letter', 'figure'], cell }) as DerivedColumn)
      const scanned = { ...source, derived: { names: ['n'], missingValues, columns } } satisfies Source
      const result = await engine.query(sql`SELECT * FROM ${dialect.scan(scanned)} ORDER BY n`)
      for (const level of CELL_LEVELS)
        expect(result.texts(level)).toEqual([
          ...coordinates.map(([latitude, longitude]) => plainCell(latitude, longitude, level)),
          ...outside.map(() => null),
        ])
    })

    const count = (missing: 'drop' | 'category', keep?: readonly string[]): Promise<CountedTable> =>
      countCombinations(engine, source, {
        quasiIdentifiers: [
          { column: 'letter', hierarchy: { kind: 'order', order: letters } },
          { column: 'figure', hierarchy: { kind: 'number', endpoints: 'all' } },
        ],
        targets: [{ column: 'answer', kind: 'categories' }],
        missing,
        missingValues,
        keep,
      })

    async function released(statement: Sql, columns: readonly string[]): Promise<Cell[][]> {
      const result = await engine.query(statement)
      const cells = columns.map((column) =>
        column === 'n' ? Array.from(result.integers('n'), String) : result.texts(column),
      )
      return Array.from({ length: result.rows }, (_, row) => cells.map((texts) => texts[row]))
    }

    it('countCombinations gives the counts of every combination, with missing values of every kind', async () => {
      await fc.assert(
        fc.asyncProperty(tables, fc.constantFrom('drop', 'category'), async (rows, missing) => {
          await load(rows)
          const { frequencies, hierarchies, rowsMissing } = await count(missing)
          const taking = rows.filter(
            ([letter, figure]) => missing === 'category' || !(isMissing(letter) || isMissing(figure)),
          )
          expect([frequencies.rows, rowsMissing]).toEqual([taking.length, rows.length - taking.length])
          const expected: Record<string, number> = {}
          for (const [letter, figure, answer] of taking) {
            const shown = isMissing(figure) ? '(missing)' : String(Number(figure))
            const key = JSON.stringify([isMissing(letter) ? '(missing)' : letter, shown, answer ?? '(missing)'])
            expected[key] = (expected[key] ?? 0) + 1
          }
          const [target] = frequencies.targets
          if (target.kind !== 'categories') throw new Error('answers are categories')
          const found: Record<string, number> = {}
          for (let i = 0; i < frequencies.combinations; i++) {
            const values = frequencies.columns.map(({ codes }, c) => hierarchies[c].values[codes[i]])
            target.values.forEach((answer, a) => {
              const rows = target.counts[i * target.values.length + a]
              if (rows > 0) found[JSON.stringify([...values, answer])] = rows
            })
          }
          expect(found).toEqual(expected)
        }),
        { numRuns: runs ?? someOf(20), seed: 7 },
      )
    })

    it('recodeStatement gives the rows in the order of the key, however suppressed classes are listed and rows are kept', async () => {
      const forms = fc.constantFrom('flagged', 'listed', 'unlisted', 'none', 'all')
      const classes = fc.uniqueArray(fc.nat(3), { maxLength: 4 })
      await fc.assert(
        fc.asyncProperty(
          tables,
          classes,
          forms,
          fc.constantFrom('mask', 'drop'),
          async (rows, gone, form, onSuppressed) => {
            await load(rows)
            const counted = await count('category', ['n', 'answer'])
            const { recodes, groupsOf } = halves(counted)
            const suppression = await suppress(engine, form, gone, onSuppressed, recodes)
            const request: RecodeRequest = {
              columns: ['figure', 'n', 'letter', 'answer'],
              recodes,
              suppression,
              dropMissing: false,
              value: (column) => valueOrMissing(engine.dialect, column, missingValues),
              suppressedLabel: '*',
            }
            const isGone = (row: Row) => {
              const [letter, figure] = groupsOf(row)
              return form === 'all' || (form !== 'none' && gone.includes(letter * recodes[1].labels.length + figure))
            }
            const expected = rows.flatMap((row, n) => {
              if (isGone(row)) return onSuppressed === 'drop' ? [] : [['*', String(n), '*', row[2]]]
              const [letter, figure] = groupsOf(row)
              return [[recodes[1].labels[figure], String(n), recodes[0].labels[letter], row[2]]]
            })
            const statement = recodeStatement(engine.dialect, source, request)
            expect(await released(statement, request.columns)).toEqual(expected)
            const { stored } = counted
            if (stored !== undefined) {
              const digits = recodes.map((recode, i) => ({ ...recode, encoding: stored.encodings[i] }))
              const again = recodeStatement(engine.dialect, stored.source, { ...request, recodes: digits })
              expect(await released(again, request.columns)).toEqual(expected)
            }
            const extents = await engine.query(extentStatement(engine.dialect, source, request, 1))
            const told = Array.from(extents.integers('place'), (place, i) => [
              place,
              extents.numbers('low')[i],
              extents.numbers('high')[i],
            ])
            const plain = new Map<number, number[]>()
            for (const row of rows) {
              const [, group] = groupsOf(row)
              if (!isGone(row))
                plain.set(group, [...(plain.get(group) ?? []), ...(isMissing(row[1]) ? [] : [Number(row[1])])])
            }
            const expectedExtents = [...plain].map(([group, numbers]) =>
              numbers.length === 0
                ? [group, Number.NaN, Number.NaN]
                : [group, Math.min(...numbers), Math.max(...numbers)],
            )
            expect(told.sort((a, b) => a[0] - b[0])).toEqual(expectedExtents.sort((a, b) => a[0] - b[0]))
          },
        ),
        { numRuns: runs ?? someOf(25), seed: 7 },
      )
    })

    it('classStatement gives every row what its class shows, which its cell and the digest of its number decide', async () => {
      await fc.assert(
        fc.asyncProperty(tables, fc.nat(1000), fc.boolean(), fc.boolean(), async (rows, seed, divides, tells) => {
          await load(rows)
          const counted = await count('category')
          const { recodes, groupsOf } = halves(counted)
          const answers = ['no', 'yes', null].filter((answer) => rows.some((row) => row[2] === answer))
          const cellOf = (row: Row) => [...groupsOf(row), ...(tells ? [answers.indexOf(row[2])] : [])].join()
          const cells = [...new Set(rows.map(cellOf))].sort()
          const groupings = recodes.map(({ codeGroups, labels }) => ({ codeGroups, groups: labels.length }))
          // Ranges that overlap: the first group, all codes, nothing.
          const last = groupings.map(({ codeGroups }) => [codeGroups.lastIndexOf(0), codeGroups.length - 1] as const)
          const ranges = last.map(([half, end], i) => ({
            low: Int32Array.from(
              [
                [0, 0, -1],
                [-1, 0, 0],
              ][i],
            ),
            high: Int32Array.from(
              [
                [half, end, -1],
                [-1, half, end],
              ][i],
            ),
          }))
          // Every third row of a divided cell is left out, the others take two classes.
          const moves = cells.flatMap((cell, c) => {
            const size = rows.filter((row) => cellOf(row) === cell).length
            if (!divides || size < 3) return [{ cell: c, output: c % 3, rows: size }]
            const third = Math.floor(size / 3)
            return [
              { cell: c, output: 1, rows: third },
              { cell: c, output: -1, rows: third },
              { cell: c, output: 0, rows: size - 2 * third },
            ]
          })
          const decision: ClassDecision = {
            groupings,
            target: tells ? 'answer' : undefined,
            outputs: { count: 3, ranges },
            cells: {
              count: cells.length,
              groups: [0, 1].map((i) => cells.map((cell) => Number(cell.split(',')[i]))),
              target: tells ? cells.map((cell) => Number(cell.split(',')[2])) : undefined,
            },
            moves: {
              count: moves.length,
              cell: Int32Array.from(moves, (move) => move.cell),
              output: Int32Array.from(moves, (move) => move.output),
              rows: Int32Array.from(moves, (move) => move.rows),
            },
          }
          const texts = answers.filter((answer) => answer !== null)
          await engine.uploadDictionary('own answers', texts)
          const request = {
            columns: ['letter', 'figure', 'n'],
            decision,
            encodings: counted.encodings,
            targetEncoding: tells
              ? {
                  kind: 'dictionary' as const,
                  column: 'answer',
                  dictionary: 'own answers',
                  texts,
                  codes: Int32Array.from(texts, (_, place) => place),
                  missing: answers.includes(null) ? texts.length : undefined,
                }
              : undefined,
            dropMissing: false,
            value: (column: string) => valueOrMissing(engine.dialect, column, missingValues),
            seed,
          }
          const shown = distinctRanges(decision)
          const labels = shown.map(({ low }, i) => [
            '?',
            ...Array.from(low, (_, place) => `it's "${i}, ${place}"\u001f`),
          ])
          for (const statement of [
            ...uploadCells(engine.dialect, decision),
            ...uploadOutputs(engine.dialect, decision, shown, labels),
          ])
            await engine.execute(statement)
          const outputOf = new Map<number, number>()
          cells.forEach((cell, c) => {
            const drawn = rows
              .flatMap((row, n) => (cellOf(row) === cell ? [n] : []))
              .sort((a, b) => (digest(seed, a) < digest(seed, b) ? -1 : 1))
            const own = moves.filter((move) => move.cell === c)
            const taken = own.flatMap((move) => new Array<number>(move.rows).fill(move.output))
            const divided = own.length > 1
            for (const [place, n] of drawn.entries()) outputOf.set(n, divided ? taken[place] : own[0].output)
          })
          const expected = rows.flatMap((_, n) => {
            const output = outputOf.get(n) as number
            return output < 0 ? [] : [[...shown.map(({ of }, i) => labels[i][of[output]]), String(n)]]
          })
          expect(await released(classStatement(engine.dialect, source, request), request.columns)).toEqual(expected)
          if (groupings[1].groups === 1) return
          await engine.execute(uploadRanges(engine.dialect, decision, shown, [1]))
          const told = await engine.query(shownNumbersStatement(engine.dialect, source, request, [1]))
          const numbers = new Map<number, number[]>()
          rows.forEach((row, n) => {
            const output = outputOf.get(n) as number
            if (output < 0) return
            const place = shown[1].of[output]
            const inside = place > 0 && groupsOf(row)[1] <= groupings[1].codeGroups[shown[1].high[place - 1]]
            const own = inside && !isMissing(row[1]) ? [Number(row[1])] : []
            numbers.set(place, [...(numbers.get(place) ?? []), ...own])
          })
          const extents = [...numbers].map(([place, own]) =>
            own.length === 0 ? [place, Number.NaN, Number.NaN] : [place, Math.min(...own), Math.max(...own)],
          )
          const found = Array.from(told.integers('range 1'), (place, row) => [
            place,
            told.numbers('low 1')[row],
            told.numbers('high 1')[row],
          ])
          expect(found.sort((a, b) => a[0] - b[0])).toEqual(extents.sort((a, b) => a[0] - b[0]))
        }),
        { numRuns: runs ?? someOf(30), seed: 7 },
      )
    })
  })
}

function digest(seed: number, row: number): string {
  return createHash('md5')
    .update(`${seed}.${row + 1}`)
    .digest('hex')
}

/** Each column in two groups of codes, or in one where there is one code only. */
function halves({ encodings, hierarchies }: CountedTable): {
  readonly recodes: readonly (ColumnRecode & { readonly encoding: CountedTable['encodings'][number] })[]
  readonly groupsOf: (row: Row) => [number, number]
} {
  const recodes = hierarchies.map(({ values }, i) => {
    const { codeGroups, groups } = groupingFromStarts(values.length > 1 ? [0, values.length >> 1] : [0], values.length)
    return { encoding: encodings[i], codeGroups, labels: [`"low", ${i}`, `it's high ${i}`].slice(0, groups) }
  })
  const groupOfValue = (i: number, value: string) => recodes[i].codeGroups[hierarchies[i].values.indexOf(value)]
  return {
    recodes,
    groupsOf: ([letter, figure]) => [
      groupOfValue(0, isMissing(letter) ? '(missing)' : (letter as string)),
      groupOfValue(1, isMissing(figure) ? '(missing)' : String(Number(figure))),
    ],
  }
}

async function suppress(
  engine: Engine,
  form: 'flagged' | 'listed' | 'unlisted' | 'none' | 'all',
  gone: readonly number[],
  rows: 'mask' | 'drop',
  recodes: readonly ColumnRecode[],
): Promise<Suppression> {
  if (form === 'none') return { classes: form }
  if (form === 'all') return { classes: form, rows }
  const { classes } = classKeys(recodes.map(({ labels }) => labels.length))
  const all = Array.from({ length: classes }, (_, key) => key)
  if (form === 'flagged')
    return { classes: form, flags: Uint8Array.from(all, (key) => Number(gone.includes(key))), rows }
  const texts = all.filter((key) => gone.includes(key) === (form === 'listed')).map(String)
  await engine.uploadDictionary('own classes', texts)
  return { classes: form, dictionary: 'own classes', keys: new Set(texts), rows }
}
