/** Relates columns in the engine: whether one determines another, and what each adds to singling out rows. */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { countRows } from '../engines/figures.ts'
import { join, type Source, type Sql, sql } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'
import { relateRows } from './relate-rows.ts'

export interface RelateRequest {
  readonly engine: Engine
  readonly source: Source
  readonly missingValues: readonly string[]
}

/** The one value of `coarse` for each value of `fine`; undefined if some value has two, or none. */
export async function valuesAbove(
  { engine, source, missingValues }: RelateRequest,
  fine: string,
  coarse: string,
  run: EngineRun = {},
): Promise<ReadonlyMap<string, string> | undefined> {
  const { dialect } = engine
  const [below, above] = [fine, coarse].map((column) => valueOrMissing(dialect, column, missingValues))
  const groups = sql`SELECT ${below} AS below, MIN(${above}) AS least, MAX(${above}) AS most FROM ${dialect.scan(source)} WHERE ${below} IS NOT NULL GROUP BY 1`
  const broken = sql`(${groups}) AS pairs WHERE least IS NULL OR least <> most`
  if ((await countRows(engine, broken, run)) > 0) return undefined
  const result = await engine.query(sql`SELECT below, least FROM (${groups}) AS pairs`, run)
  const texts = result.texts('least')
  return new Map(result.texts('below').map((value, i) => [value as string, texts[i] as string]))
}

export interface Relation {
  /** Rows that have both values; distinct values of both columns there, and distinct pairs. */
  readonly rows: number
  readonly firsts: number
  readonly seconds: number
  readonly pairs: number
  /** Pairs whose first text contains the second, with two figures: `03` in `2024-03-17`. */
  readonly within: number
  /** Distinct values of the second column that the first has in some row. */
  readonly shared: number
}

/** More rows than this say the same of two columns. */
const RELATED_ROWS = 50_000
/** Pairs per statement: limits the groups held at once. */
const PAIRS_AT_ONCE = 16

/** Relates the columns of each pair, over the first rows. Cost: in a database, a grouping per pair. */
export async function relatePairs(
  request: RelateRequest,
  pairs: readonly (readonly [string, string])[],
  run: EngineRun = {},
): Promise<Relation[]> {
  const { engine, source, missingValues } = request
  const { dialect } = engine
  if (engine.folder !== undefined) return relateRows(request, pairs, RELATED_ROWS, run)
  const parts = pairs.map(([first, second], place) => {
    // The two columns alone: DuckDB takes seconds to plan statements that name all of 300 columns in each part.
    const both = join([first, second].map((column) => dialect.identifier(column)))
    const rows = sql`(SELECT ${both} FROM ${dialect.scan(source)} LIMIT ${RELATED_ROWS}) AS first_rows`
    const [one, other] = [first, second].map((column) => valueOrMissing(dialect, column, missingValues))
    const known = sql`${one} IS NOT NULL AND ${other} IS NOT NULL`
    const groups = sql`SELECT ${one} AS one, ${other} AS other, COUNT(*) AS n FROM ${rows} WHERE ${known} GROUP BY 1, 2`
    const figures = sql`CASE WHEN LENGTH(other) = 1 THEN CONCAT('0', other) ELSE other END`
    const within = sql`SUM(CASE WHEN one LIKE CONCAT('%', ${figures}, '%') THEN 1 ELSE 0 END)`
    const seconds = sql`SELECT DISTINCT ${other} AS other FROM ${rows} WHERE ${other} IS NOT NULL`
    const shared = sql`SELECT COUNT(*) FROM (${seconds}) AS seconds WHERE other IN (SELECT ${one} FROM ${rows})`
    const figure = (name: string, value: Sql) => sql`${dialect.wholeNumber(value)} AS ${dialect.identifier(name)}`
    const counts = [
      figure('total', sql`COALESCE(SUM(n), 0)`),
      figure('firsts', sql`COUNT(DISTINCT one)`),
      figure('seconds', sql`COUNT(DISTINCT other)`),
      figure('pairs', sql`COUNT(*)`),
      figure('within', sql`COALESCE(${within}, 0)`),
      figure('shared', sql`(${shared})`),
    ]
    return sql`SELECT ${place} AS place, ${join(counts)} FROM (${groups}) AS groups_of_both`
  })
  const relations: Relation[] = []
  for (let from = 0; from < parts.length; from += PAIRS_AT_ONCE) {
    const some = join(parts.slice(from, from + PAIRS_AT_ONCE), ' UNION ALL ')
    const answer = await engine.query(sql`${some} ORDER BY place`, run)
    for (let i = 0; i < answer.rows; i++) {
      const figure = (name: string) => answer.numbers(name)[i]
      relations.push({
        rows: figure('total'),
        firsts: figure('firsts'),
        seconds: figure('seconds'),
        pairs: figure('pairs'),
        within: figure('within'),
        shared: figure('shared'),
      })
    }
  }
  return relations
}

