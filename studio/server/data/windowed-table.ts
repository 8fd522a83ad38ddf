/**
 * A file as a table in the session's engine, of which any window of rows can be asked for: for previews that scroll through millions
 * of rows. The file is read once; rows keep their order and cells their text. Cost: opening reads the file (some 3 s for a million
 * rows of 15 columns on two cores), a window takes milliseconds wherever it lies. What does not fit the engine's memory goes to its
 * temporary folder.
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
  /** Of a table of a database: so many rows, the first, can be looked at. */
  readonly shown?: number
  /** The imported table, as a source of the session's engine, or the table of a database: every column is text. */
  readonly table: Table
  /** Rows `from` to `from + count`, as far as there are such. */
  window(from: number, count: number): Promise<RowWindow>
  /** The rows at these places, in this order, as far as there are such. */
  at(places: readonly number[]): Promise<RowWindow['rows']>
  close(): Promise<void>
}

/** A name that hardly any column has: a table cannot have two of one name. */
const PLACE = 'place of the row in the file'

/** At most so many rows come at once. */
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
    const own = dialect.identifier(column.name)
    return sql`${dialect.text(own)} AS ${own}`
  })
  await engine.execute(dialect.createTable(name, sql`SELECT ${joinSql(cells)} FROM ${dialect.scan(file.source)}`), run)
  const counted = await engine.query(sql`SELECT ${dialect.wholeNumber(sql`COUNT(*)`)} AS n FROM ${table}`)
  const rows = counted.numbers('n')[0]
  return {
    columns: file.columns.map(({ name, type }) => ({ name, type })),
    rows,
    table: { ...file, source: { kind: 'table', table: [name] } },
    async window(from, count) {
      const first = Math.max(0, Math.min(rows, Math.floor(from)))
      const last = Math.min(rows, first + Math.max(0, Math.min(LARGEST_WINDOW, Math.floor(count))))
      if (!(last > first)) return { from: first, rows: [] }
      // Row numbers are the order of the file: the engine keeps the order of insertion.
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
      const rowOf = new Map(Array.from(answer.numbers(PLACE), (place, row) => [place, row]))
      return places.flatMap((place) => {
        const row = rowOf.get(place)
        return row === undefined ? [] : [columns.map((texts) => texts[row])]
      })
    },
    close: () => engine.execute(dialect.dropTable(name)),
  }
}
