import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { scratchTables } from '../../test/scratch-tables.ts'
import { someOf } from '../../test/thorough.ts'
import { countRows } from '../engines/figures.ts'
import { makeRequirement } from '../requirements/index.ts'
import { openSource } from '../sources/open-source.ts'
import type { Table } from '../sources/table.ts'
import { join as joinSql, sql } from '../sql/dialect.ts'
import { measureAttributes, measureLearned } from './attribute-risk.ts'
import { measureExposure } from './exposure.ts'
import { readOnce } from './read-once.ts'
import { verifyRows } from './verify-rows.ts'

const scratch = scratchTables()
const header = 'a,b,ill,who'
const anyRow = fc.tuple(
  fc.constantFrom('*', 'x', 'y', ''),
  fc.constantFrom('*', '1', '2'),
  fc.constantFrom('flu', 'cold', '?', ''),
  fc.constantFrom('p', 'q', 'r'),
)
const anyRows = fc.array(fc.tuple(anyRow, fc.integer({ min: 2, max: 4 })), { minLength: 1, maxLength: 8 })

it('readOnce(file): rows that are the same become one, and everything that is counted is the same', async () => {
  await fc.assert(
    fc.asyncProperty(anyRows, fc.boolean(), fc.boolean(), async (rows, ofPersons, byClass) => {
      const lines = rows.flatMap(([cells, times]) => Array.from({ length: times }, () => cells.join()))
      const file = await scratch.open(`${header}\n${lines.join('\n')}\n`)
      const plain = await countAll(file, ofPersons, lines.length)
      const quasiIdentifiers = byClass ? ['a', 'b'] : []
      const { release, counted } = await readOnce(file, { linesFrom: 0, quasiIdentifiers })
      expect('classes' in counted).toBe(byClass)
      expect('times' in counted).toBe(true)
      expect(release).toBe(file)
      expect(rounded(await countAll(counted, ofPersons, lines.length))).toEqual(rounded(plain))
    }),
    { numRuns: someOf(24) },
  )
})

it('readOnce(file): a columnar file is counted by classes, and everything that is counted is the same', async () => {
  await fc.assert(
    fc.asyncProperty(anyRows, fc.boolean(), async (rows, ofPersons) => {
      const lines = rows.flatMap(([cells, times]) => Array.from({ length: times }, () => cells.join()))
      const text = await scratch.open(`${header}\n${lines.join('\n')}\n`)
      const { engine, folder } = scratch
      const parquet = engine.dialect.literal(join(folder, 'any.parquet'))
      await engine.execute(sql`COPY (SELECT * FROM ${engine.dialect.scan(text.source)}) TO ${parquet} (FORMAT parquet)`)
      const file = await openSource({ source: 'any.parquet', base: folder }, engine)
      const plain = await countAll(file, ofPersons, lines.length)
      const { counted } = await readOnce(file, { linesFrom: 0, quasiIdentifiers: ['a', 'b'] })
      expect('classes' in counted).toBe(true)
      expect(rounded(await countAll(counted, ofPersons, lines.length))).toEqual(rounded(plain))
    }),
    { numRuns: someOf(12) },
  )
})

it('readOnce(file): rows that hardly repeat are loaded one by one, and all counts are the same', async () => {
  await fc.assert(
    fc.asyncProperty(anyRows, fc.boolean(), async (rows, ofPersons) => {
      const lines = rows.flatMap(([[a, b, ill]], i) => [i, i + 0.5].map((who) => `"${a},${a}","${b}",${ill},${who}`))
      const file = await scratch.open(`${header}\n${lines.join('\n')}\n`)
      const plain = await countAll(file, ofPersons, lines.length)
      const { release, counted } = await readOnce(file, { linesFrom: 0 })
      expect(counted).toBe(release)
      expect(release.source).toEqual({ kind: 'table', table: ['halftone released'] })
      expect(rounded(await countAll(counted, ofPersons, lines.length))).toEqual(rounded(plain))
    }),
    { numRuns: someOf(12) },
  )
})

