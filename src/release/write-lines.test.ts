import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scratchTables } from '../../test/scratch-tables.ts'
import { someOf } from '../../test/thorough.ts'
import { countCombinations } from '../frequency/count-combinations.ts'
import type { RecodeRequest } from '../recoding/recode-statement.ts'
import { type FileSink, type Sql, sql } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'
import type { Arrangement } from './arrange.ts'
import { writeHeldLines, writeLines } from './write-lines.ts'
import { writeRelease } from './write-release.ts'

const scratch = scratchTables()
const source = { kind: 'table', table: ['rows'] } as const
const anyText = fc.constantFrom(
  'x',
  'y',
  'a,b',
  'a;b',
  'say "no"',
  'two\nlines',
  '#1',
  '',
  '?',
  'Zoë',
  '日本',
  '9',
  '10',
)
const anyLabel = fc.constantFrom('A', 'B', '[1,2]', '"q"', '', 'Ä', '*', 'z\r', '#')

interface AnyRelease {
  readonly rows: readonly { readonly number: number; readonly kept: string | null; readonly other: string | null }[]
  readonly labels: readonly (readonly string[])[]
  readonly groupOf: readonly number[]
  readonly columns: readonly string[]
  readonly flags: Uint8Array | null
  readonly suppressedRows: 'mask' | 'drop'
  readonly order: Arrangement['order']
  readonly delimiter: string
}

const anyRow = fc.record({
  number: fc.nat({ max: 5 }),
  kept: fc.option(anyText),
  other: fc.option(anyText),
})
const anyRelease: fc.Arbitrary<AnyRelease> = fc.record({
  rows: fc.array(anyRow, { minLength: 1, maxLength: 30 }),
  labels: fc.tuple(
    fc.array(anyLabel, { minLength: 3, maxLength: 3 }),
    fc.array(anyLabel, { minLength: 2, maxLength: 2 }),
  ),
  groupOf: fc.array(fc.nat({ max: 2 }), { minLength: 3, maxLength: 3 }),
  columns: fc.shuffledSubarray(['a', 'b', 'kept', 'other'], { minLength: 1 }),
  flags: fc.option(fc.uint8Array({ minLength: 6, maxLength: 6, max: 1 })),
  suppressedRows: fc.constantFrom('mask' as const, 'drop' as const),
  order: fc.constantFrom('sorted' as const, 'source' as const),
  delimiter: fc.constantFrom(',', ';', '\t'),
})

async function storeRows(rows: AnyRelease['rows']): Promise<void> {
  const { dialect } = scratch.engine
  const values = rows.map(
    ({ number, kept, other }) => sql`(${number}, ${dialect.literal(kept)}, ${dialect.literal(other)})`,
  )
  const listed = `(VALUES ${values.join()}) AS given(number, kept, other)` as Sql
  await scratch.engine.execute(
    dialect.createTable(
      'rows',
      sql`SELECT CAST(number AS BIGINT) AS k, CAST(kept AS VARCHAR) AS kept, CAST(other AS VARCHAR) AS other FROM ${listed}`,
    ),
  )
}

const makeSink = (file: string, delimiter = ',') =>
  ({ file: join(scratch.folder, file), format: 'csv', delimiter, compression: 'none' }) as const

async function both(recode: RecodeRequest, order: Arrangement['order'], delimiter = ',') {
  const { engine } = scratch
  const arrangement = { order, spreadsheetSafe: false }
  const [plain, lines] = [makeSink('plain.csv', delimiter), makeSink('lines.csv', delimiter)]
  await writeRelease({ engine, source }, recode, plain, arrangement)
  const done = await writeLines({ engine, source }, recode, lines, arrangement, { worthIt: 0 })
  return { done, plain: readFileSync(plain.file, 'utf8'), lines: done ? readFileSync(lines.file, 'utf8') : '' }
}

function makeRecode({ columns, groupOf, labels, flags, suppressedRows }: AnyRelease): RecodeRequest {
  const digits = [
    { number: 'k', stride: 2, radix: 3 },
    { number: 'k', stride: 1, radix: 2 },
  ]
  return {
    columns,
    recodes: ['a', 'b'].map((column, i) => ({
      encoding: { kind: 'stored', column, digit: digits[i], codes: Int32Array.of(0, 1, 2).slice(0, 3 - i) },
      groupOf: i === 0 ? Int32Array.from(groupOf) : Int32Array.of(1, 0),
      labels: labels[i],
    })),
    suppression: flags === null ? { classes: 'none' } : { classes: 'flagged', flags, rows: suppressedRows },
    dropMissing: false,
    value: (column) => scratch.engine.dialect.identifier(column),
    suppressedLabel: '*',
  }
}

