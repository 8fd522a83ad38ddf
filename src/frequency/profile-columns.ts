/**
 * What every column of a table holds: distinct values with their counts, for `halftone init` and the studio. Counts are exact: roles and
 * trees depend on them. Columns with very many distinct values are shown by the most frequent of them, with the exact number of all.
 * Cost: a grouping per column, one at a time.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import type { ProfiledColumn } from '../hierarchy/propose.ts'
import { join, type Source, sql } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'

/** Columns with more distinct values than this are shown by example: no tree is made of them. */
export const LISTED_VALUES = 50_000

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
  const profiles: ProfiledColumn[] = []
  for (let i = 0; i < columns.length; i++) {
    const most = LISTED_VALUES + 1
    const counted = sql`SELECT ${values[i]} AS value, ${dialect.wholeNumber(sql`COUNT(*)`)} AS n FROM ${dialect.scan(source)} WHERE ${values[i]} IS NOT NULL GROUP BY 1`
    const selectResult = sql`SELECT value, n, ${dialect.wholeNumber(sql`COUNT(*) OVER ()`)} AS distinct_values FROM (${counted}) AS counted ORDER BY n DESC, ${dialect.ordered(sql`value`)} LIMIT ${most}`
    const result = await engine.query(selectResult, run)
    const texts = result.texts('value') as readonly string[]
    const order = [...texts.keys()].sort((a, b) => (texts[a] < texts[b] ? -1 : 1))
    const counts = result.numbers('n')
    profiles.push({
      name: columns[i],
      rows,
      values: order.map((place) => texts[place]),
      counts: order.map((place) => counts[place]),
      missingCount: rows - sizes.numbers(`known${i}`)[0],
      distinct: result.rows === 0 ? 0 : result.numbers('distinct_values')[0],
    })
  }
  return profiles
}
