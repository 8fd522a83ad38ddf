/**
 * Profiles every column of a table for `halftone init` and the studio: distinct values with exact counts; for columns
 * with very many values, the most frequent ones. Cost: a grouping per column, several in one statement.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import type { ProfiledColumn } from '../hierarchy/propose.ts'
import { join, type Source, sql } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'

/** Columns with more distinct values show examples only: no tree is built from them. */
export const LISTED_VALUES = 50_000

/** Columns per statement: limits the results held at once. */
const AT_ONCE = 8

export interface ProfileRun extends EngineRun {
  /** The column that says how often each row counts; without it, once. */
  readonly times?: string | undefined
}

export async function profileColumns(
  engine: Engine,
  source: Source,
  columns: readonly string[],
  missingValues: readonly string[],
  { times, ...run }: ProfileRun = {},
): Promise<ProfiledColumn[]> {
  const { dialect } = engine
  const count = dialect.wholeNumber(times === undefined ? sql`COUNT(*)` : sql`SUM(${dialect.identifier(times)})`)
  // The line of missing values comes first, so that every limit keeps it.
  const parts = columns.map((column, i) => {
    const value = valueOrMissing(dialect, column, missingValues)
    const counted = sql`SELECT ${value} AS value, ${count} AS n FROM ${dialect.scan(source)} GROUP BY 1`
    const figures = sql`${dialect.wholeNumber(sql`COUNT(value) OVER ()`)} AS every,
      ${dialect.wholeNumber(sql`SUM(n) OVER ()`)} AS total`
    const order = sql`CASE WHEN value IS NULL THEN 0 ELSE 1 END, n DESC, ${dialect.ordered(sql`value`)}`
    return sql`SELECT * FROM (SELECT ${i} AS place, value, n, ${figures} FROM (${counted}) AS counted ORDER BY ${order}
      LIMIT ${LISTED_VALUES + 2}) AS listed`
  })
  const profiles: ProfiledColumn[] = []
  for (let from = 0; from < parts.length; from += AT_ONCE) {
    const result = await engine.query(join(parts.slice(from, from + AT_ONCE), ' UNION ALL '), run)
    const [places, texts] = [result.integers('place'), result.texts('value')]
    const [counts, every, total] = [result.numbers('n'), result.numbers('every'), result.numbers('total')]
    const columnLines = columns.slice(from, from + AT_ONCE).map((): number[] => [])
    places.forEach((place, line) => void columnLines[place - from].push(line))
    columnLines.forEach((lines, i) => {
      const missing = lines.filter((line) => texts[line] === null)
      const known = lines.filter((line) => texts[line] !== null).slice(0, LISTED_VALUES + 1)
      const order = known.sort((a, b) => (String(texts[a]) < String(texts[b]) ? -1 : 1))
      profiles.push({
        name: columns[from + i],
        rows: lines.length === 0 ? 0 : total[lines[0]],
        values: order.map((line) => String(texts[line])),
        counts: order.map((line) => counts[line]),
        missingCount: missing.length === 0 ? 0 : counts[missing[0]],
        distinct: lines.length === 0 ? 0 : every[lines[0]],
      })
    })
  }
  return profiles
}
