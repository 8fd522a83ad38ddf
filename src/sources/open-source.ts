/** Opens a source: finds its files, tells its format, asks the engine for its columns. The rows stay where they are. */

import { createWriteStream } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Engine, SourceColumn } from '../engines/engine.ts'
import { isDatabase } from '../engines/open-engine.ts'
import { didYouMean, listedNames, userError } from '../ground/errors.ts'
import type { FileSource, Source } from '../sql/dialect.ts'
import { isPlain, type PlainEncoding } from '../table/encodings.ts'
import { type CsvHints, detectCsvDialect, requireFewColumns } from './csv-dialect.ts'
import { equalFiles } from './equal-files.ts'
import { displayName, findFiles } from './files.ts'
import { readStart, refuseForeign } from './first-bytes.ts'
import { openDatabase } from './open-database.ts'
import { requireForeignNames } from './reserved-names.ts'
import { spreadsheetToCsv } from './spreadsheet.ts'
import { stampFiles } from './stamp.ts'
import { textInUtf8 } from './text-in-utf8.ts'
import { checkWhole, lineGate } from './whole-file.ts'

const wrongSource = userError('file', 'data.source')
const wrongFormat = userError('file', 'data.format')

type SourceFormat = 'csv' | 'tsv' | 'parquet' | 'json' | 'xlsx' | 'transactions'

/** The source that stands for standard input. */
export const STANDARD_INPUT = '-'

export interface SourceRequest extends CsvHints {
  readonly source: string | readonly string[]
  /** `transactions`: a line per person; the whole line is one column, named by `header` or `items`. */
  readonly format?: SourceFormat
  /** Of a database: a table, or a SELECT; and columns that order its rows, where its primary key does not. */
  readonly table?: string
  readonly query?: string
  /** Of a cluster: Parquet or CSV files that it sees. */
  readonly path?: string
  readonly key?: readonly string[]
  /** Of a workbook: the sheet; the first when absent. */
  readonly sheet?: string
  /** Numeric columns that are written with this decimal mark. */
  readonly numbers?: FileSource['numbers']
  /** Formulas have a mark in front, which is taken off. */
  readonly marked?: boolean | undefined
  /** Folder that relative paths start at. */
  readonly base: string
  /** Given on the command line: messages name its options. */
  readonly typed?: boolean
  /** The file that standard input was written to already, by `receive`. */
  readonly received?: string
  /** A file that we wrote ourselves a moment ago: nobody else knows its name, and it is whole. */
  readonly ours?: boolean
}

/** A handle to rows in an engine. */
export interface Table {
  readonly engine: Engine
  readonly source: Source
  readonly files: readonly string[]
  /** For people. */
  readonly name: string
  readonly columns: readonly SourceColumn[]
  /** What a person should know of the files though it is no error. */
  readonly warnings: readonly string[]
}

export async function openSource(request: SourceRequest, engine: Engine): Promise<Table> {
  if (isDatabase(request.source)) return openDatabase(request, engine)
  const given = await findOrReceive(request, engine)
  const format = request.format ?? formatOf(given.files[0])
  for (const file of given.files) refuseForeign(file, format)
  const { files: readable, encoding, warnings: left = [] } = await filesToRead(given.files, format, request, engine)
  const { source: plain, warnings: doubled } = describeSource(
    { ...request, encoding },
    readable,
    format === 'xlsx' ? 'csv' : format,
  )
  const source = request.marked ? { ...plain, marked: true } : plain
  const noticed = request.ours ? [] : await lookAt(given.files, format === 'xlsx' ? 'xlsx' : source.format, engine)
  const columns = await engine.describe(source)
  requireFewColumns(columns.length, given.name)
  if (!request.ours) requireForeignNames(columns, given.name)
  const known = (name: string) => columns.some((column) => column.name === name)
  const numbers = request.numbers && { ...request.numbers, columns: request.numbers.columns.filter(known) }
  return {
    engine,
    source: numbers === undefined ? source : { ...source, numbers },
    files: given.files,
    name: given.name,
    columns,
    warnings: [...noticed, ...left, ...doubled],
  }
}

async function findOrReceive(request: SourceRequest, engine: Engine) {
  if (request.source !== STANDARD_INPUT) {
    const files = findFiles(request.source, request.base)
    return { files, name: displayName(files) }
  }
  return { files: [request.received ?? (await receive(engine, request.format))], name: 'standard input' }
}

/** Standard input as a file in the engine's folder, which goes with it: it can be read once only. */
export async function receive(engine: Engine, format: SourceFormat = 'csv'): Promise<string> {
  const file = join(folderOf(engine), 'standard-input')
  const sink = createWriteStream(file, { mode: 0o600 })
  // Lines without an end would fill the disk first. What has no lines is looked at when all of it is there.
  if (['csv', 'tsv', 'transactions'].includes(format)) await pipeline(process.stdin, lineGate('standard input'), sink)
  else await pipeline(process.stdin, sink)
  return file
}

