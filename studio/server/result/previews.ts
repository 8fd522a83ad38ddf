/**
 * Rows of a run's source and release, side by side. If rows with missing values were dropped, the engine finds their
 * places once, so that the others stay paired. If suppressed rows were dropped, the pairing is unknown: each file is
 * shown from the top.
 */
import { formatCount } from '../../../src/ground/format.ts'
import { releaseSource } from '../../../src/kinds/files.ts'
import type { TablePlan } from '../../../src/plan/plan.ts'
import type { Plan } from '../../../src/plan/read-plan.ts'
import { pairRows } from '../../../src/recoding/pair-rows.ts'
import { readLabels } from '../../../src/recoding/value-labels.ts'
import type { RunResult } from '../../../src/run.ts'
import type { SourceRequest } from '../../../src/sources/open-source.ts'
import { join as joinSql, sql } from '../../../src/sql/dialect.ts'
import type { RowWindow } from '../data/api.ts'
import { openWindowed, type WindowedTable } from '../data/windowed-table.ts'
import { keptOpen } from '../remembered.ts'
import { plannedRun } from '../run/runs.ts'
import type { Session } from '../session.ts'
import type { PreviewFacts, PreviewSide } from './api.ts'

export interface Preview {
  readonly facts: PreviewFacts
  readonly before: WindowedTable
  readonly after: WindowedTable
  window(side: PreviewSide, from: number, count: number): Promise<RowWindow>
  close(): Promise<void>
}

/** Both files are copied into the engine: keep only one pair open. */
const opened = keptOpen<Preview>(1)

export async function findPreview(session: Session, id: string): Promise<Preview> {
  const { result, plan } = plannedRun(session, id)
  return opened(session, id, () => openPreview(session, plan, result))
}

async function openPreview(session: Session, plan: Plan, result: RunResult): Promise<Preview> {
  const before = await openWindowed(session, plan.source)
  try {
    const after = await openWindowed(session, sourceOfRelease(plan, result))
    const columns = after.columns.map((column) => column.name)
    const order = await findOrder(plan, result, before, after)
    return {
      before,
      after,
      facts: {
        columns,
        withheld: before.columns.map((column) => column.name).filter((name) => !columns.includes(name)),
        rowsBefore: before.rows,
        rowsAfter: after.rows,
        inStep: order.places !== undefined,
        note: order.note,
      },
      window: (side, from, count) =>
        side === 'after' ? after.window(from, count) : rowsBefore(before, columns, order, from, count),
      async close() {
        await before.close()
        await after.close()
      },
    }
  } catch (error) {
    await before.close()
    throw error
  }
}

export function sourceOfRelease(plan: Plan, { release = '' }: RunResult): SourceRequest {
  const { table, path } = plan.output
  if (table !== undefined || path !== undefined)
    return { source: plan.source.source, table, path, base: plan.source.base, ours: true }
  return releaseSource(plan, release)
}

interface RowOrder {
  /** Source row of a released row; absent if unknown. */
  readonly places?: (row: number) => number
  /** Neighbours in the release need not be neighbours in the source. */
  readonly scattered?: boolean
  readonly note?: string
}

async function findOrder(
  plan: Plan,
  { missing, recoding = plan.output.recoding }: RunResult,
  before: WindowedTable,
  after: WindowedTable,
): Promise<RowOrder> {
  if (before.shown !== undefined)
    return {
      note:
        'The data are in a database, of which the first rows are shown; the release is shown from its top, in ' +
        'an order of its own, and cells are not compared.',
    }
  const sorted = plan.arrangement.order === 'sorted'
  if (!sorted && before.rows === after.rows) return { places: (row) => row }
  const why = sorted ? 'is sorted by what its rows say' : 'has fewer rows than the data'
  const notPaired = `The release ${why}, so both are shown from the top, each in its order; cells are not compared`
  if (plan.kind === 'items')
    return { note: `${notPaired}${sorted ? '' : ': baskets were left out, or a basket takes several rows'}.` }
  if (sorted) return pairedOrder(plan, recoding, before, after, notPaired)
  const left = before.rows - after.rows
  if (left !== missing) {
    return {
      note: `${notPaired}: ${formatCount(left - missing)} suppressed rows were left out of the release.`,
    }
  }
  const gaps = await missingRows(plan, before)
  if (gaps.length !== left) return { note: `${notPaired}: the data is not what it was.` }
  const note = `${formatCount(left)} rows with a missing value were left out of the release and here too.`
  return { places: (row) => placeAmong(gaps, row), note }
}

