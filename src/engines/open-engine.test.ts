import { expect, it } from 'vitest'
import { InternalError } from '../ground/errors.ts'
import { sql } from '../sql/dialect.ts'
import { openEngine, openEngines } from './open-engine.ts'

it('openEngines(source) gives files one engine for their data and for what is staged, and close ends it', async () => {
  const engines = await openEngines({ source: ['a.csv', 'b.csv'] }, { threads: 1 })
  expect(engines.local).toBe(engines.data)
  await engines.close()
  await expect(engines.data.query(sql`SELECT 1 AS one`)).rejects.toThrow(InternalError)
})

it('openEngine(source, options) hands its options on', async () => {
  await expect(openEngine({ source: 'a.csv' }, { threads: 0 })).rejects.toThrow(
    'threads must be a whole number of at least 1; got 0',
  )
})
