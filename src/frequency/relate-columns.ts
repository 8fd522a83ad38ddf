/** Relates columns in the engine: whether one determines another, and what each adds to singling out rows. */
import type { EngineRun } from '../engines/engine.ts'
import { countRows } from '../engines/figures.ts'
import { join, type Source, type Sql, sql } from '../sql/dialect.ts'
import { comparableText, valueOrMissing } from '../sql/encoding.ts'
import { FIRST_ROWS } from './hold-rows.ts'
import { type RelateRequest, type Relation, relateRows, selectFirst } from './relate-rows.ts'

/** The one value of `coarse` for each value of `fine`; undefined if some value has two, or none. */
export async function valuesAbove(
  { engine, source, first = source, missingValues }: RelateRequest,
  fine: string,
  coarse: string,
  run: EngineRun = {},
): Promise<ReadonlyMap<string, string> | undefined> {
  const { dialect } = engine
  const [below, above] = [fine, coarse].map((column) => valueOrMissing(dialect, column, missingValues))
  const groups = (rows: Source) =>
    sql`SELECT ${below} AS below, MIN(${above}) AS least, MAX(${above}) AS most FROM ${dialect.scan(rows)} WHERE
      ${below} IS NOT NULL GROUP BY 1`
  for (const rows of new Set([first, source])) {
    const broken = sql`(${groups(rows)}) AS pairs WHERE least IS NULL OR least <> most`
    if ((await countRows(engine, broken, run)) > 0) return undefined
  }
  const result = await engine.query(sql`SELECT below, least FROM (${groups(source)}) AS pairs`, run)
  const texts = result.texts('least')
  return new Map(result.texts('below').map((value, i) => [value as string, texts[i] as string]))
}

/** Pairs per statement: limits the groups held at once. */
const PAIRS_AT_ONCE = 64

/**
 * Relates the columns of each pair, over the first rows. A database turns each row into one for every pair and groups
 * them all at once: Spark takes seconds for a statement, however little it does.
 */
export async function relatePairs(
  request: RelateRequest,
  pairs: readonly (readonly [string, string])[],
  run: EngineRun = {},
): Promise<Relation[]> {
  if (request.engine.folder !== undefined) return relateRows(request, pairs, run)
  const relations: Relation[] = []
  for (let from = 0; from < pairs.length; from += PAIRS_AT_ONCE)
    relations.push(...(await relateTogether(request, pairs.slice(from, from + PAIRS_AT_ONCE), run)))
  return relations
}

async function relateTogether(
  { engine, source, missingValues }: RelateRequest,
  pairs: readonly (readonly [string, string])[],
  run: EngineRun,
): Promise<Relation[]> {
  const { dialect } = engine
  const names = [...new Set(pairs.flat())]
  const columns = join(names.map((name) => dialect.identifier(name)))
  const first = sql`(SELECT ${columns} FROM ${dialect.scan(source)} LIMIT ${FIRST_ROWS}) AS first_rows`
  // Named anew, so that no column is called as ours are.
  const text = (name: string) => dialect.identifier(`v${names.indexOf(name)}`)
  const texts = names.map((name) => sql`${comparableText(dialect, name, missingValues)} AS ${text(name)}`)
  const numbers = pairs.map((_, place) => sql`SELECT ${place} AS place`)
  const places = join(numbers, ' UNION ALL ')
  const side = (which: 0 | 1) => {
    const cases = pairs.map((pair, place) => sql`WHEN ${place} THEN ${text(pair[which])}`)
    return sql`CASE place ${join(cases, ' ')} END`
  }
  const repeated = sql`(SELECT ${join(texts)} FROM ${first}) AS texts CROSS JOIN (${places}) AS places`
  const facts = sql`(SELECT place, ${side(0)} AS one, ${side(1)} AS other FROM ${repeated}) AS facts`
  const known = sql`FROM ${facts} WHERE one IS NOT NULL AND other IS NOT NULL`
  const groups = sql`SELECT place, one, other, COUNT(*) AS n ${known} GROUP BY place, one, other`
  const counts = {
    rows: sql`SUM(n)`,
    firsts: sql`COUNT(DISTINCT one)`,
    seconds: sql`COUNT(DISTINCT other)`,
    pairs: sql`COUNT(*)`,
  }
  const ones = sql`SELECT place, one AS value, 1 AS side FROM ${facts} WHERE one IS NOT NULL`
  const others = sql`SELECT place, other AS value, 2 AS side FROM ${facts} WHERE other IS NOT NULL`
  const sides = sql`(${ones} UNION ALL ${others}) AS sides`
  const both = sql`SELECT place, value FROM ${sides} GROUP BY place, value HAVING MIN(side) < MAX(side)`
  const count = async (figure: Readonly<Record<string, Sql>>, from: Sql) => {
    const { wholeNumber, identifier } = dialect
    const named = Object.entries(figure).map(([name, value]) => sql`${wholeNumber(value)} AS ${identifier(name)}`)
    const answer = await engine.query(sql`SELECT place, ${join(named)} FROM (${from}) AS grouped GROUP BY place`, run)
    const at = new Map(Array.from(answer.integers('place'), (place, i) => [place, i]))
    return (name: string, place: number) => {
      const i = at.get(place)
      return i === undefined ? 0 : answer.numbers(name)[i]
    }
  }
  const counted = await count(counts, groups)
  const shared = await count({ shared: sql`COUNT(*)` }, both)
  return pairs.map((_, place) => ({
    rows: counted('rows', place),
    firsts: counted('firsts', place),
    seconds: counted('seconds', place),
    pairs: counted('pairs', place),
    shared: shared('shared', place),
  }))
}

