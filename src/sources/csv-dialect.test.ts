import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { detectCsvDialect } from './csv-dialect.ts'

const folder = mkdtempSync(join(tmpdir(), 'halftone-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
function fileWith(content: string | Uint8Array, ending = '.csv'): string {
  const file = join(folder, `${++files}${ending}`)
  writeFileSync(file, content)
  return file
}

const detect = (content: string | Uint8Array, hints: Parameters<typeof detectCsvDialect>[1] = {}, ending?: string) =>
  detectCsvDialect([fileWith(content, ending)], hints).csv

describe('detectCsvDialect', () => {
  it.each([
    ['a,b,c\n', ',', ['a', 'b', 'c']],
    ['a;b,b;c\n', ';', ['a', 'b,b', 'c']],
    ['a\tb b\tc\r\n1\t2\t3', '\t', ['a', 'b b', 'c']],
    ['a|b\n', '|', ['a', 'b']],
    ['a, b, c\n', ', ', ['a', 'b', 'c']],
    ['a, b,c\n', ',', ['a', ' b', 'c']],
    ['"a,a";b\n', ';', ['a,a', 'b']],
    ['"a;a;a;a",b\n', ',', ['a;a;a;a', 'b']],
    ['"a ""x""",b', ',', ['a "x"', 'b']],
    ['"two\nlines",b\n1,2\n', ',', ['two\nlines', 'b']],
    ['alone\n1\n', ',', ['alone']],
    ['\uFEFFa,b\n', ',', ['a', 'b']],
    ['a,b\r1,2\r', ',', ['a', 'b']],
  ])('%j: delimiter %j, names %j', (content, delimiter, columns) => {
    expect(detect(content)).toMatchObject({
      delimiter,
      columns,
      headerLine: true,
      quote: '"',
      skip: 0,
      encoding: 'utf-8',
    })
  })

  it('takes what is shown over what it would guess', () => {
    expect(detect('a;b,c\n', { delimiter: ',' }).columns).toEqual(['a;b', 'c'])
    expect(detect("'a,a',b\n", { quote: "'" }).columns).toEqual(['a,a', 'b'])
    expect(detect('x\ny\na,b\n', { skip: 2 }).columns).toEqual(['a', 'b'])
    expect(detect('a,b\tc\n', { delimiter: '\t' }).columns).toEqual(['a,b', 'c'])
    expect(detect('1,2\n', { header: false })).toMatchObject({ columns: ['column1', 'column2'], headerLine: false })
    expect(detect('1,2\n', { header: ['x', 'y'] })).toMatchObject({ columns: ['x', 'y'], headerLine: false })
  })

  it('reads other encodings and compressed files', () => {
    expect(detect(Buffer.from('größe,b\n', 'latin1'), { encoding: 'latin-1' }).columns).toEqual(['größe', 'b'])
    expect(detect(Buffer.from('\uFEFFgröße,b\n', 'utf16le'), { encoding: 'utf-16' }).columns).toEqual(['größe', 'b'])
    expect(detect(gzipSync(`a;b\n${'1;2\n'.repeat(500_000)}`), {}, '.csv.gz').columns).toEqual(['a', 'b'])
  })

  it('names that stand twice get a number, and that is said', () => {
    const { csv, warnings } = detectCsvDialect([fileWith('a,b,A,a_2,a\n', '.csv')], {})
    expect(csv.columns).toEqual(['a', 'b', 'A_3', 'a_2', 'a_4'])
    expect(warnings).toEqual([expect.stringContaining('are called "A_3", "a_4"')])
  })

  it('names columns without a name by their place, as row numbers of R and pandas are', () => {
    const { csv, warnings } = detectCsvDialect([fileWith('"","column3",,x\n1,2,3,4\n')], {})
    expect(csv.columns).toEqual(['column1', 'column3', 'column3_2', 'x'])
    expect(warnings).toEqual([
      expect.stringContaining('are called "column3_2"'),
      expect.stringContaining('columns without a name, as row numbers often are; called "column1", "column3"'),
    ])
  })

  it.each([
    ['1,2\n', { header: ['x', ''] }, 'column 2 has no name'],
    ['1,2\n', { header: ['x'] }, 'names 1 columns, but the first line'],
    ['1,2\n', { header: ['x', 'x'] }, 'both named "x"'],
    ['a\n', { skip: 3 }, 'no line after the 3 that data.skip leaves out'],
    ['"two\nlines",b\r\n1,2\r\n', {}, 'inside quotes in the first line is LF, but the line ends in CR LF'],
    ['a,b\r\n1,2\n', {}, 'line 1 ends in CR LF, line 2 in LF; lines must all end alike'],
    ['a,b\n"x\r\ny",2\n3,4\r\n', {}, 'line 1 ends in LF, line 3 in CR LF'],
    [Buffer.from('a,b\n', 'utf16le'), {}, 'NUL bytes; set data.encoding: utf-16'],
  ] as [string | Uint8Array, Parameters<typeof detectCsvDialect>[1], string][])(
    'refuses %j with %j',
    (content, hints, message) => {
      expect(() => detect(content, hints)).toThrow(message)
    },
  )

  it('line breaks of another kind may stand inside quotes after the first line', () => {
    expect(detect('a,b\n"x\r\ny",2\n"say ""\r""",4\n').columns).toEqual(['a', 'b'])
    expect(detect("a,b\r\n'x\ny',2\r\n", { quote: "'" }).columns).toEqual(['a', 'b'])
  })

  it('refuses files with other header lines, by name', () => {
    const [one, two] = [fileWith('a,b\n1,2\n'), fileWith('b,a\n1,2\n')]
    expect(() => detectCsvDialect([one, two], {})).toThrow(`${two} has other columns (b, a) than ${one} (a, b)`)
    expect(detectCsvDialect([one, one], {}).csv.columns).toEqual(['a', 'b'])
  })
})
