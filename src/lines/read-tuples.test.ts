import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratchTables } from '../../test/scratch-tables.ts'
import { TooManyCombinations } from '../frequency/group-rows.ts'
import { openSource } from '../sources/open-source.ts'
import { join as joinSql, type Sql, sql, textLiteral } from '../sql/dialect.ts'
import { readTuples } from './read-tuples.ts'

const scratch = scratchTables()
const ROWS = 30_000

/** Five columns of 3,000 values need two numbers per row. Rows after the first 20,000 have values of their own. */
async function openRows() {
  const { engine, folder } = scratch
  const file = join(folder, 'rows.parquet')
  const keys = [0, 1, 2, 3, 4].map((i) => `CASE WHEN n % 11 = ${i} THEN NULL ELSE n * ${7 + i} % 3000 END AS k${i}`)
  const late = "CASE WHEN n > 25000 AND n % 5 = 0 THEN 'late ' || n % 3 ELSE 'early' END AS late"
  const kept = "CASE WHEN n % 9 = 0 THEN NULL WHEN n > 28000 THEN 'k' || n % 100 ELSE '' END AS kept, n % 4 AS small"
  const all = [...keys, late, kept].join() as Sql
  await engine.execute(sql`COPY (SELECT ${all} FROM range(${ROWS}) AS t(n)) TO ${textLiteral(file)}`)
  return openSource({ source: file, base: folder }, engine)
}

describe('readTuples of a columnar file', () => {
  const columns = ['k0', 'k1', 'k2', 'k3', 'k4', 'late'].map((column) => ({ column }))
  const request = { columns, missingValues: [], keep: ['kept', 'small'] }

  it('numbers tuples and kept texts as the rows have them, also texts that the first rows do not have', async () => {
    const table = await openRows()
    const { engine, source } = table
    const grouped = await readTuples(engine, source, request, { linesFrom: 0 })
    const { held } = grouped ?? {}
    if (grouped === undefined || held === undefined) throw new Error('the rows were not held')
    const names = [...columns.map(({ column }) => column), 'kept', 'small']
    const texts = names.map(
      (name) => sql`CAST(${engine.dialect.identifier(name)} AS VARCHAR) AS
      ${engine.dialect.identifier(name)}`,
    )
    const rows = await engine.query(sql`SELECT ${joinSql(texts)} FROM
      ${engine.dialect.scan(source)}`)
    const told = Array.from(held.tuples, (tuple, row) => [
      ...grouped.columns.map(({ places, texts }) => (places[tuple] < 0 ? null : texts[places[tuple]])),
      ...held.kept.map(({ places, texts }) => texts[places[row]]),
    ])
    const read = names.map((name) => rows.texts(name))
    const actual = Array.from({ length: ROWS }, (_, row) => read.map((column) => column[row]))
    expect(told).toEqual(actual)
    const keys = actual.map((row) => row.slice(0, columns.length).join())
    expect(grouped.counts.length).toBe(new Set(keys).size)
    expect(grouped.counts.reduce((sum, count) => sum + count, 0)).toBe(ROWS)
    expect(held.kept.map(({ isNumber }) => isNumber)).toEqual([false, true])
  })

  it('leaves small files and requests without kept columns to the engine, and refuses too many tuples', async () => {
    const { engine, source } = await openRows()
    expect(await readTuples(engine, source, request)).toBeUndefined()
    expect(await readTuples(engine, source, { ...request, keep: undefined }, { linesFrom: 0 })).toBeUndefined()
    await expect(readTuples(engine, source, { ...request, most: 10 }, { linesFrom: 0 })).rejects.toThrow(
      TooManyCombinations,
    )
  })
})
