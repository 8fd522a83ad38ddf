/** Views a table in a database, which counts its columns; only the first rows are fetched. Every column is text. */
import type { Engine } from '../../../src/engines/engine.ts'
import { openEngine } from '../../../src/engines/open-engine.ts'
import { openSource } from '../../../src/sources/open-source.ts'
import type { SourceRequest, Table } from '../../../src/sources/table.ts'
import { join as joinSql, sql } from '../../../src/sql/dialect.ts'
import { restingEngine } from './resting-engine.ts'
import type { WindowedTable } from './row-windows.ts'

/** Rows that can be viewed: a table may have a billion, and no row numbers. */
const SHOWN = 1000

export async function openDatabaseTable(request: SourceRequest): Promise<WindowedTable> {
  const engine = await openEngine(request)
  try {
    const found = await openSource(request, engine)
    return await looking(found, engine, request)
  } catch (error) {
    await engine.close()
    throw error
  }
}

async function looking(found: Table, first: Engine, request: SourceRequest): Promise<WindowedTable> {
  const { dialect } = first
  const cells = found.columns.map(({ name }) => {
    const column = dialect.identifier(name)
    return sql`${dialect.text(column)} AS ${column}`
  })
  const texts = sql`SELECT ${joinSql(cells)} FROM ${dialect.scan(found.source)}`
  const source = { kind: 'table', table: [], query: texts } as const
  const counted = await first.query(sql`SELECT ${dialect.wholeNumber(sql`COUNT(*)`)} AS n FROM ${dialect.scan(source)}`)
  const key = found.source.kind === 'table' ? (found.source.key ?? []) : []
  const inOrder = key.length === 0 ? sql`` : sql` ORDER BY ${joinSql(key.map((name) => dialect.identifier(name)))}`
  const answer = await first.query(
    sql`SELECT ${joinSql(cells)} FROM (SELECT * FROM ${dialect.scan(found.source)}${inOrder} LIMIT ${SHOWN}) AS
      halftone_shown`,
  )
  const columns = found.columns.map(({ name }) => answer.texts(name))
  const rows = Array.from({ length: answer.rows }, (_, row) => columns.map((column) => column[row]))
  // An engine with transactions would keep one open as long as the page.
  const engine = first.stamp === undefined ? restingEngine(first, () => openEngine(request)) : first
  return {
    columns: found.columns.map(({ name, type }) => ({ name, type })),
    rows: counted.numbers('n')[0],
    shown: rows.length,
    table: { ...found, engine, source },
    async window(from, count) {
      const begin = Math.max(0, Math.floor(from))
      const seen = rows.slice(begin, begin + Math.max(0, Math.floor(count)))
      return { from: begin, of: rows.length, places: seen.map((_, i) => begin + i), rows: seen }
    },
    close: () => engine.close(),
  }
}
