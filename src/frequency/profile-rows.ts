/**
 * Profiles the columns of a large local table in one scan. A histogram counts the values of each column; of a column
 * with a different value in nearly every row, only values that a hash draws, so that their counts are exact, and the
 * most frequent of the first rows. Cost: as much as the scan again, unless `countTexts` reads the file.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { countRows } from '../engines/figures.ts'
import type { ProfiledColumn } from '../hierarchy/propose.ts'
import { join, type Source, type Sql, sql } from '../sql/dialect.ts'
import { duckdbDialect } from '../sql/duckdb.ts'
import { valueOrMissing } from '../sql/encoding.ts'
import { FIRST_ROWS, type HeldFirst } from './hold-rows.ts'
import { LISTED_VALUES, profileColumns } from './profile-columns.ts'

/** A column with more values in `FIRST_ROWS` rows has too many to count each. */
const MOST_COUNTED = 20_000
/** One in this many values is drawn; and one in `FETCHED` is fetched if there are more than `MOST_FETCHED`. */
const DRAWN = 64
const FETCHED = 512
const MOST_FETCHED = 4096
/** Values that are counted though they are not drawn: those that repeat in the very first rows, such as `NA`. */
const SEARCHED_ROWS = 10_000
const MOST_FREQUENT = 20
const LEAST_FREQUENT = 3

/**
 * Counts texts without the engine, or returns undefined if it cannot: all of a column, or (`frequent`) one in `oneIn`
 * drawn by a hash, and the frequent ones.
 */
export type CountTexts = (
  source: Source,
  columns: readonly { readonly name: string; readonly frequent?: readonly string[] | undefined }[],
  missing: readonly string[],
  oneIn: number,
  run?: EngineRun,
) => Promise<{ readonly rows: number; readonly columns: readonly CountedTexts[] } | undefined>

export interface CountedTexts {
  readonly texts: readonly string[]
  readonly counts: Float64Array
  readonly missing: number
  /** Whether each frequent text is drawn. */
  readonly drawn: readonly boolean[]
}

export async function profileRows(
  engine: Engine,
  { source, first, firstRows = FIRST_ROWS }: HeldFirst,
  columns: readonly string[],
  missingValues: readonly string[],
  { countTexts, ...run }: EngineRun & { readonly countTexts?: CountTexts } = {},
): Promise<ProfiledColumn[]> {
  const { dialect } = engine
  const some = sql`(SELECT 1 FROM ${dialect.scan(source)} LIMIT ${FIRST_ROWS + 2}) AS first_rows`
  const isSmall = source === first && (await countRows(engine, some, run)) <= FIRST_ROWS + 1
  if (isSmall || columns.length === 0) return profileColumns(engine, source, columns, missingValues, run)
  const values = columns.map((column) => valueOrMissing(dialect, column, missingValues))
  const frequent = await findFrequent(engine, first, values, firstRows, run)
  const asked = columns.map((name, i) => ({ name, frequent: frequent[i]?.map(({ text }) => text) }))
  const read = await countTexts?.(source, asked, missingValues, DRAWN, run)
  if (read === undefined) return profileByEngine(engine, source, { columns, values, frequent }, run)
  return columns.map((name, i) => {
    const { texts, counts, missing, drawn } = read.columns[i]
    const undrawn = asked[i].frequent?.filter((_, at) => !drawn[at])
    const [most, oneIn] = undrawn === undefined ? [LISTED_VALUES, DRAWN] : [MOST_FETCHED, FETCHED / DRAWN]
    const every = texts.length
    const isFetched = (at: number) => every <= most || at % oneIn === 0 || asked[i].frequent?.includes(texts[at])
    const fetched = [...texts.keys()].filter(isFetched)
    const listed = { texts: fetched.map((at) => texts[at]), counts: fetched.map((at) => counts[at]) }
    const sum = counts.reduce((total, count) => total + count, 0)
    return describeColumn(name, { ...listed, rows: read.rows, known: read.rows - missing, every, sum }, undrawn)
  })
}

async function profileByEngine(
  engine: Engine,
  source: Source,
  {
    columns,
    values,
    frequent,
  }: { columns: readonly string[]; values: readonly Sql[]; frequent: Awaited<ReturnType<typeof findFrequent>> },
  run: EngineRun,
): Promise<ProfiledColumn[]> {
  const { dialect } = engine
  const figures = frequent.map((texts, i) => {
    const text = named('v', i)
    const value = texts === undefined ? text : sql`CASE WHEN ${isDrawn(text, DRAWN, texts)} THEN ${text} END`
    return sql`HISTOGRAM(${value}) AS ${named('h', i)}, COUNT(${text}) AS ${named('k', i)}`
  })
  const texts = values.map((value, i) => sql`${value} AS ${named('v', i)}`)
  const counted = sql`SELECT COUNT(*) AS total, ${join(figures)} FROM (SELECT ${join(texts)} FROM
    ${dialect.scan(source)}) AS texts`
  const answers = frequent.map((texts, i) => {
    const [h, f] = [named('h', i), named('f', i)]
    const [most, oneIn] = texts === undefined ? [LISTED_VALUES, DRAWN] : [MOST_FETCHED, FETCHED]
    const some = sql`MAP_FROM_ENTRIES(LIST_FILTER(MAP_ENTRIES(${h}), LAMBDA e: ${isDrawn(sql`e.key`, oneIn, texts)}))`
    return sql`CASE WHEN CARDINALITY(${h}) <= ${most} THEN ${h} ELSE ${some} END AS ${f}, CARDINALITY(${h}) AS
      ${named('e', i)}, LIST_SUM(MAP_VALUES(${h})) AS ${named('s', i)}, ${named('k', i)}`
  })
  const shown = columns.map((_, i) => {
    const numbers = ['e', 's', 'k'].map((sign) => sql`CAST(${named(sign, i)} AS DOUBLE) AS ${named(sign, i)}`)
    const f = named('f', i)
    return sql`${join(numbers)}, CAST(TO_JSON(MAP_KEYS(${f})) AS VARCHAR) AS ${named('t', i)},
      CAST(TO_JSON(MAP_VALUES(${f})) AS VARCHAR) AS ${named('n', i)}`
  })
  const result = await engine.query(
    sql`SELECT CAST(total AS DOUBLE) AS total, ${join(shown)} FROM (SELECT total, ${join(answers)} FROM (${counted}) AS
      counted) AS fetched`,
    run,
  )
  const [rows] = result.numbers('total')
  return columns.map((name, i) => {
    const [every, sum, known] = ['e', 's', 'k'].map((sign) => result.numbers(`${sign}${i}`)[0] || 0)
    const [texts, counts] = ['t', 'n'].map((sign) => JSON.parse(result.texts(`${sign}${i}`)[0] ?? '[]'))
    const undrawn = frequent[i]?.filter(({ drawn }) => !drawn).map(({ text }) => text)
    return describeColumn(name, { rows, known, texts, counts, every, sum }, undrawn)
  })
}