/** Longer releases are not paired. */
const mostPaired = 200_000

/** Pairs a sorted release with the data by its private recoding. */
async function pairedOrder(
  plan: TablePlan,
  recoding: string,
  before: WindowedTable,
  after: WindowedTable,
  notPaired: string,
): Promise<RowOrder> {
  if (before.rows > mostPaired) return { note: `${notPaired}: there are more than ${formatCount(mostPaired)} rows.` }
  const recoded = plan.columns.filter((column) => column.role === 'quasi-identifier').map((column) => column.name)
  const others = after.columns.map((column) => column.name).filter((name) => !recoded.includes(name))
  const labels = readLabels(recoding)
  const rows = await readTexts(before, [...recoded, ...others])
  const inTerms = rows.map((row) =>
    row.map((cell, i) => (i < recoded.length ? (labels.get(recoded[i])?.(cell) ?? '?') : cell)),
  )
  const places = pairRows(inTerms, await readTexts(after, [...recoded, ...others]), recoded.length)
  if (places === undefined) return { note: `${notPaired}: the recoding says it by class, not by column.` }
  const sourceRows = new Int32Array(after.rows)
  places.forEach((place, row) => {
    if (place >= 0) sourceRows[place] = row
  })
  const left = before.rows - after.rows
  return {
    places: (row) => sourceRows[row],
    scattered: true,
    note: left > 0 ? `${formatCount(left)} rows were left out of the release; they are left out here too.` : undefined,
  }
}

async function readTexts({ table, rows: count }: WindowedTable, names: readonly string[]): Promise<string[][]> {
  const { dialect } = table.engine
  const cells = names.map((name, i) => sql`${dialect.text(dialect.identifier(name))} AS ${dialect.identifier(`c${i}`)}`)
  const answer = await table.engine.query(
    sql`SELECT ${joinSql(cells)} FROM ${dialect.scan(table.source)} ORDER BY rowid`,
  )
  const columns = names.map((_, i) => answer.texts(`c${i}`))
  return Array.from({ length: count }, (_, row) => columns.map((texts) => texts[row] ?? ''))
}

/** Rows that lack a quasi-identifier, ascending. */
async function missingRows(plan: TablePlan, { table }: WindowedTable): Promise<ArrayLike<number>> {
  const { dialect } = table.engine
  const lacks = plan.columns
    .filter((column) => column.role === 'quasi-identifier')
    .flatMap(({ name }) => {
      const cell = dialect.identifier(name)
      return [sql`${cell} IS NULL`, ...plan.missingValues.map((text) => sql`${cell} = ${dialect.literal(text)}`)]
    })
  const answer = await table.engine.query(
    sql`SELECT ${dialect.wholeNumber(sql`rowid`)} AS place FROM ${dialect.scan(table.source)} WHERE ${joinSql(lacks, ' OR ')} ORDER BY rowid`,
  )
  return answer.numbers('place')
}

/** The index of the row that has `row` rows before it, not counting the gaps (ascending). */
function placeAmong(gaps: ArrayLike<number>, row: number): number {
  let [low, high] = [0, gaps.length]
  // The gaps before the row satisfy gaps[i] − i ≤ row.
  while (low < high) {
    const middle = (low + high) >> 1
    if (gaps[middle] - middle <= row) low = middle + 1
    else high = middle
  }
  return row + low
}

function isPlace(place: number | undefined): place is number {
  return place !== undefined
}

/** Source rows in the order of the release, in as few windows as the gaps allow. */
async function rowsBefore(
  table: WindowedTable,
  columns: readonly string[],
  { places = (row) => row, scattered = false }: RowOrder,
  from: number,
  count: number,
): Promise<RowWindow> {
  const indices = columns.map((name) => table.columns.findIndex((column) => column.name === name))
  if (scattered) {
    const found = await table.at(Array.from({ length: count }, (_, i) => places(from + i)).filter(isPlace))
    return { from, rows: found.map((cells) => indices.map((index) => (index < 0 ? null : cells[index]))) }
  }
  const rows: (string | null)[][] = []
  let next = from
  while (next < from + count) {
    const first = places(next)
    const window = await table.window(first, places(from + count - 1) - first + 1)
    if (window.rows.length === 0) break
    for (; next < from + count && places(next) < first + window.rows.length; next++) {
      const cells = window.rows[places(next) - first]
      rows.push(indices.map((index) => (index < 0 ? null : cells[index])))
    }
  }
  return { from, rows }
}