it('readOnce(file): a column called rowid, among the classes or beside them', async () => {
  const lines = Array.from({ length: 40 }, (_, i) => `${i % 2},${i % 4},${i % 5}`)
  const file = await scratch.open(`rowid,__proto__,r\n${lines.join('\n')}\n`)
  for (const quasiIdentifiers of [['rowid'], ['__proto__'], ['r', 'rowid']]) {
    const { counted } = await readOnce(file, { linesFrom: 0, quasiIdentifiers })
    expect('classes' in counted).toBe(true)
    const count = async (rows: typeof counted) => {
      const others = ['rowid', '__proto__', 'r'].map((column) => ({ column, role: 'other' }))
      const { columns, exposed } = await measureExposure(rows, { quasiIdentifiers, others, people: 40 })
      const requirements = [makeRequirement('k-anonymity', 9)]
      const verified = await verifyRows(rows, { quasiIdentifiers, requirements, suppressedGroup: 'exempt' })
      return { columns, exposed, verified }
    }
    expect(await count(counted)).toEqual(await count(file))
  }
})

it('readOnce(file): equal lines are equal rows, whatever is in their cells', async () => {
  const hard = ['*', '', '"x,y"', '"say ""hi"""', '"two\nlines"', 'a\u0001b', 'a\u0001c', 'é', ' ', '"\r"', '""']
  const anyCell = fc.constantFrom(...hard)
  const anyLine = fc.tuple(anyCell, anyCell, anyCell, anyCell).map((cells) => cells.join())
  const anyLines = fc.array(fc.tuple(anyLine, fc.integer({ min: 2, max: 5 })), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(anyLines, fc.constantFrom('\n', '\r\n'), async (lines, end) => {
      const rows = lines.flatMap(([line, times]) => Array.from({ length: times }, () => line))
      const file = await scratch.open(`${[header, ...rows].join(end)}${end}`)
      const plain = await countAll(file, false, rows.length)
      const { counted } = await readOnce(file, { linesFrom: 0, quasiIdentifiers: ['a', 'b'] })
      expect('times' in counted).toBe(true)
      expect(rounded(await countAll(counted, false, rows.length))).toEqual(rounded(plain))
    }),
    { numRuns: someOf(40) },
  )
})

/** Weights of persons are summed in another order. */
function rounded(counted: object): unknown {
  return JSON.parse(
    JSON.stringify(counted, (_, value) => (typeof value === 'number' ? Number(value.toFixed(9)) : value)),
  )
}

async function countAll(table: Parameters<typeof verifyRows>[0], ofPersons: boolean, rows: number) {
  const quasiIdentifiers = ['a', 'b']
  const request = { quasiIdentifiers, columns: ['ill'], missingValues: ['?'], overall: new Map() }
  const others = ['ill', 'who'].map((column) => ({ column, role: column === 'who' ? 'pseudonym' : 'other' }))
  return {
    verification: await verifyRows(table, {
      quasiIdentifiers,
      requirements: [makeRequirement('k-anonymity', 3), makeRequirement('t-closeness', { t: 0.2, column: 'ill' })],
      suppressedGroup: 'exempt',
      rows,
      pseudonyms: [{ column: 'who', format: 'hex', length: 8 }],
      persons: ofPersons ? { column: 'who' } : undefined,
    }),
    exposure: await measureExposure(table, { quasiIdentifiers, others, people: rows }),
    attributes: await measureAttributes(table, request),
    learned: await measureLearned(table, request),
  }
}

it('readOnce(file): the cells are those of the file, also with more texts than a byte can number', async () => {
  const lines = Array.from({ length: 5000 }, (_, i) => `${i % 700},${i % 3 === 0 ? '' : i % 255},,${i}`)
  const file = await scratch.open(`${header}\n${lines.join('\n')}\n`)
  const { release } = await readOnce(file, { linesFrom: 0 })
  const { engine } = file
  const names = header.split(',')
  const cells = joinSql(names.map((name) => engine.dialect.text(engine.dialect.identifier(name))))
  const select = (table: Table) => sql`SELECT ${cells} FROM ${engine.dialect.scan(table.source)}`
  const differing = sql`((${select(file)}) EXCEPT ALL (${select(release)})) AS differing`
  expect(await countRows(engine, differing)).toBe(0)
  expect(await countRows(engine, engine.dialect.scan(release.source))).toBe(5000)
})
