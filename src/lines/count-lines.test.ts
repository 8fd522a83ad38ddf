import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scratchTables } from '../../test/scratch-tables.ts'
import { someOf } from '../../test/thorough.ts'
import type { FileSource } from '../sql/dialect.ts'
import { sql } from '../sql/dialect.ts'
import { countLines, type DifferentLines } from './count-lines.ts'

const scratch = scratchTables()
const csv = { delimiter: ',', quote: '"', headerLine: true, columns: ['a', 'b'], skip: 0, encoding: 'utf-8' } as const

async function reduced(text: string, form: Partial<FileSource['csv']> = {}): Promise<DifferentLines | undefined> {
  writeFileSync(joinPath(scratch.folder, 'any.csv'), text)
  const into = joinPath(scratch.folder, 'reduced.csv')
  rmSync(into, { force: true })
  return countLines({ source: { ...file(), csv: { ...csv, ...form } }, reduced: into, times: 'times' })
}

const file = (): FileSource => ({ kind: 'files', files: [joinPath(scratch.folder, 'any.csv')], format: 'csv', csv })

async function readRows(source: FileSource, times: string, grouping = 'GROUP BY a, b'): Promise<unknown> {
  const { dialect } = scratch.engine
  try {
    const answer = await scratch.engine.query(
      sql`SELECT a, b, ${dialect.wholeNumber(sql`${times as never}`)} AS n FROM ${dialect.scan(source)}
        ${grouping as never} ORDER BY a NULLS FIRST, b NULLS FIRST`,
    )
    const [a, b, n] = [answer.texts('a'), answer.texts('b'), answer.numbers('n')]
    return a.map((cell, i) => [cell, b[i], n[i]])
  } catch {
    return 'refused'
  }
}

const counted = ({ source, distinct }: DifferentLines) =>
  distinct ? readRows(source, 'CAST(times AS BIGINT)', '') : readRows(source, 'SUM(CAST(times AS BIGINT))')

const quoted = (cell: string) => (/[",\n\r]/.test(cell) || cell === '' ? `"${cell.replaceAll('"', '""')}"` : cell)
const anyCell = fc.oneof(
  fc.constantFrom('x', 'y', '', '[1,2]', 'a "b"', 'Zoë', '日本', '#1', ' ', '*'),
  fc.string({ unit: fc.constantFrom('a', '"', ',', 'é', ' '), maxLength: 40 }),
)

describe('countLines(file)', () => {
  it('has every row as often as the engine finds it, quoted as the engine quotes', async () => {
    const anyRow = fc.tuple(anyCell, anyCell, fc.boolean(), fc.integer({ min: 1, max: 12 }))
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { maxLength: 8 }), fc.boolean(), async (rows, isEnded) => {
        const lines = rows.flatMap(([a, b, isMissing, times]) =>
          Array.from({ length: times }, () => `${quoted(a)},${isMissing ? '' : quoted(b)}`),
        )
        const found = await reduced(`a,b\n${lines.join('\n')}${isEnded && lines.length > 0 ? '\n' : ''}`)
        expect(found).toBeDefined()
        expect(await counted(found as DifferentLines)).toEqual(await readRows(file(), 'COUNT(*)'))
      }),
      { numRuns: someOf(40) },
    )
  })

  it('of any text: the rows that the engine finds, or nothing', async () => {
    const anyText = fc.string({
      unit: fc.constantFrom('x', ',', ',', '"', '"', '\n', '\n', '\r', '\0', 'é'),
      maxLength: 24,
    })
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const found = await reduced(`a,b\n${text}`)
        if (found !== undefined) expect(await counted(found)).toEqual(await readRows(file(), 'COUNT(*)'))
      }),
      { numRuns: someOf(300) },
    )
  })

  it('counts lines that go over the end of what is read at once', async () => {
    const long = 'x'.repeat(99_991)
    const lines = Array.from({ length: 130 }, (_, i) => (i % 3 === 0 ? `${long},1` : `${'y'.repeat(i)},2`))
    const found = (await reduced(`a,b\n${lines.join('\n')}\n`)) as DifferentLines
    expect(await counted(found)).toEqual(await readRows(file(), 'COUNT(*)'))
  })

  it.each([
    ['a cell over two lines', 'a,b\n"1\n2",3\n', {}],
    ['other ends of lines', 'a,b\r\n1,2\r\n', {}],
    ['a line with a cell too many', 'a,b\n1,2,3\n', {}],
    ['a byte order mark', '\ufeffa,b\n1,2\n', {}],
    ['another encoding', 'a,b\n1,2\n', { encoding: 'latin-1' }],
    ['lines before the names', 'a,b\n1,2\n', { skip: 1 }],
    ['a file without names', '1,2\n1,2\n', { headerLine: false }],
  ] as const)('is nothing for %s, and leaves no file', async (_, text, form) => {
    expect(await reduced(text, form)).toBeUndefined()
    expect(existsSync(joinPath(scratch.folder, 'reduced.csv'))).toBe(false)
  })

  it('says where a row may be written in two ways', async () => {
    const found = (await reduced('a,b\nx,1\n"x",1\n')) as DifferentLines
    expect(found.distinct).toBe(false)
    expect(await counted(found)).toEqual([['x', '1', 2]])
    expect(await reduced('a,b\nx,"[1,2]"\n,"[1,2]"\n')).toMatchObject({ distinct: true })
  })

  it('takes other signs', async () => {
    const found = await reduced("a;b\n'x;y';1\n'x;y';1\n", { delimiter: ';', quote: "'" })
    expect(await counted(found as DifferentLines)).toEqual([['x;y', '1', 2]])
  })
})