const plainRelease: AnyRelease = {
  rows: [],
  labels: [
    ['low', 'mid', 'high'],
    ['yes', 'no'],
  ],
  groupOf: [0, 1, 2],
  columns: ['a', 'kept', 'b'],
  flags: null,
  suppressedRows: 'mask',
  order: 'sorted',
  delimiter: ',',
}

describe('writeLines(rows)', () => {
  it('writes the bytes that the engine writes, in both orders', async () => {
    await fc.assert(
      fc.asyncProperty(anyRelease, async (release) => {
        await storeRows(release.rows)
        const { done, plain, lines } = await both(makeRecode(release), release.order, release.delimiter)
        expect(done).toBe(true)
        expect(lines).toBe(plain)
      }),
      { numRuns: someOf(160) },
    )
  })

  it.each(['sorted', 'source'] as const)(
    'writes lines of more bytes than are made at once, order: %s',
    async (order) => {
      const { engine } = scratch
      const kept = sql`CASE WHEN n < 150000 THEN 'most of the rows have this long text in common' ELSE 'others' END`
      const rows = sql`SELECT n // 70000 AS k, ${kept} AS kept FROM range(180000) AS counted(n)`
      await engine.execute(engine.dialect.createTable('rows', rows))
      const { done, plain, lines } = await both(makeRecode(plainRelease), order)
      expect(done).toBe(true)
      expect(lines === plain).toBe(true)
    },
  )

  it('leaves to the engine: many texts of a column, numbers, another form of file, few rows', async () => {
    const { engine } = scratch
    const recode = makeRecode(plainRelease)
    const arrangement = { order: 'sorted', spreadsheetSafe: false } as const
    const write = (more: Partial<FileSink> = {}, changes: Partial<Arrangement> = {}, worthIt = 0) =>
      writeLines(
        { engine, source },
        recode,
        { ...makeSink('none.csv'), ...more },
        { ...arrangement, ...changes },
        { worthIt },
      )
    const store = (kept: Sql) =>
      engine.execute(engine.dialect.createTable('rows', sql`SELECT 0 AS k, ${kept} AS kept FROM range(2000) AS t(n)`))
    await store(sql`'text ' || n`)
    expect(await write()).toBe(false)
    await store(sql`n % 3`)
    expect(await write()).toBe(false)
    await store(sql`'text'`)
    expect(await write({ compression: 'gzip' })).toBe(false)
    expect(await write({ lineEnd: '\r\n' })).toBe(false)
    expect(await write({ format: 'typed' })).toBe(false)
    expect(await write({}, { spreadsheetSafe: true })).toBe(false)
    expect(await write({}, {}, 2001)).toBe(false)
    expect(existsSync(makeSink('none.csv').file)).toBe(false)
    expect(await write()).toBe(true)
  })
})

const heldNames = ['a', 'b', 'kept', 'other']
const anyHeld = fc.record({
  rows: fc.array(
    fc.tuple(
      fc.constantFrom('x', 'y', 'z', '', '?'),
      fc.constantFrom('1', '2', ''),
      fc.constantFrom('p', 'q#', '', '?', 'é'),
      fc.constantFrom('10', '9', ' '),
    ),
    { minLength: 1, maxLength: 40 },
  ),
  missing: fc.constantFrom('drop' as const, 'category' as const),
  columns: fc.shuffledSubarray(heldNames, { minLength: 1 }),
  sensitive: fc.subarray(['kept', 'other']),
  groups: fc.array(fc.nat({ max: 2 }), { minLength: 8, maxLength: 8 }),
  labels: fc.array(anyLabel, { minLength: 6, maxLength: 6 }),
  flags: fc.option(fc.uint8Array({ minLength: 9, maxLength: 9, max: 1 })),
  suppressedRows: fc.constantFrom('mask' as const, 'drop' as const),
  order: fc.constantFrom('sorted' as const, 'source' as const),
})

