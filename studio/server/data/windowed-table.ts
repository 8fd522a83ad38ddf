/**
 * Imports a file into the session's engine, so that any window of rows can be fetched in milliseconds. Rows keep their
 * order and cells their text. Opening takes about 3 s for a million rows of 15 columns on two cores; DuckDB spills to
 * its temporary folder.
 */
import type { Engine } from '../../../src/engines/engine.ts'
import { countRows } from '../../../src/engines/figures.ts'
import { isDatabase } from '../../../src/engines/open-engine.ts'
import { entryAt } from '../../../src/ground/maps.ts'
import { openSource } from '../../../src/sources/open-source.ts'
import type { SourceRequest, Table } from '../../../src/sources/table.ts'
import { join as joinSql, type Sql, sql } from '../../../src/sql/dialect.ts'
import type { Session } from '../session.ts'
import type { RowView } from './api.ts'
import { openDatabaseTable } from './database-table.ts'
import type { WindowedTable } from './row-windows.ts'

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
  const rows = await countRows(engine, rowsTable)
  const names = table.columns.map((column) => column.name)
  const cells = names.map((column) => dialect.identifier(column))
  const readPlaces = async (where: Sql) => {
    const place = dialect.integer(sql`rowid`)
    return (await engine.query(sql`SELECT ${place} AS place FROM ${rowsTable} WHERE ${where}`)).integers('place')
  }
  const ranked = new Map<Sql, Promise<RankedColumn>>()
  const rank = (cell: Sql) => entryAt(ranked, cell, () => rankColumn(engine, rowsTable, cell, rows))
  /** Reads the cells that are not in memory with their column. */
  const readRows = async (places: readonly number[], chosen: Sql, held: readonly (RankedColumn | undefined)[]) => {
    const asked = cells.filter((_, i) => held[i]?.texts === undefined)
    const place = sql`${dialect.integer(sql`rowid`)} AS ${dialect.identifier(PLACE)}`
    const answer =
      asked.length === 0
        ? undefined
        : await engine.query(sql`SELECT ${joinSql([place, ...asked])} FROM ${rowsTable} WHERE ${chosen}`)
    const rowByPlace = new Map(Array.from(answer?.integers(PLACE) ?? [], (place, row) => [place, row]))
    const columns = names.map((name, i) => {
      const { texts, codes } = held[i] ?? {}
      if (texts !== undefined) return places.map((place) => texts[(codes?.[place] ?? 0) - 1] ?? null)
      const read = answer?.texts(name) ?? []
      return places.map((place) => read[rowByPlace.get(place) as number])
    })
    return places.map((_, row) => columns.map((column) => column[row]))
  }
  let changedPlaces: Promise<Int32Array> | undefined
  const findChanged = (): Promise<Int32Array> => {
    const half = cells.length / 2
    const differs = cells.slice(0, half).map((cell, i) => sql`${cell} IS DISTINCT FROM ${cells[half + i]}`)
    changedPlaces ??= readPlaces(joinSql(differs, ' OR ')).then((places) => places.sort())
    return changedPlaces
  }
  const findText = async (text: string, places: Int32Array): Promise<Int32Array> => {
    const wanted = text.toLowerCase()
    const has = new Uint8Array(rows)
    for (const cell of cells) {
      const { lowered, codes } = await rank(cell)
      if (lowered === undefined)
        for (const place of await readPlaces(sql`CONTAINS(LOWER(${cell}), ${dialect.literal(wanted)})`)) has[place] = 1
      else {
        const fits = Uint8Array.from([undefined, ...lowered], (one) => Number(one?.includes(wanted) ?? false))
        if (fits.includes(1)) for (let place = 0; place < rows; place++) has[place] |= fits[codes[place]]
      }
    }
    return places.filter((place) => has[place] === 1)
  }
  let latest: { readonly key: string; readonly places: Promise<Int32Array> } | undefined
  const findPlaces = async ({ sort, descending, contains, changed }: RowView): Promise<Int32Array> => {
    const all = changed ? await findChanged() : new Int32Array(rows).map((_, place) => place)
    const places = contains ? await findText(contains, all) : all
    return sort === undefined ? places : sortPlaces(places, await rank(cells[sort]), descending === true)
  }
  return {
    columns: table.columns.map(({ name, type }) => ({ name, type })),
    rows,
    table: { ...table, source: { kind: 'table', table: [name] } },
    async prepare(isPaired) {
      if (isPaired) await findChanged()
      for (const cell of cells) await rank(cell)
    },
    async window(from, wanted, view = {}) {
      const key = JSON.stringify(view)
      const isPlain = key === '{}'
      if (!isPlain && latest?.key !== key) latest = { key, places: findPlaces(view) }
      const seen = isPlain ? undefined : await latest?.places
      const of = seen?.length ?? rows
      const first = Math.max(0, Math.min(of, Math.floor(from)))
      const last = Math.min(of, first + Math.max(0, Math.min(LARGEST_WINDOW, Math.floor(wanted))))
      if (!(last > first)) return { from: first, of, places: [], rows: [] }
      const places = Array.from({ length: last - first }, (_, i) => seen?.[first + i] ?? first + i)
      const chosen = isPlain
        ? sql`rowid >= ${first} AND rowid < ${last}`
        : sql`rowid IN (${joinSql(places.map((place) => sql`${place}`))})`
      const held = await Promise.all(cells.map((cell) => (isPlain ? undefined : ranked.get(cell))))
      return { from: first, of, places, rows: await readRows(places, chosen, held) }
    },
    close: () => engine.execute(dialect.dropTable(name)),
  }
}

