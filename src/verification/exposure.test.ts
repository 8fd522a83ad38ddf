import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../engines/engine.ts'
import { openLocalEngine } from '../engines/open-engine.ts'
import type { Table } from '../sources/table.ts'
import { sql } from '../sql/dialect.ts'
import { measureExposure } from './exposure.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openLocalEngine({ threads: 1 })
})
afterAll(() => engine.close())

test('measureExposure: rows that a column singles out alone, and beside the quasi-identifiers', async () => {
  await engine.execute(
    sql`CREATE TEMP TABLE t AS SELECT * FROM (VALUES
      ('a','1','x'),('a','2','x'),('a','2','y'),('b','3','x'),('b','4','x'),('b','4','x')) AS v(q, id, colour)`,
  )
  const release: Table = {
    engine,
    source: { kind: 'table', table: ['t'] },
    files: [],
    name: 't',
    columns: [],
    warnings: [],
  }
  const others = ['id', 'colour'].map((column) => ({ column, role: 'other' }))
  expect(await measureExposure(release, { quasiIdentifiers: ['q'], others, people: 6 })).toEqual({
    columns: [
      { column: 'id', role: 'other', alone: 2, together: 2 },
      { column: 'colour', role: 'other', alone: 1, together: 1 },
    ],
    exposed: 4,
    unaccepted: 4,
    joint: { columns: ['id', 'colour'], rows: 4 },
  })
})
