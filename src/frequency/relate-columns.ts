/** Relates columns in the engine: whether one determines another, and what each adds to singling out rows. */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { countRows } from '../engines/figures.ts'
import { join, type Source, type Sql, sql } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'

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

/** For each set of columns, the number of rows that it singles out. One statement. */
export async function countUniques(
  { engine, source, missingValues }: RelateRequest,
  sets: readonly (readonly string[])[],
  run: EngineRun = {},
): Promise<number[]> {
  const { dialect } = engine
  const parts = sets.map((columns, place) => {
    if (columns.length === 0) return sql`SELECT ${place} AS place, ${dialect.wholeNumber(sql`0`)} AS n`
    const values = columns.map(
      (column, i): Sql => sql`${valueOrMissing(dialect, column, missingValues)} AS ${dialect.identifier(`c${i}`)}`,
    )
    const by = join(columns.map((_, i) => sql`${i + 1}`))
    const classes = sql`SELECT ${join(values)}, COUNT(*) AS size FROM ${dialect.scan(source)} GROUP BY ${by}`
    return sql`SELECT ${place} AS place, ${dialect.wholeNumber(sql`COUNT(*)`)} AS n FROM (${classes}) AS classes WHERE size = 1`
  })
  const answer = await engine.query(sql`${join(parts, ' UNION ALL ')} ORDER BY place`, run)
  return [...answer.numbers('n')]
}