describe('writeHeldLines(rows)', () => {
  it('writes the bytes that the engine writes from the source, in both orders', async () => {
    let written = 0
    await fc.assert(
      fc.asyncProperty(anyHeld, async ({ rows, missing, columns, sensitive, groups, labels, ...more }) => {
        const { engine } = scratch
        const { source } = await scratch.open(
          [heldNames, ['x', '2', '', ' '], ...rows].map((cells) => `${cells.join()}\n`).join(''),
        )
        const asked = {
          quasiIdentifiers: ['a', 'b'].map((column) => ({ column, hierarchy: { kind: 'prefix' } as const })),
          targets: [],
          sensitive,
          missing,
          missingValues: ['?'],
          keep: ['kept', 'other'],
          lines: true,
        }
        const { held, encodings, rowsMissing, hierarchies } = await countCombinations(engine, source, asked, {
          worthIt: 0,
        })
        if (held === undefined) throw new Error('the rows were not held')
        const recode: RecodeRequest = {
          columns,
          recodes: encodings.map((encoding, i) => ({
            encoding,
            groupOf: Int32Array.from(hierarchies[i].values, (_, code) => groups[4 * i + (code % 4)]),
            labels: labels.slice(3 * i, 3 * i + 3),
          })),
          suppression:
            more.flags === null
              ? { classes: 'none' }
              : { classes: 'flagged', flags: more.flags, rows: more.suppressedRows },
          dropMissing: rowsMissing > 0,
          value: (column) => valueOrMissing(engine.dialect, column, ['?']),
          suppressedLabel: '*',
        }
        const arrangement = { order: more.order, spreadsheetSafe: false }
        const [plain, lines] = [makeSink('plain.csv'), makeSink('lines.csv')]
        await writeRelease({ engine, source }, recode, plain, arrangement)
        expect(await writeHeldLines(held, recode, lines, arrangement)).toBe(true)
        expect(readFileSync(lines.file, 'utf8')).toBe(readFileSync(plain.file, 'utf8'))
        written++
      }),
      { numRuns: someOf(100) },
    )
    expect(written).toBeGreaterThan(0)
  })

  it.each([3, 20])(
    'counts lines by a list of all numbers, or after sorting them where there are too many: %s classes',
    async (classes) => {
      const { engine } = scratch
      const rows = Array.from({ length: 3000 }, (_, i) => `c${i % classes},t${(i * i) % 999},${i % 999}\n`)
      const { source } = await scratch.open(`a,kept,other\n${rows.join('')}`)
      const asked = {
        quasiIdentifiers: [{ column: 'a', hierarchy: { kind: 'prefix' } as const }],
        targets: [],
        missing: 'fail' as const,
        missingValues: [],
        keep: ['kept', 'other'],
        lines: true,
      }
      const { held, encodings } = await countCombinations(engine, source, asked, { worthIt: 0 })
      if (held === undefined) throw new Error('the rows were not held')
      const recode: RecodeRequest = {
        columns: ['a', 'kept', 'other'],
        recodes: [
          {
            encoding: encodings[0],
            groupOf: Int32Array.from({ length: classes }, (_, code) => code),
            labels: Array.from({ length: classes }, (_, group) => `l${group}`),
          },
        ],
        suppression: { classes: 'none' },
        dropMissing: false,
        value: (column) => engine.dialect.identifier(column),
        suppressedLabel: '*',
      }
      const arrangement = { order: 'sorted', spreadsheetSafe: false } as const
      const [plain, lines] = [makeSink('plain.csv'), makeSink('lines.csv')]
      await writeRelease({ engine, source }, recode, plain, arrangement)
      expect(await writeHeldLines(held, recode, lines, arrangement)).toBe(true)
      expect(readFileSync(lines.file, 'utf8') === readFileSync(plain.file, 'utf8')).toBe(true)
    },
  )

  it('leaves to the engine: a column that was not kept, another form of file', async () => {
    const held = { tuples: Int32Array.of(0), kept: [], codes: [Int32Array.of(0), Int32Array.of(0)] }
    const recode = makeRecode({ ...plainRelease, columns: ['a', 'kept'] })
    const arrangement = { order: 'source', spreadsheetSafe: false } as const
    expect(await writeHeldLines(held, recode, makeSink('left.csv'), arrangement)).toBe(false)
    const recoding = makeRecode({ ...plainRelease, columns: ['a'] })
    const other = { ...makeSink('left.csv'), compression: 'gzip' } as const
    expect(await writeHeldLines(held, recoding, other, arrangement)).toBe(false)
    expect(await writeHeldLines(held, recoding, makeSink('left.csv'), { ...arrangement, spreadsheetSafe: true })).toBe(
      false,
    )
    expect(existsSync(makeSink('left.csv').file)).toBe(false)
  })
})
