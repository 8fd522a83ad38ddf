/**
 * Loads a written file into a session table, so that all checks read it only once. If the start of a large file is
 * repetitive, equal rows are merged with their count: five million census rows become 450,000, and queries take a tenth
 * of the time. The engine reads, never the kernel that counted the source: a fault of one reader is seen by the other.
 */
import { statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join as joinPath } from 'node:path'
import type { EngineRun } from '../engines/engine.ts'
import { askFigures } from '../engines/figures.ts'
import { throwIfCancelled } from '../ground/errors.ts'
import { readStart } from '../sources/first-bytes.ts'
import type { Table } from '../sources/table.ts'
import { type FileSource, isColumnar, join, type Sql, sql } from '../sql/dialect.ts'

export type Countable = Table | { readonly rows: Table; readonly times: string }

export interface ReadOnce {
  readonly release: Table
  readonly counted: Countable
}

const RELEASED = 'halftone released'
const TIMES = 'halftone times'
const LINE = 'halftone line'
/** Bytes of text below which sampling costs more than it saves; a columnar file is a fraction of its text. */
const WORTH_A_LOOK = 4 << 20
const TEXT_PER_BYTE = 4
const FIRST_BYTES = 2 << 20
const FIRST_ROWS = 20_000
/** The smallest share of rows in the sample that repeat another. */
const LEAST_REPEATED = 0.2
/** As much if the share grew with the file, which it does until most rows repeat: 13 % of 2 MiB are 57 % of 90 MiB. */
const LEAST_IN_FILE = 2
/** Grouping by more columns costs more than it saves. */
const MOST_COLUMNS = 40

export interface ReadOnceRun extends EngineRun {
  /** Bytes of text from which equal rows may be merged. */
  readonly linesFrom?: number | undefined
  readonly read?: () => void
}

export async function readOnce(file: Table, run: ReadOnceRun = {}): Promise<ReadOnce> {
  const { linesFrom = WORTH_A_LOOK } = run
  const { engine, source } = file
  // Columnar tables need no copy.
  if (source.kind === 'table') return { release: file, counted: file }
  const { dialect } = engine
  const table = (columns: Table['columns']): Table => ({
    ...file,
    columns,
    source: { kind: 'table', table: [RELEASED] },
  })
  const isText = source.kind === 'files' && source.format === 'csv'
  const find = isText ? repeatedLines : repeatedRows
  const repeated = isLarge(file, linesFrom) ? await find(file, run) : 0
  if (repeated > 0) {
    if (!isText || !(await groupLines(file, source, repeated, run))) await groupRows(file, run)
    run.read?.()
    return { release: file, counted: { rows: table(file.columns), times: TIMES } }
  }
  await engine.execute(dialect.createTable(RELEASED, sql`SELECT * FROM ${dialect.scan(source)}`), run)
  run.read?.()
  const release = table(file.columns)
  return { release, counted: release }
}

/**
 * Groups the lines of a delimited file, which takes a tenth of the time of reading their cells, and reads the cells of
 * different lines alone. False if a line is not a row: a cell has a line break, or nothing is in it.
 */
async function groupLines({ engine, columns }: Table, source: FileSource, repeated: number, run: EngineRun) {
  const { dialect, folder } = engine
  const { csv, files } = source
  if (folder === undefined || csv?.encoding !== 'utf-8' || csv.ours !== undefined) return false
  const skip = csv.skip + (csv.headerLine ? 1 : 0)
  const lines = { column: LINE, skip, encoding: csv.encoding, strict: true } as const
  const [line, times, quote] = [dialect.identifier(LINE), dialect.identifier(TIMES), dialect.literal(csv.quote)]
  const scanned = dialect.scan({ kind: 'files', files, format: 'lines', lines })
  const quotes = sql`LENGTH(${line}) - LENGTH(REPLACE(${line}, ${quote}, ''))`
  const broken = sql`${line} IS NULL OR (STRPOS(${line}, ${quote}) > 0 AND (${quotes}) % 2 = 1)`
  const counted = sql`${dialect.text(sql`COUNT(*)`)} || ${dialect.literal(csv.delimiter)} || ${line}`
  const row = sql`CASE WHEN ${broken} THEN error('not a row') ELSE ${counted} END AS ${line}`
  const text = joinPath(folder, 'lines.csv')
  try {
    // Many different lines take much memory: DuckDB then gives back at once what it no longer uses, at some cost.
    if (repeated < LEAST_REPEATED) await engine.execute(sql`SET allocator_bulk_deallocation_flush_threshold = '8MB'`)
    const sink = { file: text, format: 'csv', delimiter: csv.delimiter, compression: 'none', quote: '' } as const
    await engine.export(sql`SELECT ${row} FROM ${scanned} GROUP BY ${line}`, sink, run)
    const cells = { ...csv, columns: [TIMES, ...csv.columns], headerLine: true, skip: 0 }
    const names = join(columns.map(({ name }) => dialect.identifier(name)))
    const rows = dialect.scan({ ...source, files: [text], csv: cells })
    const select = sql`SELECT ${names}, CAST(${times} AS BIGINT) AS ${times} FROM ${rows}`
    await engine.execute(dialect.createTable(RELEASED, select), run)
    return true
  } catch {
    // Whatever cannot be read as lines is read as rows, with the messages of that.
    throwIfCancelled(run.signal)
    return false
  } finally {
    await rm(text, { force: true })
  }
}

