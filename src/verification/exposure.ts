/**
 * Measures how columns that are not recoded expose people, on the staged file. A row is a person unless the job has
 * persons.
 *
 * - exposed: people unique by the recoded columns with all `other` columns, which somebody may know;
 * - fingerprint (`alone`): per column, people whose value nobody else has, which links them to another database.
 * Columns that single out nobody alone may do so together (hundreds of markers with three values each), so they are
 * also counted together. Cost: one pass that estimates distinct values, a grouping per column, and two or three by many
 * columns.
 */
import type { EngineRun } from '../engines/engine.ts'
import type { Table } from '../sources/table.ts'
import { join, type Sql, sql } from '../sql/dialect.ts'
import { isSuppressed } from './counted-classes.ts'
import { type Countable, countedTable, groupKeys, rowCount } from './read-once.ts'

export interface ColumnExposure {
  readonly column: string
  readonly role: string
  /** The column's fingerprint: people whose value nobody else has. */
  readonly alone: number
  /** People unique by their value and quasi-identifiers; absent if not counted. */
  readonly together?: number
  /** Rows that share their pseudonym with another row. */
  readonly linked?: number
}

export interface JointExposure {
  readonly columns: readonly string[]
  /** People unique by all these columns. */
  readonly rows: number
  /** Further columns with more than one value that were too many to count. */
  readonly uncounted?: number
}

export interface Exposure {
  readonly columns: readonly ColumnExposure[]
  readonly joint?: JointExposure | undefined
  /** People unique by the recoded columns with all `other` columns. */
  readonly exposed: number
  /** As `exposed`, without the columns that the job accepts. */
  readonly unaccepted: number
}

export interface ExposureRequest {
  readonly quasiIdentifiers: readonly string[]
  readonly others: readonly { readonly column: string; readonly role: string }[]
  readonly people: number
  readonly accepted?: readonly string[]
  /** The released rows with the column of persons, if persons are counted. */
  readonly persons?: PersonsTable | undefined
}

export interface PersonsTable {
  readonly table: Table
  readonly column: string
  /** The release drops suppressed rows, which this table contains. */
  readonly withoutSuppressed: boolean
}

/** Above this many cells, columns are not counted together with the quasi-identifiers; only the report shows it. */
const MOST_CELLS = 2_000_000
/** Above this many cells, only the columns with the most values are counted together: a lower bound. */
const MOST_JOINT_CELLS = 20_000_000
const SETS_OF_A_QUERY = 16

export async function measureExposure(
  release: Countable,
  request: ExposureRequest,
  run: EngineRun = {},
): Promise<Exposure> {
  const { quasiIdentifiers, others, people, accepted = [] } = request
  if (people === 0) return { columns: [], exposed: 0, unaccepted: 0 }
  const unique = uniqueCounter(release, request, run)
  const knowable = knowableColumns(others)
  const rest = knowable.filter((column) => !accepted.includes(column))
  const sets = rest.length < knowable.length ? [knowable, rest] : [knowable]
  const [exposed, unaccepted = exposed] = await unique(sets.map((columns) => [...quasiIdentifiers, ...columns]))
  if (others.length === 0) return { columns: [], exposed, unaccepted }
  const { engine, source } = countedTable(release)
  const { dialect } = engine
  const name = (column: string): Sql => dialect.identifier(column)
  const selectEstimates = sql`SELECT
    ${join(others.map(({ column }, i) => sql`${dialect.wholeNumber(dialect.approximateDistinct(dialect.text(name(column))))} AS ${name(`d${i}`)}`))} FROM ${dialect.scan(source)}`
  const estimates = await engine.query(selectEstimates, run)
  const distinct = others.map((_, i) => estimates.numbers(`d${i}`)[0])
  const isTogether = people * (quasiIdentifiers.length + 1) <= MOST_CELLS
  const alone = await unique(others.map(({ column }) => [column]))
  const together = await unique(isTogether ? others.map(({ column }) => [...quasiIdentifiers, column]) : [])
  const columns: ColumnExposure[] = []
  for (const [i, { column, role }] of others.entries()) {
    const linked = role === 'pseudonym' ? await linkedRows(release, column, run) : undefined
    columns.push({ column, role, alone: alone[i], linked, together: together[i] })
  }
  const varied = [...others.keys()].filter((i) => others[i].role !== 'pseudonym' && distinct[i] > 1)
  if (varied.length < 2) return { columns, exposed, unaccepted }
  const most = Math.max(2, Math.floor(MOST_JOINT_CELLS / people))
  const counted = [...varied].sort((a, b) => distinct[b] - distinct[a] || a - b).slice(0, most)
  const joined = counted.sort((a, b) => a - b).map((i) => others[i].column)
  const [rows] = await unique([joined])
  const uncounted = varied.length > most ? varied.length - most : undefined
  return { columns, joint: { columns: joined, rows, uncounted }, exposed, unaccepted }
}

