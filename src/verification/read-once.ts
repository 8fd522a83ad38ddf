/**
 * A written file as a table of the session: everything that is counted of it afterwards reads this, and the file is parsed once. Classes, values of
 * sensitive columns and what other columns give away took a pass over the text each.
 *
 * Released rows repeat themselves, for that is what a release is. Where the first ones of a large file do, rows that are the same become one
 * with its number of times: five million rows of a census are 450,000, which cost a tenth of the questions. Lines that are the same are counted
 * before the engine reads them (`count-lines.ts`), or by the engine where a line may be no row. Where rows do not repeat themselves, because a
 * column that is not recoded has many values, they are kept as they are: a pass, and room for them in the engine.
 */
import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join as joinPath } from 'node:path'
import type { EngineRun } from '../engines/engine.ts'
import { CancelledError } from '../ground/errors.ts'
import { inOwnThread } from '../ground/workers/own-thread.ts'
import { siblingModule } from '../ground/workers/pool.ts'
import { readStart } from '../sources/first-bytes.ts'
import type { Table } from '../sources/open-source.ts'
import { join, type Source, type Sql, sql } from '../sql/dialect.ts'
import { countLines, type DifferentLines, type LinesTask, open } from './count-lines.ts'

/** Rows that are the same, put together: `times` is the column that says how many. */
export interface RepeatedRows {
  readonly rows: Table
  readonly times: string
}

/** What can be counted: each row for one, or for as many as it says. */
export type Countable = Table | RepeatedRows

export interface ReadOnce {
  /** All rows, one by one. */
  readonly release: Table
  /** For counting. */
  readonly counted: Countable
}

const RELEASED = 'halftone released'
const TIMES = 'halftone times'
/** Bytes of a file below which a look at its first rows costs more than it saves. */
const WORTH_A_LOOK = 4 << 20
/** Bytes of a file that another thread reads. */
const WORTH_A_THREAD = 64 << 20
/** What is looked at of it. */
const FIRST_BYTES = 2 << 20
/** Of the first rows, at most so many may be different. A share of the rows that follow, which repeat the earlier ones, is different then. */
const MOST_DIFFERENT = 0.8
/** Grouping by more columns costs more than it saves. */
const MOST_COLUMNS = 40

export interface ReadOnceRun extends EngineRun {
  /** Bytes of a file whose first rows are looked at. */
  readonly worthALook?: number
  /** Is called when the engine has what it counts, and other threads may have other work. */
  readonly read?: () => void
}

/** The engine's session has it until it is closed. */
export async function readOnce(file: Table, run: ReadOnceRun = {}): Promise<ReadOnce> {
  const { worthALook = WORTH_A_LOOK } = run
  const { engine, source } = file
  // What is a table already is read by columns.
  if (source.kind === 'table') return { release: file, counted: file }
  const { dialect } = engine
  const table = (columns: Table['columns']): Table => ({
    ...file,
    columns,
    source: { kind: 'table', table: [RELEASED] },
  })
  if (isTextOf(file, worthALook) && isRepetitive(file.files[0])) {
    if (!(await groupLines(file, run))) await groupRows(file, source, sql`COUNT(*)`, run)
    run.read?.()
    return { release: file, counted: { rows: table(file.columns), times: TIMES } }
  }
  await engine.execute(dialect.createTable(RELEASED, sql`SELECT * FROM ${dialect.scan(source)}`), run)
  run.read?.()
  const release = table(file.columns)
  return { release, counted: release }
}

/** Rows that are the same, by their lines; false where the engine has to look at all of them. */
async function groupLines(file: Table, run: EngineRun): Promise<boolean> {
  const { engine, source } = file
  const { dialect, folder } = engine
  if (folder === undefined || source.kind !== 'files') return false
  const reduced = joinPath(folder, `lines-${randomUUID()}.csv`)
  try {
    const lines = await linesOf({ source, reduced, times: TIMES }, run)
    if (lines === undefined) return false
    const times = dialect.wholeNumber(dialect.identifier(TIMES))
    if (lines.distinct) await groupRows(file, lines.source, times, run, false)
    else await groupRows(file, lines.source, sql`SUM(${times})`, run)
    return true
  } catch (error) {
    if (error instanceof CancelledError) throw error
    // What is wrong with the file is said of the file itself, and of its own lines.
    return false
  } finally {
    await rm(reduced, { force: true })
  }
}

async function linesOf(task: LinesTask, { signal }: EngineRun): Promise<DifferentLines | undefined> {
  const { source, reduced, times } = task
  if (statSync(source.files[0]).size < WORTH_A_THREAD) return countLines(source, reduced, times, signal)
  return inOwnThread(open, siblingModule('./count-lines', import.meta.url), task, signal)
}

async function groupRows(
  { engine, columns }: Table,
  source: Source,
  times: Sql,
  run: EngineRun,
  together = true,
): Promise<void> {
  const { dialect } = engine
  const names = join(columns.map(({ name }) => dialect.identifier(name)))
  const grouped = sql`SELECT ${names}, ${dialect.wholeNumber(times)} AS ${dialect.identifier(TIMES)} FROM ${dialect.scan(source)}${together ? sql` GROUP BY ${names}` : sql``}`
  await engine.execute(dialect.createTable(RELEASED, grouped), run)
}

/** Cells of other formats are no texts, and what is the same there is another question. */
function isTextOf({ source, files, columns }: Table, worthALook: number): boolean {
  if (source.kind !== 'files' || source.format !== 'csv' || columns.length > MOST_COLUMNS) return false
  return columns.every(({ name }) => name !== TIMES) && files.some((name) => statSync(name).size >= worthALook)
}

/** By the lines at the start of the file. A line may be no row; which way is quicker is all that hangs on it. */
function isRepetitive(file: string): boolean {
  const lines = readStart(file, FIRST_BYTES).toString('latin1').split('\n').slice(1, -1)
  return new Set(lines).size <= lines.length * MOST_DIFFERENT
}

export function tableOf(counted: Countable): Table {
  return 'times' in counted ? counted.rows : counted
}

/** How many rows there are, in a statement: all of them, or those that are like this. */
export function countRowsOf(counted: Countable, like?: Sql): Sql {
  const { dialect } = tableOf(counted).engine
  if (!('times' in counted))
    return dialect.wholeNumber(like === undefined ? sql`COUNT(*)` : sql`COUNT(CASE WHEN ${like} THEN 1 END)`)
  const times = dialect.identifier(counted.times)
  return dialect.wholeNumber(
    sql`COALESCE(SUM(${like === undefined ? times : sql`CASE WHEN ${like} THEN ${times} END`}), 0)`,
  )
}
