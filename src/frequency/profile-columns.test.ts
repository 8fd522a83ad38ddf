import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../engines/engine.ts'
import { openLocalEngine } from '../engines/open-engine.ts'
import { type Sql, sql } from '../sql/dialect.ts'
import { LISTED_VALUES, profileColumns } from './profile-columns.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openLocalEngine({ threads: 1 })
})
afterAll(() => engine.close())

describe('profileColumns', () => {
  it('lists values with their rows in order, counts missing ones', async () => {
    await engine.execute(sql`CREATE OR REPLACE TEMP TABLE t AS SELECT UNNEST(['b', 'a', '?', 'b', NULL, '']) AS v`)
    const [profile] = await profileColumns(engine, { kind: 'table', table: ['t'] }, ['v'], ['?', ''])
    expect(profile).toEqual({ name: 'v', rows: 6, values: ['a', 'b'], counts: [1, 2], missingCount: 3, distinct: 2 })
  })

  it('counts rows as often as a column says, and has no rows in an empty table', async () => {
    await engine.execute(
      sql`CREATE OR REPLACE TEMP TABLE t AS SELECT UNNEST(['b', 'a', NULL]) AS v, UNNEST([3, 2, 4]) AS times`,
    )
    const table = { kind: 'table', table: ['t'] } as const
    const [profile] = await profileColumns(engine, table, ['v'], [], { times: 'times' })
    expect(profile).toEqual({ name: 'v', rows: 9, values: ['a', 'b'], counts: [2, 3], missingCount: 4, distinct: 2 })
    await engine.execute(sql`DELETE FROM t`)
    const [empty] = await profileColumns(engine, table, ['v'], [])
    expect(empty).toEqual({ name: 'v', rows: 0, values: [], counts: [], missingCount: 0, distinct: 0 })
  })

  it.each([5_000, 20_000, 60_000])('%i distinct values in as many rows are counted exactly', async (size) => {
    await engine.execute(
      `CREATE OR REPLACE TEMP TABLE t AS SELECT 'v' || CAST(n AS VARCHAR) AS v FROM range(${size}) AS r(n)` as Sql,
    )
    const [profile] = await profileColumns(engine, { kind: 'table', table: ['t'] }, ['v'], [])
    expect(profile.distinct).toBe(size)
    expect(profile.values.length).toBe(Math.min(size, LISTED_VALUES + 1))
  })
})
