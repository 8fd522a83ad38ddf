import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../engines/engine.ts'
import { openLocalEngine } from '../engines/open-engine.ts'
import { distinctText } from '../hierarchy/propose.ts'
import type { Sql } from '../sql/dialect.ts'
import { profileColumns } from './profile-columns.ts'
import { profileRows } from './profile-rows.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openLocalEngine({ threads: 1 })
})
afterAll(() => engine.close())

const names = ['few', 'none', 'late', 'id', 'texts']
const table = { kind: 'table', table: ['t'] } as const
const held = { source: table, first: table }

describe('profileRows', () => {
  it('counts as profileColumns does, and estimates the distinct values of large columns from a sample', async () => {
    await engine.execute(
      `CREATE OR REPLACE TEMP TABLE t AS SELECT CASE WHEN n % 7 = 0 THEN '?' ELSE 'v' || n % 5 END AS few,
       NULL::VARCHAR AS none, CASE WHEN n < 60000 THEN 'same' ELSE 'v' || n % 900 END AS late, n::VARCHAR AS id,
       CASE WHEN n % 9 = 0 THEN 'NA' ELSE 'text ' || (n * 7919) % 40000 END AS texts FROM range(120000) AS r(n)` as Sql,
    )
    const [large, exact] = [
      await profileRows(engine, held, names, ['?', '']),
      await profileColumns(engine, table, names, ['?', '']),
    ]
    expect(large.slice(0, 3)).toEqual(exact.slice(0, 3))
    const [id, texts] = large.slice(3)
    expect(id).toMatchObject({ rows: 120_000, missingCount: 0, distinct: 120_000 })
    expect(Array.from(id.counts).every((count) => count === 1)).toBe(true)
    expect(Math.abs((texts.distinct ?? 0) / 40_001 - 1)).toBeLessThan(0.1)
    expect(large.map(({ estimated }) => estimated)).toEqual([undefined, undefined, undefined, undefined, true])
    expect(distinctText({ ...texts, distinct: 197_696 })).toBe('about 198,000')
    expect(distinctText(id)).toBe('120000')
    expect(texts.counts[texts.values.indexOf('NA')]).toBe(13_334)
    for (const [i, value] of texts.values.entries())
      expect(texts.counts[i]).toBe(exact[4].counts[exact[4].values.indexOf(value)])
    expect(texts.values.length).toBeLessThan(4000)
  })

  it('lists all values of a small table', async () => {
    await engine.execute(`CREATE OR REPLACE TEMP TABLE t AS SELECT n::VARCHAR AS id FROM range(30000) AS r(n)` as Sql)
    expect(await profileRows(engine, held, ['id'], [])).toEqual(await profileColumns(engine, table, ['id'], []))
  })
})