/** Whether the first text contains the second, with two figures (`03` in `2024-03-17`), in all first rows. One scan. */
export async function findWithin(
  request: RelateRequest,
  pairs: readonly (readonly [string, string])[],
  run: EngineRun = {},
): Promise<boolean[]> {
  if (pairs.length === 0) return []
  const { engine, missingValues } = request
  const { dialect } = engine
  const read = join([...new Set(pairs.flat())].map((column) => dialect.identifier(column)))
  const counts = pairs.map((pair, i) => {
    const [one, other] = pair.map((column) => valueOrMissing(dialect, column, missingValues))
    const figures = sql`CASE WHEN LENGTH(${other}) = 1 THEN CONCAT('0', ${other}) ELSE ${other} END`
    const isOutside = sql`${one} IS NOT NULL AND ${other} IS NOT NULL AND NOT ${one} LIKE CONCAT('%', ${figures}, '%')`
    return sql`${dialect.wholeNumber(sql`COUNT(CASE WHEN ${isOutside} THEN 1 END)`)} AS ${dialect.identifier(`n${i}`)}`
  })
  const rows = selectFirst(request, read, FIRST_ROWS)
  const answer = await engine.query(sql`SELECT ${join(counts)} FROM ${rows}`, run)
  return pairs.map((_, i) => answer.numbers(`n${i}`)[0] === 0)
}

/** The correlation of two columns of numbers, in each pair, over the first rows; 0 if one does not vary. One scan. */
export async function correlate(
  request: RelateRequest,
  pairs: readonly (readonly [string, string])[],
  run: EngineRun = {},
): Promise<number[]> {
  if (pairs.length === 0) return []
  const { engine, missingValues } = request
  const { dialect } = engine
  const columns = [...new Set(pairs.flat())]
  const name = (column: string) => dialect.identifier(`n${columns.indexOf(column)}`)
  const number = (column: string) => dialect.number(valueOrMissing(dialect, column, missingValues))
  const numbers = columns.map((column) => sql`${number(column)} AS ${name(column)}`)
  const read = join(columns.map((column) => dialect.identifier(column)))
  const first = selectFirst(request, read, FIRST_ROWS)
  const { identifier } = dialect
  const figures = pairs.map(([one, other], i) => sql`CORR(${name(one)}, ${name(other)}) AS ${identifier(`r${i}`)}`)
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
  const most = Math.min(rows, request.firstRows ?? FIRST_ROWS)
  const names = join([...new Set(sets.flat())].map((column) => dialect.identifier(column)))
  const first = selectFirst(request, names, most)
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
    const values = columns.map((column) => valueOrMissing(dialect, column, missingValues))
    // A hash of 64 bits tells rows apart as well as their texts, at a fifth of the cost.
    const by = engine.folder === undefined ? join(values) : sql`HASH(${join(values)})`
    const classes = sql`SELECT COUNT(*) AS size FROM ${rows} GROUP BY ${by}`
    const sum = dialect.wholeNumber(sql`COALESCE(ROUND(SUM(${figure})), 0)`)
    return sql`SELECT ${place} AS place, ${sum} AS n FROM (${classes}) AS classes`
  })
  const answer = await engine.query(sql`${join(parts, ' UNION ALL ')} ORDER BY place`, run)
  return [...answer.numbers('n')]
}
