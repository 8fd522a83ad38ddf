/**
 * Texts of 50,000 characters of one kind, in cells, names, files and keys: whatever reads them takes steps by the length, not by its square, or
 * this file does not end in time. Regular expressions are the usual way to get that wrong: two parts beside each other that both take blanks.
 */
import { expect, it } from 'vitest'
import { csvRecords } from '../../src/ground/csv.ts'
import { DATE_FORMATS, dateReader } from '../../src/hierarchy/date-format.ts'
import { readRange } from '../../src/hierarchy/ends/range-label.ts'
import { parseNumber } from '../../src/hierarchy/number.ts'
import { naturalCompare, proposeTaxonomy } from '../../src/hierarchy/propose-taxonomy.ts'
import { decimalMark } from '../../src/init/roles/decimal-mark.ts'
import { asWritten, nameWords } from '../../src/init/roles/name-words.ts'
import { proposeRoles } from '../../src/init/roles/propose-roles.ts'
import { parseQueries } from '../../src/metrics/workload/table-query-text.ts'
import { fileWord } from '../../src/report/study/study-pictures.ts'
import { titleLines } from '../../src/sources/formats/delimited.ts'
import { readDuration } from '../../src/table/duration.ts'

const long = 50_000
const between = [
  ' ',
  '1',
  '0',
  'a',
  'A',
  ',',
  ';',
  '.',
  '-',
  '"',
  '""',
  '\n',
  '\r\n',
  '1 ',
  'a ',
  'a.',
  '1.',
  '1,',
  '.a',
  '@',
  '/',
  '*',
  '$',
  '[',
  '=',
  "'",
]
const around = [
  ['', ''],
  ['a', '!'],
  ['1', '1'],
  ['[', '\n]'],
  ['"', '"x'],
  ['a@', ' '],
  ['a in [', ']'],
] as const
const texts = between.flatMap((part) =>
  around.map(([before, after]) => `${before}${part.repeat(long / part.length)}${after}`),
)

const profile = (name: string, value: string) => ({
  name,
  type: 'text',
  values: [value, 'b'],
  counts: Uint32Array.of(1, 1),
  rows: 2,
  missingCount: 0,
})
/** Refusing is an answer. */
const answered = (read: () => unknown) => {
  try {
    read()
  } catch (error) {
    expect((error as Error).name).toBe('UserError')
  }
}

it('a cell of 50,000 characters is read in steps by its length', () => {
  const readers = DATE_FORMATS.map((format) => dateReader('born', format))
  for (const text of texts) {
    parseNumber(text)
    readRange(text)
    decimalMark([text])
    naturalCompare(text, text.slice(1))
    for (const read of readers) expect(read(text)).toBeUndefined()
    proposeRoles([profile('age', text)])
    proposeTaxonomy([text, `${text}b`, `${text}c`, 'b'])
    titleLines(text)
  }
})

it('names, keys and queries of 50,000 characters too', () => {
  for (const text of texts) {
    nameWords(text)
    fileWord(text)
    answered(() => readDuration(text, 'limits.time'))
    answered(() => parseQueries(text))
    answered(() => csvRecords(text, 'table.csv'))
  }
  expect(asWritten(`${'x'.repeat(long / 10)}Ålder`, 'alder')).toBe('ålder')
})

it('a format of dates has each part once', () => {
  expect(() => dateReader('born', `${'%b'.repeat(8)}%Y`)).toThrow(/each part of a date once/)
  expect(() => dateReader('born', `%Y%m${' '.repeat(long)}`)).toThrow(/at most 100 characters/)
})
