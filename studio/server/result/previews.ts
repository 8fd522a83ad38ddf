/**
 * Rows of a source and its release side by side, paired by a private copy of the release in source order: contents
 * would only let us guess, because many rows look alike.
 */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { userError } from '../../../src/ground/errors.ts'
import { many } from '../../../src/ground/format.ts'
import { hashFile } from '../../../src/ground/hash-file.ts'
import { releaseSource } from '../../../src/kinds/files.ts'
import { columnsInRole } from '../../../src/plan/plan.ts'
import type { Plan } from '../../../src/plan/read-plan.ts'
import type { RunResult } from '../../../src/run.ts'
import type { SourceRequest } from '../../../src/sources/table.ts'
import { join as joinSql, sql } from '../../../src/sql/dialect.ts'
import type { WindowedTable } from '../data/row-windows.ts'
import { openWindowed, openWindows } from '../data/windowed-table.ts'
import { keptOpen } from '../remembered.ts'
import { plannedRun, rowsFile } from '../run/runs.ts'
import type { Session } from '../session.ts'
import type { PreviewFacts } from './api.ts'
import { runAside } from './try-change.ts'

const changedRelease = userError('data')

export interface Preview {
  readonly facts: PreviewFacts
  readonly before: WindowedTable
  /** If paired, a row has the released cells and then those of the source. */
  readonly after: WindowedTable
  close(): Promise<void>
}

/** Both files are copied into the engine: keep only one pair open. */
const opened = keptOpen<Preview>(1)

export async function findPreview(session: Session, id: string): Promise<Preview> {
  const { result, plan } = plannedRun(session, id)
  const inOrder = rowsFile(session, id, result.release)
  const isKept = existsSync(inOrder)
  return opened(session, `${id} ${isKept}`, () => openPreview(session, plan, result, isKept ? inOrder : undefined))
}

async function openPreview(session: Session, plan: Plan, result: RunResult, inOrder?: string): Promise<Preview> {
  const before = await openWindowed(session, plan.source)
  try {
    // Rows of a database have no order.
    const isPaired = inOrder !== undefined && before.shown === undefined
    const paired = isPaired ? await pairRows(session, plan, before, inOrder) : undefined
    const after = paired ?? (await openWindowed(session, sourceOfRelease(plan, result)))
    const columns = after.columns.map((column) => column.name).slice(0, paired && after.columns.length / 2)
    // The first rows are seen meanwhile; a preview that is closed needs nothing.
    after.prepare?.(paired !== undefined).catch(() => {})
    const left = before.rows - after.rows
    return {
      before,
      after,
      facts: {
        columns,
        withheld: before.columns.map((column) => column.name).filter((name) => !columns.includes(name)),
        rowsBefore: before.rows,
        rowsAfter: after.rows,
        inStep: paired !== undefined,
        canPair: inOrder === undefined && before.shown === undefined,
        note:
          paired === undefined
            ? unpaired(before, inOrder)
            : left > 0
              ? `${many(left, 'row')} of the data ${left === 1 ? 'is' : 'are'} not in the release, nor here.`
              : undefined,
      },
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

function unpaired({ shown }: WindowedTable, inOrder: string | undefined): string {
  if (shown !== undefined) return 'The data stay in their database: these are the rows of the release.'
  return inOrder === undefined
    ? 'These are the rows of the release, which was made before this session.'
    : 'These are the rows of the release. The data has other rows by now, or a row became several.'
}

export function sourceOfRelease(plan: Plan, { release = '' }: RunResult): SourceRequest {
  const { table, path } = plan.output
  if (table !== undefined || path !== undefined)
    return { source: plan.source.source, table, path, base: plan.source.base, ours: true }
  return releaseSource(plan, release)
}

/** Undefined if the numbers of rows disagree. */
async function pairRows(session: Session, plan: Plan, before: WindowedTable, file: string) {
  const inOrder = await openWindowed(session, releaseSource(plan, file))
  const { engine, source } = inOrder.table
  const { dialect } = engine
  const names = inOrder.columns.map(({ name }) => name)
  const recoded = plan.kind === 'items' ? [] : columnsInRole(plan, 'quasi-identifier').map(({ name }) => name)
  const quoteNames = (list: readonly string[]) => list.map((name) => dialect.identifier(name))
  const missing = 'missing' in plan && plan.missing === 'drop' ? ['', ...plan.missingValues] : []
  const there = quoteNames(missing.length === 0 ? [] : recoded).map(
    (cell) => sql`COALESCE(${cell}, '') NOT IN (${joinSql(missing.map((text) => dialect.literal(text)))})`,
  )
  const where = there.length === 0 ? sql`` : sql` WHERE ${joinSql(there, ' AND ')}`
  const known = new Set(before.columns.map(({ name }) => name))
  const sourceCells = names.map(
    (name, i) =>
      sql`${known.has(name) ? dialect.identifier(name) : sql`NULL::VARCHAR`} AS ${dialect.identifier(`source ${i}`)}`,
  )
  const raw = sql`(SELECT rowid AS place, ${joinSql(sourceCells)} FROM ${dialect.scan(before.table.source)}${where}
    ORDER BY rowid)`
  const suppressed =
    !('suppressedRows' in plan) || plan.suppressedRows === 'mask' || recoded.length === 0
      ? sql``
      : sql` WHERE NOT (${joinSql(
          quoteNames(recoded).map((cell) => sql`${cell} = '*'`),
          ' AND ',
        )})`
  const name = `${source.kind === 'table' ? source.table[0] : ''} paired`
  const sides = names.map((_, i) => ({ name: `source ${i}`, type: 'text' }))
  const all = [...quoteNames(names), ...quoteNames(sides.map((side) => side.name))]
  const pairs = sql`SELECT ${joinSql(all)} FROM (SELECT * FROM ${dialect.scan(source)} POSITIONAL JOIN
    ${raw})${suppressed}`
  const counted = await engine.query(sql`SELECT ${dialect.wholeNumber(sql`COUNT(*)`)} AS n FROM ${raw}`)
  const agrees = counted.numbers('n')[0] === inOrder.rows
  if (agrees) await engine.execute(dialect.createTable(name, pairs))
  await inOrder.close()
  if (!agrees) return undefined
  const columns = [...inOrder.table.columns, ...inOrder.table.columns.map((column, i) => ({ ...column, ...sides[i] }))]
  return openWindows(engine, name, { ...inOrder.table, columns })
}

/** Runs the job of an earlier release again; its rows are kept in the order of the source if the bytes are equal. */
export async function pairAgain(session: Session, id: string, signal: AbortSignal): Promise<object> {
  const { result, request } = plannedRun(session, id)
  const inOrder = rowsFile(session, id, result.release)
  const isEqual = await runAside(
    session,
    id,
    { job: request.job, inSourceOrder: inOrder, signal },
    async ({ release }) => {
      const digests = [release, result.release].map(async (file) => (await hashFile(file as string)).sha256)
      const [again, published] = release === undefined ? [undefined] : await Promise.all(digests)
      return again !== undefined && again === published
    },
  )
  if (isEqual) return {}
  await rm(inOrder, { force: true })
  throw changedRelease`the job gives another release now: its data or its file was changed, or a limit of time ended its
    search; run it again and look at that result`
}
