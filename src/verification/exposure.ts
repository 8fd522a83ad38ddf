/**
 * Counts rows that released columns single out without being recoded, alone and together: hundreds of markers with
 * three values each single out nobody alone, and everybody together. Cost: one pass that estimates distinct values, a
 * grouping per candidate column, and one by all of them.
 */
import type { EngineRun } from '../engines/engine.ts'
import { join, type Sql, sql } from '../sql/dialect.ts'
import { type Countable, countedTable, rowCount } from './read-once.ts'

export interface ColumnExposure {
  readonly column: string
  readonly role: string
  readonly alone: number
  /** Rows with a unique combination of value and quasi-identifiers; absent if not counted. */
  readonly together?: number
  readonly linked?: number
}

export interface JointExposure {
  readonly columns: readonly string[]
  readonly rows: number
  /** Columns left out because of the cost; with them it may be more rows. */
  readonly uncounted?: number
}

export interface Exposure {
  readonly columns: readonly ColumnExposure[]
  readonly joint?: JointExposure | undefined
}

export interface ExposureRequest {
  readonly quasiIdentifiers: readonly string[]
  readonly others: readonly { readonly column: string; readonly role: string }[]
  readonly rows: number
}

/** With more cells, the grouping with quasi-identifiers is skipped: only the report shows the figure. */
const MOST_CELLS = 2_000_000
/** With more cells, only the columns with the most values are combined: a lower bound. */
const MOST_JOINT_CELLS = 20_000_000
/** A column with fewer distinct values, as a share of the rows, singles out too few rows to matter. */
const WORTH_COUNTING = 0.005
const SETS_OF_A_QUERY = 16

export async function measureExposure(
  release: Countable,
  { quasiIdentifiers, others, rows }: ExposureRequest,
  run: EngineRun = {},
): Promise<Exposure> {
  if (others.length === 0 || rows === 0) return { columns: [] }
  const { engine, source } = countedTable(release)
  const { dialect } = engine
  const name = (column: string): Sql => dialect.identifier(column)
  const selectEstimates = sql`SELECT ${join(others.map(({ column }, i) => sql`${dialect.wholeNumber(dialect.approximateDistinct(dialect.text(name(column))))} AS ${name(`d${i}`)}`))} FROM ${dialect.scan(source)}`
  const estimates = await engine.query(selectEstimates, run)
  const distinct = others.map((_, i) => estimates.numbers(`d${i}`)[0])
  const many = distinct.map((values) => values >= rows * WORTH_COUNTING)
  const isTogether = rows * (quasiIdentifiers.length + 1) <= MOST_CELLS
  const alone = await uniqueRows(
    release,
    [...others.keys()].filter((i) => many[i]).map((i) => [others[i].column]),
    run,
  )
  const together = await uniqueRows(
    release,
    isTogether ? others.map(({ column }) => [...quasiIdentifiers, column]) : [],
    run,
  )
  const exposure: ColumnExposure[] = []
  let place = 0
  for (const [i, { column, role }] of others.entries()) {
    exposure.push({
      column,
      role,
      alone: many[i] ? alone[place++] : 0,
      linked: role === 'pseudonym' ? await linkedRows(release, column, run) : undefined,
      together: together[i],
    })
  }
  const varied = [...others.keys()].filter((i) => others[i].role !== 'pseudonym' && distinct[i] > 1)
  return { columns: exposure, joint: await jointExposure(release, varied, { others, distinct, rows }, run) }
}

async function jointExposure(
  release: Countable,
  varied: readonly number[],
  { others, distinct, rows }: Pick<ExposureRequest, 'others' | 'rows'> & { readonly distinct: readonly number[] },
  run: EngineRun,
): Promise<JointExposure | undefined> {
  if (varied.length < 2) return undefined
  const most = Math.max(2, Math.floor(MOST_JOINT_CELLS / rows))
  const counted = [...varied].sort((a, b) => distinct[b] - distinct[a] || a - b).slice(0, most)
  const columns = counted.sort((a, b) => a - b).map((i) => others[i].column)
  const [found] = await uniqueRows(release, [columns], run)
  return { columns, rows: found, uncounted: varied.length > most ? varied.length - most : undefined }
}

/** Several sets per query, since each query has a fixed cost. */
async function uniqueRows(release: Countable, sets: readonly (readonly string[])[], run: EngineRun): Promise<number[]> {
  const { engine, source } = countedTable(release)
  const { dialect } = engine
  const found: number[] = []
  for (let from = 0; from < sets.length; from += SETS_OF_A_QUERY) {
    const some = sets.slice(from, from + SETS_OF_A_QUERY)
    const counts = some.map((columns, i) => {
      const groups = sql`SELECT ${rowCount(release)} AS n FROM ${dialect.scan(source)} GROUP BY ${join(columns.map((column) => dialect.text(dialect.identifier(column))))}`
      return sql`(SELECT ${dialect.wholeNumber(sql`COUNT(*)`)} FROM (${groups}) AS counted WHERE n = 1) AS ${dialect.identifier(`u${i}`)}`
    })
    const answer = await engine.query(sql`SELECT ${join(counts)}`, run)
    found.push(...some.map((_, i) => answer.numbers(`u${i}`)[0]))
  }
  return found
}

async function linkedRows(release: Countable, column: string, run: EngineRun): Promise<number> {
  const { engine, source } = countedTable(release)
  const { dialect } = engine
  const text = dialect.text(dialect.identifier(column))
  const selectFound = sql`SELECT ${dialect.wholeNumber(sql`COALESCE(SUM(n), 0)`)} AS linked FROM (SELECT ${rowCount(release)} AS n FROM ${dialect.scan(source)} WHERE ${text} <> '' GROUP BY ${text}) AS people WHERE n > 1`
  const found = await engine.query(selectFound, run)
  return found.numbers('linked')[0]
}
