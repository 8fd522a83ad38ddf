/**
 * Loads a written file into a session table, so that all checks read it only once. If the start of a large file is
 * repetitive, equal rows are merged with their count: five million census rows become 450,000, and queries take a tenth
 * of the time. The engine reads, never the kernel that counted the source: a fault of one reader is seen by the other.
 */
import { statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join as joinPath } from 'node:path'
import type { EngineRun } from '../engines/engine.ts'
import { askFigures, countRows } from '../engines/figures.ts'
import { throwIfCancelled } from '../ground/errors.ts'
import { readStart } from '../sources/first-bytes.ts'
import type { Table } from '../sources/table.ts'
import { type FileSource, isColumnar, join, type Sql, sql } from '../sql/dialect.ts'

export type Countable = Table | CountedRows

interface CountedRows {
  readonly rows: Table
  readonly times: string
  /** The same rows by these columns alone. */
  readonly classes?: { readonly columns: readonly string[]; readonly rows: Table }
}

export interface ReadOnce {
  readonly release: Table
  readonly counted: Countable
}

const RELEASED = 'halftone released'
const RELEASED_CLASSES = 'halftone released classes'
const TIMES = 'halftone times'
const KEY = 'halftone key'
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
  readonly quasiIdentifiers?: readonly string[]
  readonly read?: () => void
}

export async function readOnce(file: Table, options: ReadOnceRun = {}): Promise<ReadOnce> {
  const { linesFrom = WORTH_A_LOOK, quasiIdentifiers = [], ...run } = options
  const { engine, source } = file
  // Columnar tables need no copy.
  if (source.kind === 'table') return { release: file, counted: file }
  const { dialect } = engine
  const release = { ...file, source: { kind: 'table', table: [RELEASED] } } as const
  const isText = source.kind === 'files' && source.format === 'csv'
  const find = isText ? repeatedLines : repeatedRows
  const repeated = isLarge(file, linesFrom) ? await find(file, run) : 0
  if (repeated > 0) {
    const parts = partsOfRows(file, quasiIdentifiers)
    const isGrouped = isText && (await groupLines(file, source, { repeated, parts }, run))
    const byClass = parts && (await groupByClass(file, parts, isGrouped, run))
    if (!isGrouped && byClass === undefined) await groupRows(file, run)
    run.read?.()
    return { release: file, counted: byClass ?? { rows: release, times: TIMES } }
  }
  await engine.execute(dialect.createTable(RELEASED, sql`SELECT * FROM ${dialect.scan(source)}`), run)
  run.read?.()
  return { release, counted: release }
}

interface PartsOfRows {
  readonly own: readonly string[]
  readonly others: Sql
  /** A number of the class: its hash. */
  readonly key: Sql
  readonly names: Sql
}

/** The columns of the classes and the others; undefined if there are none or the engine has no hashes. */
function partsOfRows({ engine, columns }: Table, own: readonly string[]): PartsOfRows | undefined {
  const list = (names: readonly string[]) => join(names.map((name) => engine.dialect.identifier(name)))
  const all = columns.map(({ name }) => name)
  const others = all.filter((name) => !own.includes(name))
  const isWhole = own.length > 0 && others.length > 0 && own.length + others.length === all.length
  if (!isWhole || engine.folder === undefined) return undefined
  return {
    own,
    names: list(own),
    others: list(others),
    key: sql`HASH(${list(own)}) AS ${engine.dialect.identifier(KEY)}`,
  }
}

/**
 * Groups the lines of a delimited file, which takes a tenth of the time of reading their cells, and reads the cells of
 * different lines alone. False if a line is not a row: a cell has a line break, or nothing is in it.
 */
