/**
 * Imports a file into the session's engine, so that any window of rows can be fetched in milliseconds. Rows keep their
 * order and cells their text. Opening takes about 3 s for a million rows of 15 columns on two cores; DuckDB spills to
 * its temporary folder.
 */
import { isDatabase } from '../../../src/engines/open-engine.ts'
import { openSource, type SourceRequest, type Table } from '../../../src/sources/open-source.ts'
import { join as joinSql, sql } from '../../../src/sql/dialect.ts'
import type { Session } from '../session.ts'
import type { RowWindow } from './api.ts'
import { openDatabaseTable } from './database-table.ts'

export interface WindowedTable {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: number
  /** Databases only: how many of the first rows can be viewed. */
  readonly shown?: number
  /** The file as it was found, if its rows are a copy. */
  readonly file?: Table['source']
  /** The imported table, or the table of a database; every column is text. */
  readonly table: Table
  /** Rows `from` to `from + count`, as far as they exist. */
  window(from: number, count: number): Promise<RowWindow>
  /** Rows by number, in the given order, as far as they exist. */
  at(places: readonly number[]): Promise<RowWindow['rows']>
  close(): Promise<void>
}

/** Unlikely to clash with a column name. */
const PLACE = 'place of the row in the file'

const LARGEST_WINDOW = 1000

let opened = 0

export async function openWindowed(
  session: Session,
  request: SourceRequest,
  run: { readonly signal?: AbortSignal } = {},
): Promise<WindowedTable> {
  if (isDatabase(request.source)) return openDatabaseTable(request)
  const engine = await session.engine()
  const { dialect } = engine
  const file = await openSource(request, engine)
  const name = `studio_window_${++opened}`
  const table = dialect.identifier(name)
  const cells = file.columns.map((column) => {
    const identifier = dialect.identifier(column.name)
    return sql`${dialect.text(identifier)} AS ${identifier}`
  })
  await engine.execute(dialect.createTable(name, sql`SELECT ${joinSql(cells)} FROM ${dialect.scan(file.source)}`), run)
  const counted = await engine.query(sql`SELECT ${dialect.wholeNumber(sql`COUNT(*)`)} AS n FROM ${table}`)
  const rows = counted.numbers('n')[0]
  return {
    columns: file.columns.map(({ name, type }) => ({ name, type })),
    rows,
    file: file.source,
    table: { ...file, source: { kind: 'table', table: [name] } },
    async window(from, count) {
      const first = Math.max(0, Math.min(rows, Math.floor(from)))
      const last = Math.min(rows, first + Math.max(0, Math.min(LARGEST_WINDOW, Math.floor(count))))
      if (!(last > first)) return { from: first, rows: [] }
      // Row ids follow the file: DuckDB keeps the insertion order.
      const answer = await engine.query(
        sql`SELECT * FROM ${table} WHERE rowid >= ${first} AND rowid < ${last} ORDER BY rowid`,
      )
      const columns = file.columns.map((column) => answer.texts(column.name))
      return { from: first, rows: Array.from({ length: last - first }, (_, row) => columns.map((texts) => texts[row])) }
    },
    async at(places) {
      if (places.length === 0) return []
      const answer = await engine.query(
        sql`SELECT ${dialect.wholeNumber(sql`rowid`)} AS ${dialect.identifier(PLACE)}, * FROM ${table} WHERE rowid IN (${joinSql(places.map((place) => sql`${place}`))})`,
      )
      const columns = file.columns.map((column) => answer.texts(column.name))
      const rowNumbers = new Map(Array.from(answer.numbers(PLACE), (place, row) => [place, row]))
      return places.flatMap((place) => {
        const row = rowNumbers.get(place)
        return row === undefined ? [] : [columns.map((texts) => texts[row])]
      })
    },
    close: () => engine.execute(dialect.dropTable(name)),
  }
}