/** Columns that somebody may know though they are not recoded. A pseudonym is known only with its key. */
export function knowableColumns(others: ExposureRequest['others']): string[] {
  return others.flatMap(({ column, role }) => (role === 'other' || role === 'unlisted' ? [column] : []))
}

/**
 * Returns a function that counts, per set of columns, the people unique by it. A person with several rows is unique if
 * one of them is like nobody else's. One query counts several sets.
 */
export function uniqueCounter(
  release: Countable,
  { quasiIdentifiers, persons }: Pick<ExposureRequest, 'quasiIdentifiers' | 'persons'>,
  run: EngineRun,
): (sets: readonly (readonly string[])[]) => Promise<number[]> {
  const { engine, source } = persons?.table ?? countedTable(release)
  const { dialect } = engine
  const text = (column: string): Sql => dialect.text(dialect.identifier(column))
  const people = (columns: readonly string[]): Sql => {
    if (persons === undefined) {
      const cells = join(groupKeys(release, columns))
      // 64 bits tell rows apart in a tenth of the memory: some of 50 million share a hash with a chance of 1 in 10,000.
      const key = engine.folder !== undefined && columns.length > 1 ? sql`HASH(${cells})` : cells
      const groups = sql`SELECT ${rowCount(release)} AS n FROM ${dialect.scan(source)} GROUP BY ${key}`
      return sql`SELECT ${dialect.wholeNumber(sql`COUNT(*)`)} FROM (${groups}) AS counted WHERE n = 1`
    }
    const person = text(persons.column)
    const shown = persons.withoutSuppressed
      ? sql` WHERE NOT (${isSuppressed(dialect, quasiIdentifiers.map(text))})`
      : sql``
    const groups = sql`SELECT COUNT(DISTINCT ${person}) AS n, MIN(${person}) AS person FROM
      ${dialect.scan(source)}${shown} GROUP BY ${join(columns.map(text))}`
    return sql`SELECT ${dialect.wholeNumber(sql`COUNT(DISTINCT person)`)} FROM (${groups}) AS counted WHERE n = 1`
  }
  return async (sets) => {
    const counts: number[] = []
    for (let from = 0; from < sets.length; from += SETS_OF_A_QUERY) {
      const some = sets.slice(from, from + SETS_OF_A_QUERY)
      const columns = some.map((set, i) => sql`(${people(set)}) AS ${dialect.identifier(`u${i}`)}`)
      const answer = await engine.query(sql`SELECT ${join(columns)}`, run)
      counts.push(...some.map((_, i) => answer.numbers(`u${i}`)[0]))
    }
    return counts
  }
}

async function linkedRows(release: Countable, column: string, run: EngineRun): Promise<number> {
  const { engine, source } = countedTable(release)
  const { dialect } = engine
  const text = dialect.text(dialect.identifier(column))
  const selectFound = sql`SELECT ${dialect.wholeNumber(sql`COALESCE(SUM(n), 0)`)} AS linked FROM (SELECT
    ${rowCount(release)} AS n FROM ${dialect.scan(source)} WHERE ${text} <> '' GROUP BY ${text}) AS people WHERE n > 1`
  const found = await engine.query(selectFound, run)
  return found.numbers('linked')[0]
}