interface ColumnCounts {
  readonly rows: number
  readonly known: number
  /** Some texts with their counts; `every` and `sum` are of all that were counted. */
  readonly texts: readonly string[]
  readonly counts: readonly number[]
  readonly every: number
  readonly sum: number
}

/** `undrawn`: texts that were counted though they were not drawn; undefined if all were counted. */
function describeColumn(
  name: string,
  { rows, known, texts, counts, every, sum }: ColumnCounts,
  undrawn: readonly string[] | undefined,
): ProfiledColumn {
  const order = [...texts.keys()].sort((a, b) => (texts[a] < texts[b] ? -1 : 1))
  const others = (undrawn ?? []).map((text) => counts[texts.indexOf(text)])
  const [draws, drawn] = [every - others.length, sum - others.reduce((total, count) => total + count, 0)]
  return {
    name,
    rows,
    values: order.map((at) => texts[at]),
    counts: order.map((at) => counts[at]),
    missingCount: rows - known,
    distinct: undrawn === undefined ? every : draws === drawn ? known : Math.min(known, draws * DRAWN + others.length),
    estimated: (undrawn !== undefined && draws !== drawn) || undefined,
  }
}

interface FrequentText {
  readonly text: string
  readonly drawn: boolean
}

/** Per column: undefined if its values are few enough to count all, otherwise those that the first rows repeat most. */
async function findFrequent(engine: Engine, first: Source, values: readonly Sql[], firstRows: number, run: EngineRun) {
  const { dialect } = engine
  const rows = (most: number) => sql`(SELECT * FROM ${dialect.scan(first)} LIMIT ${most}) AS first_rows`
  const countValues = async (places: readonly number[], most: number) => {
    const counts = places.map((i) => sql`CAST(APPROX_COUNT_DISTINCT(${values[i]}) AS DOUBLE) AS ${named('e', i)}`)
    const every = await engine.query(sql`SELECT ${join(counts)} FROM ${rows(most)}`, run)
    return (i: number) => every.numbers(`e${i}`)[0]
  }
  // Few values in the very first rows are few in all first rows.
  const few = await countValues([...values.keys()], SEARCHED_ROWS)
  const candidates = [...values.keys()].filter((i) => few(i) * FIRST_ROWS > MOST_COUNTED * SEARCHED_ROWS)
  const every = candidates.length === 0 ? few : await countValues(candidates, firstRows)
  const large = candidates.filter((i) => every(i) * FIRST_ROWS > MOST_COUNTED * firstRows)
  const found = values.map((): FrequentText[] | undefined => undefined)
  for (const i of large) found[i] = []
  if (large.length === 0) return found
  const parts = large.map((i): Sql => {
    const some = sql`SELECT ${values[i]} AS value, COUNT(*) AS n FROM ${rows(SEARCHED_ROWS)} WHERE ${values[i]} IS NOT
      NULL GROUP BY 1`
    return sql`SELECT * FROM (SELECT ${i} AS place, value FROM (${some}) AS counted WHERE n >= ${LEAST_FREQUENT} ORDER
      BY n DESC, value LIMIT ${MOST_FREQUENT}) AS frequent`
  })
  const isTaken = sql`CASE WHEN ${isDrawn(sql`value`, DRAWN)} THEN 1 ELSE 0 END`
  const select = sql`SELECT place, value, ${isTaken} AS drawn FROM (${join(parts, ' UNION ALL ')}) AS lines`
  const lines = await engine.query(select, run)
  const [texts, drawn] = [lines.texts('value') as readonly string[], lines.integers('drawn')]
  for (const [line, place] of lines.integers('place').entries())
    found[place]?.push({ text: texts[line], drawn: drawn[line] === 1 })
  return found
}

function isDrawn(value: Sql, oneIn: number, frequent: readonly FrequentText[] = []): Sql {
  const texts = frequent.map(({ text }) => duckdbDialect.literal(text))
  return sql`HASH(${value}) % ${oneIn} = 0${texts.length === 0 ? sql`` : sql` OR ${value} IN (${join(texts)})`}`
}

const named = (sign: string, i: number) => duckdbDialect.identifier(`${sign}${i}`)
