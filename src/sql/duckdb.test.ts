import { describe, expect, it } from 'vitest'
import { sql } from './dialect.ts'
import { copyToFile, duckdbDialect } from './duckdb.ts'

const { identifier, literal, scan, choose } = duckdbDialect

it('identifier(…path) quotes every part', () => {
  expect(identifier('a "b"', 'c.d')).toBe('"a ""b"""."c.d"')
})

describe('literal(value)', () => {
  it.each([
    [null, 'NULL'],
    [true, 'TRUE'],
    [-7, '-7'],
    [0.1, '1e-1'],
    [2 ** 60, '1.152921504606847e+18'],
    ["it's; --", "'it''s; --'"],
    ['\\', "'\\'"],
    ['a\0b', "'a' || chr(0) || 'b'"],
  ])('%j is %s', (value, text) => expect(literal(value)).toBe(text))

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('%d is refused', (value) => {
    expect(() => literal(value)).toThrow(RangeError)
  })
})

describe('scan(source)', () => {
  it('takes letters of a file name for letters, not for patterns', () => {
    const reader = { name: 'read_parquet', options: { union_by_name: false } }
    expect(scan({ kind: 'files', files: ["/data/it's [1]*.parquet"], format: 'reader', reader })).toBe(
      "read_parquet(['/data/it''s [[]1][*].parquet'], union_by_name = FALSE)",
    )
  })

  it('leaves nothing of a delimited file to a guess', () => {
    const csv = {
      delimiter: ';',
      quote: "'",
      headerLine: true,
      columns: ['a b'],
      skip: 2,
      encoding: 'latin-1',
    } as const
    const text = scan({ kind: 'files', files: ['/a.csv'], format: 'csv', csv })
    for (const part of [
      'auto_detect = false',
      "columns = {'a b': 'VARCHAR'}",
      "delim = ';'",
      "quote = ''''",
      'skip = 2',
    ])
      expect(text).toContain(part)
    expect(() => scan({ kind: 'files', files: ['/a.csv'], format: 'csv' })).toThrow(TypeError)
  })
})

it('choose(number, texts) is of an ENUM type, unless that would be large or cannot hold a text', () => {
  expect(choose(sql`n`, ['a', 'b', 'a'])).toBe("list_extract(CAST(['a', 'b', 'a'] AS ENUM ('a', 'b')[]), n + 1)")
  expect(choose(sql`n`, ['\0'])).not.toContain('ENUM')
  expect(choose(sql`n`, new Array(1001).fill('a'))).not.toContain('ENUM')
})

it('copyToFile(select, sink) names the form of the file', () => {
  const sink = { file: "/it's.csv", format: 'csv', delimiter: '\t', compression: 'gzip' } as const
  expect(copyToFile(sql`SELECT 1`, sink)).toBe(
    "COPY (SELECT 1) TO '/it''s.csv' (FORMAT csv, HEADER true, DELIMITER '\t', COMPRESSION 'gzip', USE_TMP_FILE false)",
  )
  expect(
    copyToFile(sql`SELECT 1`, { ...sink, format: 'typed', options: { FORMAT: 'parquet', COMPRESSION: 'zstd' } }),
  ).toContain("(FORMAT 'parquet', COMPRESSION 'zstd', USE_TMP_FILE false)")
})