/** Unlikely to clash with a column name. */
const PLACE = 'place of the row in the file'
/** The texts of a column with more are not held in memory. */
const MOST_TEXTS = 100_000

/** The lower end of an interval. */
const INTERVAL = '^\\[(-?[0-9]+(\\.[0-9]+)?)([,;].*\\])$'

/** The different texts of a column in order, and which of them each row has. */
interface RankedColumn {
  readonly count: number
  /** Unless there are many. */
  readonly texts: readonly (string | null)[] | undefined
  readonly lowered: readonly (string | undefined)[] | undefined
  /** By row: the number of its text, from 1; 0 is missing. */
  readonly codes: Uint16Array | Int32Array
}

/** Numbers come first, by value. Cost: a join of the rows with the different texts, once per column. */
async function rankColumn(engine: Engine, rowsTable: Sql, cell: Sql, rows: number): Promise<RankedColumn> {
  const { dialect } = engine
  const text = sql`halftone_text`
  const low = sql`REGEXP_EXTRACT(${text}, ${dialect.literal(INTERVAL)}, 1)`
  const number = sql`TRY_CAST(CASE WHEN STARTS_WITH(${text}, '[') THEN ${low} ELSE ${text} END AS DOUBLE)`
  const different = sql`SELECT DISTINCT ${cell} AS ${text} FROM ${rowsTable} WHERE ${cell} IS NOT NULL`
  const place = sql`ROW_NUMBER() OVER (ORDER BY ${number} NULLS LAST, ${text})`
  const order = sql`SELECT ${text}, ${place} AS halftone_rank FROM (${different})`
  const listed = await engine.query(
    sql`SELECT ${text} AS v FROM (${order}) ORDER BY halftone_rank LIMIT ${MOST_TEXTS + 1}`,
  )
  const joined = sql`${rowsTable} AS halftone_rows JOIN (${order}) AS halftone_ranks ON ${text} = ${cell}`
  const found = await engine.query(
    sql`SELECT ${dialect.integer(sql`halftone_rows.rowid`)} AS place, ${dialect.integer(sql`halftone_rank`)} AS code
      FROM ${joined}`,
  )
  const [places, ranks, known] = [found.integers('place'), found.integers('code'), listed.texts('v')]
  const count = known.length > MOST_TEXTS ? rows : known.length
  const codes = new (count < 2 ** 16 ? Uint16Array : Int32Array)(rows)
  for (let i = 0; i < places.length; i++) codes[places[i]] = ranks[i]
  const texts = known.length > MOST_TEXTS ? undefined : known
  return { count, codes, texts, lowered: texts?.map((text) => text?.toLowerCase()) }
}

/** Sorts places by the texts of a column in one pass; missing ones are last either way. */
function sortPlaces(places: Int32Array, { codes, count }: RankedColumn, isDescending: boolean): Int32Array {
  const key = (place: number): number => {
    const code = codes[place]
    return code === 0 ? count : isDescending ? count - code : code - 1
  }
  const next = new Int32Array(count + 2)
  for (const place of places) next[key(place) + 1]++
  for (let i = 1; i < next.length; i++) next[i] += next[i - 1]
  const sorted = new Int32Array(places.length)
  for (const place of places) sorted[next[key(place)]++] = place
  return sorted
}
