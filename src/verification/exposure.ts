/**
 * What a released column that is not recoded gives away: rows whose value nobody else has, alone and beside the quasi-identifiers. Counted on
 * the written file. Cost: one pass that estimates distinct values, and a grouping for each column that could single anybody out.
 */
import type { EngineRun } from '../engines/engine.ts'
import type { Table } from '../sources/open-source.ts'
import { join, type Sql, sql } from '../sql/dialect.ts'

export interface ColumnExposure {
  readonly column: string
  readonly role: string
  /** Rows whose value nobody else has. */
  readonly alone: number
  /** Rows that are the only ones with their value and their quasi-identifiers; absent where it was not counted. */
  readonly together?: number
  /** Of a pseudonym: rows that have it in common with another row. */
  readonly linked?: number
}

export interface ExposureRequest {
  readonly quasiIdentifiers: readonly string[]
  readonly others: readonly { readonly column: string; readonly role: string }[]
  readonly rows: number
}

/** More cells than this are not grouped together with the quasi-identifiers: the figure is for the report alone. */
const MOST_CELLS = 2_000_000
/** A column with fewer distinct values, as a share of the rows, singles out fewer than are worth a word. */
const WORTH_COUNTING = 0.005

export async function measureExposure(
  release: Table,
  { quasiIdentifiers, others, rows }: ExposureRequest,
  run: EngineRun = {},
): Promise<ColumnExposure[]> {
  if (others.length === 0 || rows === 0) return []
  const { engine } = release
  const { dialect } = engine
  const text = (column: string): Sql => dialect.text(dialect.identifier(column))
  const estimates = await engine.query(
    sql`SELECT ${join(others.map(({ column }, i) => sql`${dialect.wholeNumber(dialect.approximateDistinct(text(column)))} AS ${dialect.identifier(`d${i}`)}`))} FROM ${dialect.scan(release.source)}`,
    run,
  )
  const uniques = async (columns: readonly string[]): Promise<number> => {
    const texts = columns.map((column, i) => sql`${text(column)} AS ${dialect.identifier(`c${i}`)}`)
    const by = join(columns.map((_, i) => sql`${i + 1}`))
    const groups = sql`SELECT ${join([...texts, sql`COUNT(*) AS n`])} FROM ${dialect.scan(release.source)} GROUP BY ${by}`
    const found = await engine.query(
      sql`SELECT ${dialect.wholeNumber(sql`COUNT(*)`)} AS uniques FROM (${groups}) AS counted WHERE n = 1`,
      run,
    )
    return found.numbers('uniques')[0]
  }
  const exposure: ColumnExposure[] = []
  for (const [i, { column, role }] of others.entries()) {
    const many = estimates.numbers(`d${i}`)[0] >= rows * WORTH_COUNTING
    const alone = many ? await uniques([column]) : 0
    const counted = rows * (quasiIdentifiers.length + 1) <= MOST_CELLS
    exposure.push({
      column,
      role,
      alone,
      linked: role === 'pseudonym' ? await linkedRows(release, column, run) : undefined,
      together: counted ? await uniques([...quasiIdentifiers, column]) : undefined,
    })
  }
  return exposure
}

async function linkedRows({ engine, source }: Table, column: string, run: EngineRun): Promise<number> {
  const { dialect } = engine
  const text = dialect.text(dialect.identifier(column))
  const found = await engine.query(
    sql`SELECT ${dialect.wholeNumber(sql`COALESCE(SUM(n), 0)`)} AS linked FROM (SELECT COUNT(*) AS n FROM ${dialect.scan(source)} WHERE ${text} <> '' GROUP BY ${text}) AS people WHERE n > 1`,
    run,
  )
  return found.numbers('linked')[0]
}
