import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratchTables } from '../../test/scratch-tables.ts'
import type { Engine } from '../engines/engine.ts'
import type { HierarchySpecification } from '../hierarchy/specification.ts'
import { openSource } from '../sources/open-source.ts'
import { type Source, type Sql, sql, textLiteral } from '../sql/dialect.ts'
import { countCombinations } from './count-combinations.ts'
import type { CountedTable, CountRequest } from './counted-table.ts'
import { estimateGroups } from './group-rows.ts'

const scratch = scratchTables()
const ROWS = 60_000
const SIZES = [100, 2, 14, 7]

async function openRows(): Promise<{ engine: Engine; source: Source }> {
  const { engine, folder } = scratch
  const file = join(folder, 'rows.parquet')
  const columns = SIZES.map((size, i) => `CAST(hash(n + ${i * ROWS}) % ${size} AS INTEGER) AS c${i}`)
  const all = columns.join() as Sql
  await engine.execute(sql`COPY (SELECT ${all} FROM range(${ROWS}) AS t(n)) TO ${textLiteral(file)}`)
  return openSource({ source: file, base: folder }, engine)
}

function request(hierarchy: HierarchySpecification, mostCombinations: number): CountRequest {
  const quasiIdentifiers = SIZES.map((_, i) => ({ column: `c${i}`, hierarchy }))
  return { quasiIdentifiers, targets: [], missing: 'fail', missingValues: ['?', ''], mostCombinations }
}

/** Counts with a list of the statements that group rows. */
async function count(engine: Engine, source: Source, asked: CountRequest) {
  const grouped: string[] = []
  const execute: Engine['execute'] = (statement, run) => {
    if (statement.includes('"halftone groups" AS')) grouped.push(statement)
    return engine.execute(statement, run)
  }
  const watched = new Proxy(engine, {
    get(target, key) {
      if (key === 'execute') return execute
      const value = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { counted: await countCombinations(watched, source, asked), passes: grouped.length }
}

/** Rows per combination of intervals, counted one by one. */
async function countPlainly(engine: Engine, source: Source, { hierarchies }: CountedTable) {
  const cells = await engine.query(sql`SELECT * FROM ${engine.dialect.scan(source)}`)
  const columns = SIZES.map((_, i) => cells.integers(`c${i}`))
  const found = new Map<string, number>()
  for (let row = 0; row < cells.rows; row++) {
    const codes = hierarchies.map((hierarchy, i) => {
      if (hierarchy.kind !== 'number') throw new Error('all columns are numbers')
      const value = columns[i][row]
      return hierarchy.low.findIndex((low, code) => low <= value && value <= hierarchy.high[code])
    })
    found.set(codes.join(), (found.get(codes.join()) ?? 0) + 1)
  }
  return found
}

describe('too many combinations in a columnar file', () => {
  it('only columns with many values are cut, as little as suffices, and the rows are counted once', async () => {
    const { engine, source } = await openRows()
    const { counted, passes } = await count(engine, source, request({ kind: 'number', endpoints: 'all' }, 7000))
    expect(passes).toBe(1)
    expect(counted.coarsened).toMatchObject({ columns: ['c0'], bins: 32 })
    expect(counted.hierarchies.map(({ values }) => values.length)).toEqual([32, 2, 14, 7])
    const { frequencies } = counted
    expect(frequencies.combinations).toBeLessThanOrEqual(7000)
    const plain = await countPlainly(engine, source, counted)
    expect(frequencies.combinations).toBe(plain.size)
    for (let i = 0; i < frequencies.combinations; i++)
      expect(plain.get(frequencies.columns.map(({ codes }) => codes[i]).join())).toBe(frequencies.counts[i])
  })

  it('values that share a bin of the job are counted by it, which loses nothing', async () => {
    const { engine, source } = await openRows()
    const asked = request({ kind: 'number', endpoints: { width: 10 } }, 100)
    const { counted, passes } = await count(engine, source, asked)
    expect([counted.coarsened, passes, counted.frequencies.combinations]).toEqual([undefined, 1, 20])
    const { frequencies } = await countCombinations(engine, source, { ...asked, mostCombinations: undefined })
    expect(counted.frequencies).toEqual(frequencies)
  })

  it('estimateGroups(most) draws combinations by their hash if many are allowed', async () => {
    const { engine, source } = await openRows()
    const columns = SIZES.map((_, i) => ({ column: `c${i}` }))
    const asked = { columns, missingValues: [] }
    const exact = await estimateGroups(engine, source, { ...asked, most: 10_000 })
    const { frequencies } = await countCombinations(engine, source, request({ kind: 'number', endpoints: 'all' }, ROWS))
    expect(exact).toEqual({ combinations: frequencies.combinations, off: 0 })
    const drawn = await estimateGroups(engine, source, { ...asked, most: 100_000 })
    expect(Math.abs(drawn.combinations / exact.combinations - 1)).toBeLessThan(2 * drawn.off)
  })
})