/** The correlation of two columns of numbers, in each pair, over the first rows; 0 where one does not vary. One scan. */
export async function correlate(
  { engine, source, missingValues }: RelateRequest,
  pairs: readonly (readonly [string, string])[],
  run: EngineRun = {},
): Promise<number[]> {
  if (pairs.length === 0) return []
  const { dialect } = engine
  const columns = [...new Set(pairs.flat())]
  const name = (column: string) => dialect.identifier(`n${columns.indexOf(column)}`)
  const numbers = columns.map(
    (column) => sql`${dialect.number(valueOrMissing(dialect, column, missingValues))} AS ${name(column)}`,
  )
  const read = join(columns.map((column) => dialect.identifier(column)))
  const first = sql`(SELECT ${read} FROM ${dialect.scan(source)} LIMIT ${RELATED_ROWS}) AS first_rows`
  const figures = pairs.map(
    ([one, other], i) => sql`CORR(${name(one)}, ${name(other)}) AS ${dialect.identifier(`r${i}`)}`,
  )
  const rows = sql`(SELECT ${join(numbers)} FROM ${first}) AS numbered_rows`
  const answer = await engine.query(sql`SELECT ${join(figures)} FROM ${rows}`, run)
  return pairs.map((_, i) => answer.numbers(`r${i}`)[0] || 0)
}

/** For each set of columns, the number of rows that it singles out. One statement. */
export function countUniques(
  request: RelateRequest,
  sets: readonly (readonly string[])[],
  run: EngineRun = {},
): Promise<number[]> {
  const rows = request.engine.dialect.scan(request.source)
  return sumOverClasses(request, sets, sql`CASE WHEN size = 1 THEN 1 ELSE 0 END`, rows, run)
}

/**
 * For each set of columns, the share of rows that it singles out inside a class of `k` rows drawn by chance. Of n alike
 * among N rows each is alone with k - 1 others with probability (1 - n/N)^(k-1). Counted over the first rows.
 */
export async function expectUniques(
  request: RelateRequest,
  sets: readonly (readonly string[])[],
  { k, rows }: { readonly k: number; readonly rows: number },
  run: EngineRun = {},
): Promise<number[]> {
  const { dialect } = request.engine
  const most = Math.min(rows, RELATED_ROWS)
  const names = join([...new Set(sets.flat())].map((column) => dialect.identifier(column)))
  const first = sql`(SELECT ${names} FROM ${dialect.scan(request.source)} LIMIT ${RELATED_ROWS}) AS first_rows`
  const alone = sql`size * POWER(1 - size * 1.0 / ${most}, ${k - 1})`
  return (await sumOverClasses(request, sets, alone, first, run)).map((count) => count / most)
}

/** For each set of columns, the sum of a figure over classes of equal rows, from their `size`. */
async function sumOverClasses(
  { engine, missingValues }: RelateRequest,
  sets: readonly (readonly string[])[],
  figure: Sql,
  rows: Sql,
  run: EngineRun,
): Promise<number[]> {
  const { dialect } = engine
  const parts = sets.map((columns, place) => {
    if (columns.length === 0) return sql`SELECT ${place} AS place, ${dialect.wholeNumber(sql`0`)} AS n`
    const values = columns.map(
      (column, i): Sql => sql`${valueOrMissing(dialect, column, missingValues)} AS ${dialect.identifier(`c${i}`)}`,
    )
    const by = join(columns.map((_, i) => sql`${i + 1}`))
    const classes = sql`SELECT ${join(values)}, COUNT(*) AS size FROM ${rows} GROUP BY ${by}`
    const sum = dialect.wholeNumber(sql`COALESCE(ROUND(SUM(${figure})), 0)`)
    return sql`SELECT ${place} AS place, ${sum} AS n FROM (${classes}) AS classes`
  })
  const answer = await engine.query(sql`${join(parts, ' UNION ALL ')} ORDER BY place`, run)
  return [...answer.numbers('n')]
}
