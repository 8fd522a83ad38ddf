import { readdirSync, readFileSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Dialect, join, ranges, rowsInOrder, sql, tableParts } from './dialect.ts'
import { duckdbDialect } from './duckdb.ts'

it('sql`…` puts safe parts and numbers together as they stand', () => {
  expect(sql`SELECT ${duckdbDialect.literal('\\n')} + ${-1.5} FROM ${join([sql`a`, sql`b`])}`).toBe(
    "SELECT '\\n' + -1.5 FROM a, b",
  )
})

describe('tableParts(path)', () => {
  it('reads names with and without quotes', () => {
    expect(tableParts('public.people')).toEqual(['public', 'people'])
    expect(tableParts('"My Schema"."a.""b"""')).toEqual(['My Schema', 'a."b"'])
    expect(tableParts('')).toEqual([])
  })

  it.each(['public.quo"te', 'public."people', 'a..b', '.people', '"a"b'])('refuses %s', (path) => {
    expect(() => tableParts(path)).toThrow('put quotes around')
  })
})

describe('ranges(value, starts, results)', () => {
  it('is a balanced tree of comparisons', () => {
    expect(ranges(sql`n`, [sql`3`, sql`7`], [sql`'a'`, sql`'b'`, sql`'c'`])).toBe(
      "CASE WHEN n < 7 THEN CASE WHEN n < 3 THEN 'a' ELSE 'b' END ELSE 'c' END",
    )
    expect(ranges(sql`n`, [], [sql`'a'`])).toBe("'a'")
  })

  it('finds the same range as a plain look, in log₂ comparisons', () => {
    const starts = fc.uniqueArray(fc.nat(200), { maxLength: 40 }).map((list) => list.sort((a, b) => a - b))
    fc.assert(
      fc.property(starts, fc.nat(220), (starts, value) => {
        const text = ranges(
          sql`n`,
          starts.map((start) => sql`${start}`),
          Array.from({ length: starts.length + 1 }, (_, i) => sql`r${i}`),
        )
        const { result, comparisons } = walk(text, value)
        expect(result).toBe(`r${starts.filter((start) => value >= start).length}`)
        expect(comparisons).toBeLessThanOrEqual(Math.ceil(Math.log2(starts.length + 1)))
      }),
    )
  })
})

function walk(text: string, value: number): { result: string; comparisons: number } {
  const words = text.split(/\s+/)
  let at = 0
  let comparisons = 0
  const read = (taken: boolean): string => {
    if (words[at] !== 'CASE') return words[at++]
    const start = Number(words[at + 4])
    if (taken) comparisons++
    at += 6
    const below = read(taken && value < start)
    at++
    const others = read(taken && value >= start)
    at++
    return value < start ? below : others
  }
  return { result: read(true), comparisons }
}

describe('rowsInOrder(dialect, source)', () => {
  const source = { kind: 'table', table: ['people'], key: ['id', 'day'] } as const
  const other: Dialect = { ...duckdbDialect, keepsOrder: false }

  it('is the source alone where the engine keeps the order', () => {
    expect(rowsInOrder(duckdbDialect, source)).toEqual({ from: '"people"', carried: [], orderBy: '' })
  })

  it('numbers rows by the key where it does not', () => {
    expect(rowsInOrder(other, source)).toEqual({
      from:
        '(SELECT *, (row_number() OVER (ORDER BY "id", "day") - 1) AS "halftone row" FROM "people") AS ' +
        'halftone_source',
      carried: ['"halftone row"'],
      orderBy: ' ORDER BY "halftone row"',
    })
  })

  it('takes numbers that are in the table already', () => {
    const numbered = { kind: 'table', table: ['kept'], key: ['halftone row'] } as const
    expect(rowsInOrder(other, numbered)).toMatchObject({ from: '"kept"', carried: ['"halftone row"'] })
  })
})

it('only sql/ turns a text into Sql', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^sql[\\/]/.test(file),
  )
  const wrong = files.filter((file) => /\bas (unknown as )?Sql\b/.test(readFileSync(joinPath('src', file), 'utf8')))
  expect(wrong).toEqual([])
})
