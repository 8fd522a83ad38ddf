/**
 * What every column of a table holds: distinct values with their counts, for `halftone init`. One pass tells how many distinct values
 * each column has; columns with few are listed in full, of columns with many the most frequent values stand for the rest.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import type { ProfiledColumn } from '../hierarchy/propose.ts'
import { join, type Source, sql } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'

/** Columns with more distinct values than this are shown by example. */
const listedValues = 5000

export async function profileColumns(
  engine: Engine,
  source: Source,
  columns: readonly string[],
  missingValues: readonly string[],
  run: EngineRun = {},
): Promise<ProfiledColumn[]> {
  const { dialect } = engine
  const values = columns.map((column) => valueOrMissing(dialect, column, missingValues))
  const figures = values.flatMap((value, i) => [
    sql`${dialect.wholeNumber(dialect.approximateDistinct(value))} AS ${dialect.identifier(`distinct${i}`)}`,
    sql`${dialect.wholeNumber(sql`COUNT(${value})`)} AS ${dialect.identifier(`known${i}`)}`,
  ])
  const sizes = await engine.query(
    sql`SELECT ${join([sql`${dialect.wholeNumber(sql`COUNT(*)`)} AS total`, ...figures])} FROM ${dialect.scan(source)}`,
    run,
  )
  const rows = sizes.numbers('total')[0]
  const profiles: ProfiledColumn[] = []
  for (let i = 0; i < columns.length; i++) {
    const most = listedValues + 1
    const result = await engine.query(
      sql`SELECT ${values[i]} AS value, ${dialect.wholeNumber(sql`COUNT(*)`)} AS n FROM ${dialect.scan(source)} WHERE ${values[i]} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, ${dialect.ordered(values[i])} LIMIT ${most}`,
      run,
    )
    const texts = result.texts('value') as readonly string[]
    const order = [...texts.keys()].sort((a, b) => (texts[a] < texts[b] ? -1 : 1))
    const counts = result.numbers('n')
    const known = sizes.numbers(`known${i}`)[0]
    profiles.push({
      name: columns[i],
      rows,
      values: order.map((place) => texts[place]),
      counts: order.map((place) => counts[place]),
      missingCount: rows - known,
      distinct: result.rows < most ? result.rows : Math.min(known, Math.max(most, sizes.numbers(`distinct${i}`)[0])),
    })
  }
  return profiles
}