/** The files as an engine can read them: sheets of workbooks and foreign letters are rewritten in its folder. */
async function filesToRead(
  files: readonly string[],
  format: SourceFormat,
  request: SourceRequest,
  engine: Engine,
): Promise<{
  readonly files: readonly string[]
  readonly encoding: PlainEncoding | undefined
  readonly warnings?: readonly string[]
}> {
  const { encoding } = request
  if (format === 'xlsx') return { ...(await sheetsAsText(files, request, engine)), encoding: undefined }
  if (encoding === undefined || isPlain(encoding) || !['csv', 'tsv', 'transactions'].includes(format))
    return { files, encoding: encoding !== undefined && isPlain(encoding) ? encoding : undefined }
  const folder = folderOf(engine)
  return { files: await Promise.all(files.map((file) => textInUtf8(file, encoding, folder))), encoding: 'utf-8' }
}

/** The sheets of workbooks as comma-separated files in the engine's folder, which go with it. */
async function sheetsAsText(files: readonly string[], { sheet, ours = false }: SourceRequest, engine: Engine) {
  const targets: string[] = []
  const warnings: string[] = []
  for (const file of files) {
    // Under its own name, so that messages name it.
    const target = join(await mkdtemp(join(folderOf(engine), 'sheet-')), basename(file))
    warnings.push(...(await spreadsheetToCsv(file, sheet, target, !ours)))
    targets.push(target)
  }
  return { files: targets, warnings }
}

function folderOf(engine: Engine): string {
  if (engine.folder === undefined) {
    throw wrongSource`workbooks, standard input and files in this encoding are read on this machine, not by ${engine.version}; give a file that it can read`
  }
  return engine.folder
}

/** Notes what the files are, and refuses one without its end. Answers with what a person should know. */
async function lookAt(
  files: readonly string[],
  format: FileSource['format'] | 'xlsx',
  engine: Engine,
): Promise<string[]> {
  await stampFiles(engine, files)
  const warnings = await equalFiles(files)
  for (const file of files) {
    // A workbook without its end cannot be unpacked.
    const warning = format === 'xlsx' ? undefined : await checkWhole(file, format)
    if (warning !== undefined) warnings.push(warning)
  }
  return warnings
}

/** The source as data, without asking an engine, and what a person should know of it. */
function describeSource(
  request: SourceRequest & { readonly encoding?: PlainEncoding | undefined },
  files: readonly string[],
  format: Exclude<SourceFormat, 'xlsx'>,
): { readonly source: FileSource; readonly warnings: readonly string[] } {
  const plain = (source: FileSource) => ({ source, warnings: [] })
  if (format === 'transactions') {
    const column = Array.isArray(request.header) ? request.header[0] : 'items'
    const lines = { column, skip: request.skip ?? 0, encoding: request.encoding ?? 'utf-8' }
    return plain({ kind: 'files', files, format: 'lines', lines })
  }
  if (format === 'json') for (const file of files) requireObjects(file)
  if (format === 'parquet' || format === 'json') return plain({ kind: 'files', files, format })
  const { csv, warnings } = detectCsvDialect(files, { ...request, tabs: format === 'tsv' })
  return { source: { kind: 'files', files, format: 'csv', csv }, warnings }
}

function formatOf(file: string): Exclude<SourceFormat, 'transactions'> {
  const name = file.toLowerCase().replace(/\.gz$/, '')
  if (/\.(parquet|pq)$/.test(name)) return 'parquet'
  if (/\.(jsonl|ndjson|json)$/.test(name)) return 'json'
  if (/\.(tsv|tab)$/.test(name)) return 'tsv'
  if (/\.(xlsx|xlsm)$/.test(name)) return 'xlsx'
  return 'csv'
}

/** A list of numbers is JSON, too, but no table. */
function requireObjects(file: string): void {
  const start = readStart(file, 1 << 16).toString('utf8')
  if (!/^\uFEFF?\s*(?:\[\s*)?\{/.test(start))
    throw wrongFormat`${file} is not valid JSON lines: it must begin with an object such as {"age": 31}, or a list of objects; fix it, or set data.format`
}

/** The named column, or an error with the nearest name. */
export function requireColumn(table: Table, name: string, asked: string): SourceColumn {
  const found = table.columns.find((column) => column.name === name)
  if (found !== undefined) return found
  const names = table.columns.map((column) => column.name)
  const unknownColumn = userError('known', `columns.${name}`)
  throw unknownColumn`${asked} names a column "${name}" that ${table.name} does not have${didYouMean(name, names) || `; it has ${listedNames(names)}`}`
}

/** The one file that a source names, absolute; undefined where it names a database, several files or none yet. */
export function fileOf({ source, base }: Pick<SourceRequest, 'source' | 'base'>): string | undefined {
  return typeof source !== 'string' || /^[a-z]+:\/\//i.test(source) ? undefined : resolve(base, source)
}
