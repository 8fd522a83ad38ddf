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

export async function profileColumns(
  engine: Engine,
  source: Source,
  columns: readonly string[],
  missingValues: readonly string[],
  run: EngineRun = {},
): Promise<ProfiledColumn[]> {
  const { dialect } = engine
  const values = columns.map((column) => valueOrMissing(dialect, column, missingValues))
  const known = values.map(
    (value, i) => sql`${dialect.wholeNumber(sql`COUNT(${value})`)} AS ${dialect.identifier(`known${i}`)}`,
  )
  const selectSizes = sql`SELECT ${join([sql`${dialect.wholeNumber(sql`COUNT(*)`)} AS total`, ...known])} FROM ${dialect.scan(source)}`
  const sizes = await engine.query(selectSizes, run)
  const rows = sizes.numbers('total')[0]
  const most = LISTED_VALUES + 1
  const parts = values.map((value, i) => {
    const counted = sql`SELECT ${value} AS value, ${dialect.wholeNumber(sql`COUNT(*)`)} AS n FROM ${dialect.scan(source)} WHERE ${value} IS NOT NULL GROUP BY 1`
    return sql`SELECT * FROM (SELECT ${i} AS place, value, n, ${dialect.wholeNumber(sql`COUNT(*) OVER ()`)} AS every FROM (${counted}) AS counted ORDER BY n DESC, ${dialect.ordered(sql`value`)} LIMIT ${most}) AS listed`
  })
  const profiles: ProfiledColumn[] = []
  for (let from = 0; from < parts.length; from += AT_ONCE) {
    const result = await engine.query(join(parts.slice(from, from + AT_ONCE), ' UNION ALL '), run)
    const [places, texts] = [result.integers('place'), result.texts('value') as readonly string[]]
    const [counts, every] = [result.numbers('n'), result.numbers('every')]
    for (const [i, name] of columns.entries()) {
      if (i < from || i >= from + AT_ONCE) continue
      const lines = [...places.keys()].filter((line) => places[line] === i)
      const order = lines.toSorted((a, b) => (texts[a] < texts[b] ? -1 : 1))
      profiles.push({
        name,
        rows,
        values: order.map((line) => texts[line]),
        counts: order.map((line) => counts[line]),
        missingCount: rows - sizes.numbers(`known${i}`)[0],
        distinct: lines.length === 0 ? 0 : every[lines[0]],
      })
    }
  }
  return profiles
}
