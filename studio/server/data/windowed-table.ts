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
  /** Reads the different texts of each column, so that sorting and filtering answer at once. */
  prepare?(): Promise<void>
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
  const rowsTable = dialect.identifier(name)
  const countRows = async (where: Sql) =>
    (await engine.query(sql`SELECT ${dialect.wholeNumber(sql`COUNT(*)`)} AS n FROM ${rowsTable}${where}`)).numbers(
      'n',
    )[0]
  const rows = await countRows(sql``)
  const names = table.columns.map((column) => column.name)
  const cells = names.map((column) => dialect.identifier(column))
  const known = new Map<Sql, Promise<readonly (string | null)[] | undefined>>()
  /** The different texts of a column, unless they are many. */
  const listTexts = async (cell: Sql) => {
    const read = async () => {
      const found = sql`SELECT DISTINCT ${cell} AS v FROM ${rowsTable} LIMIT ${MOST_TEXTS + 1}`
      const texts = (await engine.query(found)).texts('v')
      return texts.length > MOST_TEXTS ? undefined : texts
    }
    const texts = known.get(cell) ?? read()
    known.set(cell, texts)
    return texts
  }
  const readPlaces = async (select: Sql) => Array.from((await engine.query(select)).numbers('place'))
  let latest: { readonly key: string; readonly places: Promise<View> } | undefined
  const openView = async ({ sort, descending, contains, changed }: RowView): Promise<View> => {
    const where = await filterClause(dialect, cells, { contains, changed }, listTexts)
    const key = sort === undefined ? undefined : cells[sort]
    const order = key && sortClause(dialect, rowsTable, key, { descending, few: (await listTexts(key)) !== undefined })
    const place = sql`SELECT ${dialect.wholeNumber(sql`halftone_rows.rowid`)} AS place FROM ${rowsTable} AS halftone_rows${order?.ranks ?? sql``}${where}${order?.by ?? sql` ORDER BY halftone_rows.rowid`}`
    const of = await countRows(where)
    const first = await readPlaces(sql`${place} LIMIT ${LARGEST_WINDOW}`)
    let all: Promise<number[]> | undefined
    return {
      of,
      // The first rows are found without sorting all.
      read: async (from, to) => (to <= first.length ? first : await (all ??= readPlaces(place))).slice(from, to),
    }
  }
  return {
    columns: table.columns.map(({ name, type }) => ({ name, type })),
    rows,
    table: { ...table, source: { kind: 'table', table: [name] } },
    async prepare() {
      for (const cell of cells) await listTexts(cell)
    },
    async window(from, wanted, view = {}) {
      const key = JSON.stringify(view)
      const isPlain = key === '{}'
      if (!isPlain && latest?.key !== key) latest = { key, places: openView(view) }
      const seen = isPlain ? undefined : await latest?.places
      const of = seen?.of ?? rows
      const first = Math.max(0, Math.min(of, Math.floor(from)))
      const last = Math.min(of, first + Math.max(0, Math.min(LARGEST_WINDOW, Math.floor(wanted))))
      if (!(last > first)) return { from: first, of, places: [], rows: [] }
      const places = (await seen?.read(first, last)) ?? Array.from({ length: last - first }, (_, i) => first + i)
      const chosen = isPlain
        ? sql`rowid >= ${first} AND rowid < ${last}`
        : sql`rowid IN (${joinSql(places.map((place) => sql`${place}`))})`
      const answer = await engine.query(
        sql`SELECT ${joinSql([sql`${dialect.wholeNumber(sql`rowid`)} AS ${dialect.identifier(PLACE)}`, ...cells])} FROM ${rowsTable} WHERE ${chosen}`,
      )
      const columns = names.map((column) => answer.texts(column))
      const found = new Map(Array.from(answer.numbers(PLACE), (place, row) => [place, row]))
      const read = (place: number) => columns.map((texts) => texts[found.get(place) as number])
      return { from: first, of, places, rows: places.map(read) }
    },
    close: () => engine.execute(dialect.dropTable(name)),
  }
}

/** The rows in view: how many, and the places of some of them. */
interface View {
  readonly of: number
  read(from: number, to: number): Promise<number[]>
}

/** Unlikely to clash with a column name. */
const PLACE = 'place of the row in the file'
/** A column with more texts is searched and sorted row by row. */
const MOST_TEXTS = 20_000
/** More texts that fit are not listed in a query. */
const MOST_LISTED = 500

/** The lower end of an interval. */
const INTERVAL = '^\\[(-?[0-9]+(\\.[0-9]+)?)([,;].*\\])$'

/** Looks for a text among the different texts of each column, so that most columns need not be read. */
async function filterClause(
  dialect: Dialect,
  cells: readonly Sql[],
  { contains, changed }: RowView,
  listTexts: (cell: Sql) => Promise<readonly (string | null)[] | undefined>,
): Promise<Sql> {
  const where: Sql[] = []
  if (contains) {
    const wanted = contains.toLowerCase()
    const fits: Sql[] = []
    for (const cell of cells) {
      const texts = (await listTexts(cell))?.filter((text) => text?.toLowerCase().includes(wanted))
      if (texts === undefined || texts.length > MOST_LISTED)
        fits.push(sql`CONTAINS(LOWER(${cell}), ${dialect.literal(wanted)})`)
      else if (texts.length > 0)
        fits.push(sql`${cell} IN (${joinSql(texts.map((text) => dialect.literal(text as string)))})`)
    }
    where.push(fits.length === 0 ? sql`FALSE` : sql`(${joinSql(fits, ' OR ')})`)
  }
  const half = cells.length / 2
  const differs = cells.slice(0, half).map((cell, i) => sql`${cell} IS DISTINCT FROM ${cells[half + i]}`)
  if (changed) where.push(sql`(${joinSql(differs, ' OR ')})`)
  return where.length === 0 ? sql`` : sql` WHERE ${joinSql(where, ' AND ')}`
}

/** Numbers first, by value; of a column with few texts, the texts are sorted and not the rows. */
function sortClause(
  dialect: Dialect,
  rowsTable: Sql,
  cell: Sql,
  { descending, few }: { readonly descending: boolean | undefined; readonly few: boolean },
): { readonly ranks: Sql; readonly by: Sql } {
  const way = descending ? sql` DESC NULLS LAST` : sql` NULLS LAST`
  const number = (text: Sql) =>
    sql`CASE WHEN STARTS_WITH(${text}, '[') THEN TRY_CAST(REGEXP_EXTRACT(${text}, ${dialect.literal(INTERVAL)}, 1) AS DOUBLE) ELSE TRY_CAST(${text} AS DOUBLE) END`
  if (!few) return { ranks: sql``, by: sql` ORDER BY ${number(cell)}${way}, ${cell}${way}, halftone_rows.rowid` }
  const text = sql`halftone_text`
  const texts = sql`SELECT DISTINCT ${cell} AS ${text} FROM ${rowsTable}`
  const ranked = sql`SELECT ${text}, ROW_NUMBER() OVER (ORDER BY ${number(text)}${way}, ${text}${way}) AS halftone_rank FROM (${texts})`
  return {
    ranks: sql` LEFT JOIN (${ranked}) AS halftone_ranks ON halftone_text = ${cell}`,
    by: sql` ORDER BY halftone_rank NULLS LAST, halftone_rows.rowid`,
  }
}
