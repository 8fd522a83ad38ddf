import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scratchTables } from '../../test/scratch-tables.ts'
import { someOf } from '../../test/thorough.ts'
import { countCombinations } from '../frequency/count-combinations.ts'
import type { HeldRows } from '../frequency/group-rows.ts'
import { csvField } from '../ground/csv.ts'
import { classKeys, type RecodeRequest, type Suppression } from '../recoding/recode-statement.ts'
import { columnLines } from '../release/column-lines.ts'
import { writeRelease } from '../release/write-release.ts'
import { openSource } from '../sources/open-source.ts'
import type { Table } from '../sources/table.ts'
import { type FileSink, sql, textLiteral } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'
import { readTuples } from './read-tuples.ts'
import { type LinesForm, type ReleasedLines, writeLines } from './write-lines.ts'

const scratch = scratchTables()
const names = ['a', 'b', 'kept', 'other']
const anyLabel = fc.constantFrom('A', 'B', '[1,2]', '"q"', '', 'Ä', '*', 'z\r', '#')
const plainText = fc.constantFrom('p', 'q#', '', '?', 'é', '日本', ' ', '9', '10')
const quotedText = fc.oneof(plainText, fc.constantFrom('a,b', 'say "no"', 'two\nlines', '"'))

function tables(text: fc.Arbitrary<string>) {
  return fc.record({
    rows: fc.array(
      fc.tuple(
        fc.constantFrom('x', 'y', 'z', '', '?'),
        fc.constantFrom('1', '2', ''),
        text,
        fc.constantFrom('10', '9'),
      ),
      { minLength: 1, maxLength: 40 },
    ),
    missing: fc.constantFrom('drop' as const, 'category' as const),
    columns: fc.shuffledSubarray(names, { minLength: 1 }),
    sensitive: fc.subarray(['kept', 'other']),
    groups: fc.array(fc.nat({ max: 2 }), { minLength: 8, maxLength: 8 }),
    labels: fc.array(anyLabel, { minLength: 6, maxLength: 6 }),
    form: fc.constantFrom('none', 'all', 'flagged', 'listed', 'unlisted'),
    gone: fc.uint8Array({ minLength: 9, maxLength: 9, max: 1 }),
    suppressedRows: fc.constantFrom('mask' as const, 'drop' as const),
    order: fc.constantFrom('sorted' as const, 'source' as const),
    delimiter: fc.constantFrom(',', ';', '\t'),
  })
}

/** Writes the rows with numbers as such, and with empty texts beside missing ones. */
async function asParquet({ engine, source }: Table): Promise<Table> {
  const file = join(scratch.folder, 'any.parquet')
  const columns = sql`a, CAST(b AS INTEGER) AS b, COALESCE(kept, CASE WHEN b = '1' THEN '' END) AS kept, CAST(other AS
    BIGINT) AS other`
  await engine.execute(sql`COPY (SELECT ${columns} FROM ${engine.dialect.scan(source)}) TO ${textLiteral(file)}`)
  return openSource({ source: file, base: scratch.folder }, engine)
}

const makeSink = (file: string, delimiter = ',') =>
  ({ file: join(scratch.folder, file), format: 'csv', delimiter, compression: 'none' }) as const

async function suppress(form: string, gone: Uint8Array, rows: 'mask' | 'drop'): Promise<Suppression> {
  if (form === 'none') return { classes: form }
  if (form === 'all') return { classes: form, rows }
  if (form === 'flagged') return { classes: form, flags: gone, rows }
  const { text } = classKeys([3, 3])
  const keys = [...gone.keys()].filter((key) => (gone[key] === 1) === (form === 'listed'))
  const texts = keys.map((key) => text([Math.floor(key / 3), key % 3]))
  await scratch.engine.uploadDictionary('gone', texts)
  return { classes: form as 'listed' | 'unlisted', dictionary: 'gone', keys: new Set(texts), rows }
}

