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
import { type Dialect, type FileSource, isColumnar, join, type Sql, sql } from '../sql/dialect.ts'

export type Countable = Table | CountedRows

interface CountedRows {
  readonly rows: Table
  readonly times: string
  /** These rows by some of their columns alone. */
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
  const isText = source.kind === 'files' && source.format === 'csv'
  const find = isText ? repeatedLines : repeatedRows
  const repeated = isLarge(file, linesFrom) ? await find(file, run) : 0
  if (repeated > 0) {
    const load = (rows: RowsToLoad) => loadRows(file, rows, quasiIdentifiers, run)
    const ofLines = isText ? await groupLines(file, source, { repeated, load }, run) : undefined
    const counted = ofLines ?? (await load({ from: dialect.scan(source) }))
    run.read?.()
    return { release: file, counted }
  }
  await engine.execute(dialect.createTable(RELEASED, sql`SELECT * FROM ${dialect.scan(source)}`), run)
  run.read?.()
  const release = { ...file, source: { kind: 'table', table: [RELEASED] } } as const
  return { release, counted: release }
}

interface RowsToLoad {
  readonly from: Sql
  /** How often each row is there, if no two are equal. */
  readonly times?: Sql
}

type LoadRows = (rows: RowsToLoad) => Promise<CountedRows>

/**
 * Groups the lines of a delimited file, which takes a tenth of the time of reading their cells, and reads the cells of
 * different lines alone. Undefined if a line is not a row: a cell has a line break, or nothing is in it.
 */
async function groupLines(
  { engine }: Table,
  source: FileSource,
  { repeated, load }: { readonly repeated: number; readonly load: LoadRows },
  run: EngineRun,
): Promise<CountedRows | undefined> {
  const { dialect, folder } = engine
  const { csv, files } = source
  if (folder === undefined || csv?.encoding !== 'utf-8' || csv.ours !== undefined) return undefined
  const { encoding } = csv
  const line = dialect.identifier(LINE)
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
    const from = dialect.scan({ ...source, files: [text], csv: cells })
    const rows = await load({ from, times: sql`CAST(${dialect.identifier(TIMES)} AS BIGINT)` })
    // A row of several lines takes others with it.
    const found = await countRows(engine, dialect.identifier(RELEASED), run)
    return found === (await countRows(engine, scan([text], 1), run)) ? rows : undefined
  } catch {
    // Whatever cannot be read as lines is read as rows, with the messages of that.
    throwIfCancelled(run.signal)
    return undefined
  } finally {
    await rm(text, { force: true })
  }
}

/** Loads equal rows once, with their count; by their classes if the engine has hashes. */
async function loadRows(
  file: Table,
  rows: RowsToLoad,
  inClass: readonly string[],
  run: EngineRun,
): Promise<CountedRows> {
  const byClass = await loadByClass(file, rows, inClass, run)
  if (byClass !== undefined) return byClass
  const { dialect } = file.engine
  const names = listNames(file)
  await file.engine.execute(dialect.createTable(RELEASED, selectCounted(dialect, rows, names, names)), run)
  return { rows: { ...file, source: { kind: 'table', table: [RELEASED] } }, times: TIMES }
}

function listNames({ engine, columns }: Table, names = columns.map(({ name }) => name)): Sql {
  return join(names.map((name) => engine.dialect.identifier(name)))
}

function selectCounted(dialect: Dialect, { from, times }: RowsToLoad, columns: Sql, by: Sql): Sql {
  const count = sql`${times ?? dialect.wholeNumber(sql`COUNT(*)`)} AS ${dialect.identifier(TIMES)}`
  return sql`SELECT ${columns}, ${count} FROM ${from}${times === undefined ? sql` GROUP BY ${by}` : sql``}`
}

/**
 * Counts the classes by their values, and rows by a number of their class and the other columns: half the time of
 * grouping by all columns. Numbers are hashes; undefined if two classes have the same one.
 */
async function loadByClass(file: Table, rows: RowsToLoad, inClass: readonly string[], run: EngineRun) {
  const { engine, columns } = file
  const { dialect } = engine
  const others = columns.map(({ name }) => name).filter((name) => !inClass.includes(name))
  const isWhole = inClass.length > 0 && others.length > 0 && inClass.length + others.length === columns.length
  if (!isWhole || engine.folder === undefined) return undefined
  const [names, rest] = [listNames(file, [...inClass]), listNames(file, others)]
  const [key, times, classes] = [KEY, TIMES, RELEASED_CLASSES].map((name) => dialect.identifier(name))
  const hash = sql`HASH(${names}) AS ${key}`
  const count = dialect.wholeNumber(rows.times === undefined ? sql`COUNT(*)` : sql`SUM(${rows.times})`)
  const selectClasses = sql`SELECT ${names}, ${hash}, ${count} AS ${times} FROM ${rows.from} GROUP BY ${names}`
  await engine.execute(dialect.createTable(RELEASED_CLASSES, selectClasses), run)
  const figures = { all: sql`COUNT(*)`, different: sql`COUNT(DISTINCT ${key})` }
  const { all, different } = await askFigures(engine, figures, classes, run)
  if (different < all) return undefined
  const select = selectCounted(dialect, rows, sql`${hash}, ${rest}`, sql`1, ${rest}`)
  await engine.execute(dialect.createTable(RELEASED, select), run)
  // Every table of the engine has a column rowid, so that a name alone may be either's.
  const cells = columns.map(({ name }) => dialect.identifier(inClass.includes(name) ? 'c' : 'r', name))
  const query = sql`SELECT ${join(cells)}, r.${key}, r.${times} FROM ${dialect.identifier(RELEASED)} AS r JOIN
    ${classes} AS c ON c.${key} = r.${key}`
  const table = (name: string, query?: Sql): Table => ({ ...file, source: { kind: 'table', table: [name], query } })
  const ofClasses = { columns: inClass, rows: table(RELEASED_CLASSES) }
  return { rows: table(RELEASED, query), times: TIMES, classes: ofClasses } satisfies CountedRows
}

/** Text, or a columnar file whose equal rows have equal texts: −0 and 0 do not. */
function isLarge({ source, files, columns }: Table, worthALook: number): boolean {
  if (source.kind !== 'files' || columns.length > MOST_COLUMNS) return false
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

/** The rows with the columns that count them, which are not of the release. */
export function withCounts(counted: Countable): { readonly table: Table; readonly times?: string } {
  if (!('times' in counted)) return { table: counted }
  const { rows, times, classes } = counted
  const counts = [times, ...(classes === undefined ? [] : [KEY])].map(
    (name) => ({ name, type: '', kind: 'number' }) as const,
  )
  return { table: { ...rows, columns: [...rows.columns, ...counts] }, times }
}

/** Rows by these columns alone, if they are counted so. */
export function byColumns(counted: Countable, columns: readonly string[]): Countable {
  if (!('times' in counted) || counted.classes?.columns.join('\0') !== columns.join('\0')) return counted
  return { ...counted, rows: counted.classes.rows }
}

/** Lists what rows are grouped by for these columns. */
export function groupKeys(counted: Countable, columns: readonly string[]): Sql[] {
  const inClass = ('times' in counted && counted.classes?.columns) || []
  const isWhole = inClass.length > 0 && inClass.every((column) => columns.includes(column))
  const keyed = isWhole ? inClass : []
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
