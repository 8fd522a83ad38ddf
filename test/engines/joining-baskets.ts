/** Baskets in a table of a DuckDB that is spoken to like a database. */
import { afterAll, beforeAll } from 'vitest'
import type { Engine } from '../../src/engines/engine.ts'
import { join, sql, type TableSource } from '../../src/sql/dialect.ts'
import { openJoining } from './joining-engine.ts'

export const basketsSource: TableSource = { kind: 'table', table: ['rows'], key: ['n'] }
export const basketsLayout = { column: 'items', cells: 'text', missingValues: [] } as const

/** One engine for the tests of a file. */
export function joiningBaskets() {
  let engine: Engine
  beforeAll(async () => {
    engine = await openJoining({ threads: 1 })
  })
  afterAll(() => engine.close())
  return {
    get engine() {
      return engine
    },
    /** Puts these baskets in the place of those that were there. */
    async load(baskets: readonly (readonly string[])[]): Promise<void> {
      const { dialect } = engine
      const cells = join(baskets.map((items) => dialect.literal(items.join(' '))))
      const rows = sql`SELECT UNNEST(range(${baskets.length})) AS n, UNNEST([${cells}]) AS items`
      await engine.execute(dialect.createTable('rows', rows))
    },
  }
}