async function groupRows({ engine, columns, source }: Table, run: EngineRun) {
  const { dialect } = engine
  const names = join(columns.map(({ name }) => dialect.identifier(name)))
  const grouped = sql`SELECT ${names}, ${dialect.wholeNumber(sql`COUNT(*)`)} AS ${dialect.identifier(TIMES)} FROM
    ${dialect.scan(source)} GROUP BY ${names}`
  await engine.execute(dialect.createTable(RELEASED, grouped), run)
}

/** Text, or a columnar file whose equal rows have equal texts: −0 and 0 do not. */
function isLarge({ source, files, columns }: Table, worthALook: number): boolean {
  if (source.kind !== 'files' || columns.length > MOST_COLUMNS || columns.some(({ name }) => name === TIMES))
    return false
  const isColumns = isColumnar(source) && !columns.some(({ type }) => /DOUBLE|FLOAT/.test(type))
  const bytes = isColumns ? worthALook / TEXT_PER_BYTE : source.format === 'csv' ? worthALook : Number.POSITIVE_INFINITY
  return files.some((name) => statSync(name).size >= bytes)
}

async function repeatedRows({ engine, source, columns }: Table, run: EngineRun): Promise<number> {
  const { dialect } = engine
  const first = sql`(SELECT * FROM ${dialect.scan(source)} LIMIT ${FIRST_ROWS}) AS halftone_first`
  const names = join(columns.map(({ name }) => dialect.identifier(name)))
  const grouped = sql`(SELECT COUNT(*) AS n FROM ${first} GROUP BY ${names}) AS halftone_grouped`
  const { rows, different } = await askFigures(engine, { rows: sql`SUM(n)`, different: sql`COUNT(*)` }, grouped, run)
  return rows - different >= rows * LEAST_REPEATED ? 1 : 0
}

/** Samples lines, which may not be rows: this only decides which way is faster. 0 if too few are repeated. */
function repeatedLines({ files: [file] }: Table): number {
  const lines = readStart(file, FIRST_BYTES).toString('latin1').split('\n').slice(1, -1)
  const least = Math.min(LEAST_REPEATED, (LEAST_IN_FILE * FIRST_BYTES) / statSync(file).size)
  const share = 1 - new Set(lines).size / lines.length
  return share >= least ? share : 0
}

export function countedTable(counted: Countable): Table {
  return 'times' in counted ? counted.rows : counted
}

/** Rows are grouped by a text as loaded, often an ENUM; by the text of any other cell, at several times the cost. */
export function groupKey(counted: Countable, column: string): Sql {
  const { engine, source, columns } = countedTable(counted)
  const { dialect } = engine
  const isLoaded = source.kind === 'table' && source.table[0] === RELEASED
  const isText = isLoaded && columns.find(({ name }) => name === column)?.kind === 'text'
  return isText ? dialect.identifier(column) : dialect.text(dialect.identifier(column))
}

export function rowCount(counted: Countable, like?: Sql): Sql {
  const { dialect } = countedTable(counted).engine
  if (!('times' in counted))
    return dialect.wholeNumber(like === undefined ? sql`COUNT(*)` : sql`COUNT(CASE WHEN ${like} THEN 1 END)`)
  const times = dialect.identifier(counted.times)
  return dialect.wholeNumber(
    sql`COALESCE(SUM(${like === undefined ? times : sql`CASE WHEN ${like} THEN ${times} END`}), 0)`,
  )
}