async function groupLines(
  { engine, columns }: Table,
  source: FileSource,
  { repeated, parts }: { readonly repeated: number; readonly parts: PartsOfRows | undefined },
  run: EngineRun,
): Promise<boolean> {
  const { dialect, folder } = engine
  const { csv, files } = source
  if (folder === undefined || csv?.encoding !== 'utf-8' || csv.ours !== undefined) return false
  const { encoding } = csv
  const [line, times] = [dialect.identifier(LINE), dialect.identifier(TIMES)]
  const scan = (from: readonly string[], skip: number) =>
    dialect.scan({ kind: 'files', files: from, format: 'lines', lines: { column: LINE, skip, encoding, strict: true } })
  const counted = sql`${dialect.text(sql`COUNT(*)`)} || ${dialect.literal(csv.delimiter)} || ${line}`
  const row = sql`CASE WHEN ${line} IS NULL THEN error('not a row') ELSE ${counted} END AS ${line}`
  const text = joinPath(folder, 'lines.csv')
  try {
    // Many different lines take much memory: DuckDB then gives back at once what it no longer uses, at some cost.
    if (repeated < LEAST_REPEATED) await engine.execute(sql`SET allocator_bulk_deallocation_flush_threshold = '8MB'`)
    const sink = { file: text, format: 'csv', delimiter: csv.delimiter, compression: 'none', quote: '' } as const
    const released = scan(files, csv.skip + (csv.headerLine ? 1 : 0))
    await engine.export(sql`SELECT ${row} FROM ${released} GROUP BY ${line}`, sink, run)
    const cells = { ...csv, columns: [TIMES, ...csv.columns], headerLine: true, skip: 0 }
    const names = columns.map(({ name }) => dialect.identifier(name))
    const rows = dialect.scan({ ...source, files: [text], csv: cells })
    const all = join([...names, ...(parts === undefined ? [] : [parts.key])])
    const select = sql`SELECT ${all}, CAST(${times} AS BIGINT) AS ${times} FROM ${rows}`
    await engine.execute(dialect.createTable(RELEASED, select), run)
    // A row of several lines takes others with it.
    const found = await countRows(engine, dialect.identifier(RELEASED), run)
    return found === (await countRows(engine, scan([text], 1), run))
  } catch {
    // Whatever cannot be read as lines is read as rows, with the messages of that.
    throwIfCancelled(run.signal)
    return false
  } finally {
    await rm(text, { force: true })
  }
}

/**
 * Counts the classes by their values, and rows, unless they are grouped, by the number of their class and the other
 * columns: half the time of grouping by all columns. Undefined if two classes have the same number.
 */
async function groupByClass(file: Table, parts: PartsOfRows, isGrouped: boolean, run: EngineRun) {
  const { engine, source } = file
  const { dialect } = engine
  const { own, names, others } = parts
  const [key, times, classes, released] = [KEY, TIMES, RELEASED_CLASSES, RELEASED].map((name) =>
    dialect.identifier(name),
  )
  const from = isGrouped ? released : dialect.scan(source)
  const count = dialect.wholeNumber(isGrouped ? sql`SUM(${times})` : sql`COUNT(*)`)
  const selectClasses = sql`SELECT ${names}, ${parts.key}, ${count} AS ${times} FROM ${from} GROUP BY ${names}`
  await engine.execute(dialect.createTable(RELEASED_CLASSES, selectClasses), run)
  const figures = { all: sql`COUNT(*)`, different: sql`COUNT(DISTINCT ${key})` }
  const { all, different } = await askFigures(engine, figures, classes, run)
  if (different < all) return undefined
  const table = (name: string, query?: Sql): Table => ({ ...file, source: { kind: 'table', table: [name], query } })
  const ofClasses = { columns: own, rows: table(RELEASED_CLASSES) }
  if (isGrouped) return { rows: table(RELEASED), times: TIMES, classes: ofClasses } satisfies CountedRows
  const selectRows = sql`SELECT ${parts.key}, ${others}, ${count} AS ${times} FROM ${from} GROUP BY 1, ${others}`
  await engine.execute(dialect.createTable(RELEASED, selectRows), run)
  const query = sql`SELECT ${names}, ${others}, r.${key}, r.${times} FROM ${released} AS r JOIN ${classes} AS c ON
    c.${key} = r.${key}`
  return { rows: table(RELEASED, query), times: TIMES, classes: ofClasses } satisfies CountedRows
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
  const by = engine.folder === undefined ? names : sql`HASH(${names})`
  const grouped = sql`(SELECT COUNT(*) AS n FROM ${first} GROUP BY ${by}) AS halftone_grouped`
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
  const isLoaded = source.kind === 'table' && [RELEASED, RELEASED_CLASSES].includes(source.table[0])
  const isText = isLoaded && columns.find(({ name }) => name === column)?.kind === 'text'
  return isText ? dialect.identifier(column) : dialect.text(dialect.identifier(column))
}

/** The same rows by these columns alone, if they are counted so. */
export function byColumns(counted: Countable, columns: readonly string[]): Countable {
  if (!('times' in counted) || counted.classes?.columns.join('\0') !== columns.join('\0')) return counted
  return { ...counted, rows: counted.classes.rows }
}

/** What rows are grouped by, for these columns. */
export function groupKeys(counted: Countable, columns: readonly string[]): Sql[] {
  const own = ('times' in counted && counted.classes?.columns) || []
  const keyed = own.length > 0 && own.every((column) => columns.includes(column)) ? own : []
  const rest = columns.filter((column) => !keyed.includes(column)).map((column) => groupKey(counted, column))
  return keyed.length === 0 ? rest : [countedTable(counted).engine.dialect.identifier(KEY), ...rest]
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
