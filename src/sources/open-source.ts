/** Opens a source: finds its files, tells its format, asks the engine for its columns. The rows stay where they are. */

import type { Engine, SourceColumn } from '../engines/engine.ts'
import { didYouMean, UserError } from '../errors.ts'
import type { FileSource, Source } from '../sql/dialect.ts'
import { type CsvHints, detectCsvDialect } from './csv-dialect.ts'
import { equalFiles } from './equal-files.ts'
import { displayName, findFiles } from './files.ts'
import { readStart, refuseForeign } from './first-bytes.ts'
import { stampFiles } from './stamp.ts'
import { checkWhole } from './whole-file.ts'

export interface SourceRequest extends CsvHints {
  readonly source: string | readonly string[]
  /** `transactions`: a line per person; the whole line is one column, named by `header` or `items`. */
  readonly format?: 'csv' | 'tsv' | 'parquet' | 'json' | 'transactions'
  /** Folder that relative paths start at. */
  readonly base: string
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
  const source = describeSource(request)
  const { files } = source
  const warnings = request.ours ? [] : await lookAt(source, engine)
  const columns = await engine.describe(source)
  return { engine, source, files, name: displayName(files), columns, warnings }
}

/** Notes what the files are, and refuses one without its end. Answers with what a person should know. */
async function lookAt({ files, format }: FileSource, engine: Engine): Promise<string[]> {
  await stampFiles(engine, files)
  const warnings = await equalFiles(files)
  for (const file of files) {
    const warning = await checkWhole(file, format)
    if (warning !== undefined) warnings.push(warning)
  }
  return warnings
}

/** The source as data, without asking an engine. */
function describeSource(request: SourceRequest): FileSource {
  const files = findFiles(request.source, request.base)
  const format = request.format ?? formatOf(files[0])
  for (const file of files) refuseForeign(file, format)
  if (format === 'transactions') {
    const column = Array.isArray(request.header) ? request.header[0] : 'items'
    const lines = { column, skip: request.skip ?? 0, encoding: request.encoding ?? 'utf-8' }
    return { kind: 'files', files, format: 'lines', lines }
  }
  if (format === 'json') for (const file of files) requireObjects(file)
  if (format === 'parquet' || format === 'json') return { kind: 'files', files, format }
  return { kind: 'files', files, format: 'csv', csv: detectCsvDialect(files, { ...request, tabs: format === 'tsv' }) }
}

function formatOf(file: string): 'csv' | 'tsv' | 'parquet' | 'json' {
  const name = file.toLowerCase().replace(/\.gz$/, '')
  if (/\.(parquet|pq)$/.test(name)) return 'parquet'
  if (/\.(jsonl|ndjson|json)$/.test(name)) return 'json'
  if (/\.(tsv|tab)$/.test(name)) return 'tsv'
  return 'csv'
}

/** A list of numbers is JSON, too, but no table. */
function requireObjects(file: string): void {
  const start = readStart(file, 1 << 16).toString('utf8')
  if (!/^\uFEFF?\s*(?:\[\s*)?\{/.test(start))
    throw new UserError(
      `${file} is not valid JSON lines: it must begin with an object such as {"age": 31}, or a list of objects; mend it, or set data.format`,
    )
}

/** The named column, or an error with the nearest name. */
export function requireColumn(table: Table, name: string, asked: string): SourceColumn {
  const found = table.columns.find((column) => column.name === name)
  if (found !== undefined) return found
  const names = table.columns.map((column) => column.name)
  const known = names.length > 12 ? `${names.slice(0, 12).join(', ')} and ${names.length - 12} more` : names.join(', ')
  throw new UserError(
    `${asked} names a column "${name}" that ${table.name} does not have${didYouMean(name, names) || `; it has ${known}`}`,
    { path: `columns.${name}`, rule: 'known' },
  )
}
