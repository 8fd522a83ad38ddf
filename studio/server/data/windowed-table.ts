/**
 * Imports a file into the session's engine, so that any window of rows can be fetched in milliseconds. Rows keep their
 * order and cells their text. Opening takes about 3 s for a million rows of 15 columns on two cores; DuckDB spills to
 * its temporary folder.
 */
import type { Engine } from '../../../src/engines/engine.ts'
import { isDatabase } from '../../../src/engines/open-engine.ts'
import { openSource, type SourceRequest, type Table } from '../../../src/sources/open-source.ts'
import { type Dialect, join as joinSql, type Sql, sql } from '../../../src/sql/dialect.ts'
import type { Session } from '../session.ts'
import type { RowView, RowWindow } from './api.ts'
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
  /** Rows `from` to `from + count` of those in view, as far as they exist. */
  window(from: number, count: number, view?: RowView): Promise<RowWindow>
  close(): Promise<void>
}

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
  const cells = file.columns.map((column) => {
    const identifier = dialect.identifier(column.name)
    return sql`${dialect.text(identifier)} AS ${identifier}`
  })
  await engine.execute(dialect.createTable(name, sql`SELECT ${joinSql(cells)} FROM ${dialect.scan(file.source)}`), run)
  return { ...(await openWindows(engine, name, file)), file: file.source }
}

/** Windows of a table of the engine; its insertion order is the order of the rows. */
export async function openWindows(engine: Engine, name: string, table: Table): Promise<WindowedTable> {
  const { dialect } = engine
  const [rowsTable, viewTable] = [dialect.identifier(name), dialect.identifier(`${name} view`)]
  const count = async (from: Sql) =>
    (await engine.query(sql`SELECT ${dialect.wholeNumber(sql`COUNT(*)`)} AS n FROM ${from}`)).numbers('n')[0]
  const rows = await count(rowsTable)
  const names = table.columns.map((column) => column.name)
  const cells = names.map((column) => dialect.identifier(column))
  // The places of the rows in the latest view, sorted and filtered once.
  let latest: { readonly key: string; readonly rows: Promise<number> } | undefined
  const openView = async (view: RowView): Promise<number> => {
    const select = sql`SELECT rowid AS place FROM ${rowsTable}${viewClauses(dialect, cells, view)}`
    await engine.execute(dialect.dropTable(`${name} view`))
    await engine.execute(dialect.createTable(`${name} view`, select))
    return count(viewTable)
  }
  return {
    columns: table.columns.map(({ name, type }) => ({ name, type })),
    rows,
    table: { ...table, source: { kind: 'table', table: [name] } },
    async window(from, wanted, view = {}) {
      const key = JSON.stringify(view)
      const isPlain = key === '{}'
      if (!isPlain && latest?.key !== key) latest = { key, rows: openView(view) }
      const all = isPlain ? rows : ((await latest?.rows) ?? 0)
      const first = Math.max(0, Math.min(all, Math.floor(from)))
      const last = Math.min(all, first + Math.max(0, Math.min(LARGEST_WINDOW, Math.floor(wanted))))
      if (!(last > first)) return { from: first, of: all, places: [], rows: [] }
      const inWindow = sql`rowid >= ${first} AND rowid < ${last}`
      const places = isPlain
        ? Array.from({ length: last - first }, (_, i) => first + i)
        : Array.from(
            (
              await engine.query(
                sql`SELECT ${dialect.wholeNumber(sql`place`)} AS place FROM ${viewTable} WHERE ${inWindow} ORDER BY rowid`,
              )
            ).numbers('place'),
          )
      const chosen = isPlain ? inWindow : sql`rowid IN (${joinSql(places.map((place) => sql`${place}`))})`
      const answer = await engine.query(
        sql`SELECT ${joinSql([sql`${dialect.wholeNumber(sql`rowid`)} AS ${dialect.identifier(PLACE)}`, ...cells])} FROM ${rowsTable} WHERE ${chosen}`,
      )
      const columns = names.map((column) => answer.texts(column))
      const found = new Map(Array.from(answer.numbers(PLACE), (place, row) => [place, row]))
      const read = (place: number) => columns.map((texts) => texts[found.get(place) as number])
      return { from: first, of: all, places, rows: places.map(read) }
    },
    async close() {
      for (const one of [name, `${name} view`]) await engine.execute(dialect.dropTable(one))
    },
  }
}

/** Unlikely to clash with a column name. */
const PLACE = 'place of the row in the file'

/** A number, or the lower end of an interval. */
const NUMBER = '^\\[?(-?[0-9]+(\\.[0-9]+)?)([,;].*\\])?$'

function viewClauses(dialect: Dialect, cells: readonly Sql[], { sort, descending, contains, changed }: RowView): Sql {
  const half = cells.length / 2
  const differs = cells.slice(0, half).map((cell, i) => sql`${cell} IS DISTINCT FROM ${cells[half + i]}`)
  const where = [
    ...(contains
      ? [sql`CONTAINS(LOWER(CONCAT_WS(CHR(31), ${joinSql(cells)})), LOWER(${dialect.literal(contains)}))`]
      : []),
    ...(changed ? [sql`(${joinSql(differs, ' OR ')})`] : []),
  ]
  const way = descending ? sql` DESC` : sql``
  const key = sort === undefined ? undefined : cells[sort]
  const keys = key && [sql`TRY_CAST(REGEXP_EXTRACT(${key}, ${dialect.literal(NUMBER)}, 1) AS DOUBLE)`, key]
  const order = keys && sql` ORDER BY ${joinSql([...keys.map((one) => sql`${one}${way} NULLS LAST`), sql`rowid`])}`
  return sql`${where.length === 0 ? sql`` : sql` WHERE ${joinSql(where, ' AND ')}`}${order ?? sql``}`
}
