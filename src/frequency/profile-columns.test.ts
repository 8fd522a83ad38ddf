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

  it.each([5_000, 20_000, 60_000])('%i distinct values in as many rows are counted exactly', async (size) => {
    await engine.execute(
      `CREATE OR REPLACE TEMP TABLE t AS SELECT 'v' || CAST(n AS VARCHAR) AS v FROM range(${size}) AS r(n)` as Sql,
    )
    const [profile] = await profileColumns(engine, { kind: 'table', table: ['t'] }, ['v'], [])
    expect(profile.distinct).toBe(size)
    expect(profile.values.length).toBe(Math.min(size, LISTED_VALUES + 1))
  })
})