describe('writeLines(rows)', () => {
  it.each([
    ['plain', plainText, false],
    ['quoted', quotedText, false],
    ['columnar', quotedText, true],
  ] as const)('writes the bytes that the engine writes: %s cells', async (_, text, isColumnar) => {
    await fc.assert(
      fc.asyncProperty(tables(text), async ({ rows, missing, columns, sensitive, groups, labels, ...more }) => {
        const { engine } = scratch
        const { delimiter } = more
        const cell = (value: string) =>
          value.includes(delimiter) && delimiter !== ',' ? `"${value}"` : csvField(value)
        const lines = [names, ['x', '2', '', '9'], ...rows].map((cells) => `${cells.map(cell).join(delimiter)}\n`)
        const text = await scratch.open(lines.join(''), { delimiter, quote: '"' })
        const { source } = isColumnar ? await asParquet(text) : text
        const asked = {
          quasiIdentifiers: ['a', 'b'].map((column) => ({ column, hierarchy: { kind: 'prefix' } as const })),
          targets: [],
          sensitive,
          missing,
          missingValues: ['?'],
          keep: ['kept', 'other'],
          holds: true,
        }
        const { held, encodings, rowsMissing, hierarchies } = await countCombinations(engine, source, asked, {
          readTuples: (...words) => readTuples(words[0], words[1], words[2], { linesFrom: 0 }),
        })
        if (held === undefined) throw new Error('the rows were not held')
        const recode: RecodeRequest = {
          columns,
          recodes: encodings.map((encoding, i) => ({
            encoding,
            codeGroups: Int32Array.from(hierarchies[i].values, (_, code) => groups[4 * i + (code % 4)]),
            labels: labels.slice(3 * i, 3 * i + 3),
          })),
          suppression: await suppress(more.form, more.gone, more.suppressedRows),
          dropMissing: rowsMissing > 0,
          value: (column) => valueOrMissing(engine.dialect, column, ['?']),
          suppressedLabel: '*',
        }
        const arrangement = { order: more.order, spreadsheetSafe: false }
        const [plain, written] = [makeSink('plain.csv', delimiter), makeSink('lines.csv', delimiter)]
        await writeRelease({ engine, source }, recode, plain, arrangement)
        expect(await writeLines(columnLines(held, recode), written, arrangement)).toBe(true)
        expect(readFileSync(written.file, 'utf8')).toBe(readFileSync(plain.file, 'utf8'))
      }),
      { numRuns: someOf(80) },
    )
  })

  const count = 180_000
  const kept = {
    column: 'kept',
    places: Uint16Array.from({ length: count }, (_, row) => (row < 150_000 ? 1 : row % 3)),
    texts: [null, 'most of the rows have this long text in common', '10'],
  }
  const rows: HeldRows = { tuples: Int32Array.from({ length: count }, (_, row) => row % 7), kept: [kept] }
  const many: ReleasedLines = {
    columns: ['a', 'kept'],
    rows,
    classes: 7,
    classesOfRows: (from, to) => rows.tuples.slice(from, to).map((tuple) => tuple - 1),
    recoded: new Map([['a', { labels: ['x', 'y'], shown: Int32Array.of(0, 1, 1, 0, 1, 0, 1), inOrder: true }]]),
  }

  it.each(['sorted', 'source'] as const)('writes more bytes than are made at once, order: %s', async (order) => {
    const lines = Array.from({ length: count }, (_, row) => {
      const label = ['x', 'y', 'y', 'x', 'y', 'x'][(row % 7) - 1]
      return label === undefined ? [] : [[label, kept.texts[kept.places[row]] ?? '']]
    }).flat()
    if (order === 'sorted')
      lines.sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : Number(x === '') - Number(y === '') || (x < y ? -1 : 1)))
    const sink = makeSink('many.csv')
    expect(await writeLines(many, sink, { order, spreadsheetSafe: false })).toBe(true)
    const expected = `a,kept\n${lines.map((cells) => `${cells.join()}\n`).join('')}`
    expect(readFileSync(sink.file, 'utf8') === expected).toBe(true)
  })

  it('leaves to the engine: a column that was not kept, another form of file, numbers that are not exact', async () => {
    const write = (
      more: Partial<FileSink> = {},
      changes: Partial<LinesForm> = {},
      lines: Partial<ReleasedLines> = {},
    ) =>
      writeLines(
        { ...many, ...lines },
        { ...makeSink('none.csv'), ...more },
        { order: 'sorted', spreadsheetSafe: false, ...changes },
      )
    expect(await write({ compression: 'gzip' })).toBe(false)
    expect(await write({ lineEnd: '\r\n' })).toBe(false)
    expect(await write({ format: 'typed' })).toBe(false)
    expect(await write({}, { spreadsheetSafe: true })).toBe(false)
    expect(await write({}, {}, { columns: ['a', 'b'] })).toBe(false)
    const numbers = { ...kept, isNumber: true, texts: [null, '9007199254740993', '9007199254740992'] }
    expect(await write({}, {}, { rows: { ...rows, kept: [numbers] } })).toBe(false)
    expect(existsSync(makeSink('none.csv').file)).toBe(false)
    expect(await write()).toBe(true)
  })
})
