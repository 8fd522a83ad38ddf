/** Opens a source: finds its files, detects the format, asks the engine for the columns. Rows stay in the engine. */
import { createWriteStream, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Engine } from '../engines/engine.ts'
import { isDatabase } from '../engines/open-engine.ts'
import { type FileReader, isColumnar } from '../sql/dialect.ts'
import { requireFewColumns } from './csv-dialect.ts'
import { deriveColumns, joinItems } from './derive-columns.ts'
import { engineFolder } from './engine-folder.ts'
import { equalFiles } from './equal-files.ts'
import { displayName, findFiles } from './files.ts'
import type { FormatRecord } from './formats/format.ts'
import { defaultFormat, formatNamed, requireFormat } from './formats/index.ts'
import { openDatabase } from './open-database.ts'
import { copyHere } from './places/copy-here.ts'
import { findPlace } from './places/index.ts'
import { stampFiles } from './stamp.ts'
import type { CopiedFile, SourceRequest, Table } from './table.ts'
import { requireForeignNames } from './table-name.ts'
import { lineGate } from './whole-file.ts'

export const STANDARD_INPUT = '-'

export async function openSource(request: SourceRequest, engine: Engine): Promise<Table> {
  const table = isDatabase(request.source) ? await openDatabase(request, engine) : await openFiles(request, engine)
  const derived = request.derived === undefined ? table : await deriveColumns(table, request.derived)
  const { joined, base } = request
  // A release has the items already, and no column of people.
  const isReleased = joined !== undefined && !table.columns.some(({ name }) => name === joined.per)
  if (joined === undefined || isReleased) return derived
  return joinItems(derived, await openFiles({ source: joined.file, base }, engine), joined)
}

async function openFiles(request: SourceRequest, engine: Engine): Promise<Table> {
  const given = await findOrReceive(request, engine)
  const format = request.format === undefined ? defaultFormat(given.files[0]) : formatNamed(request.format)
  for (const file of given.files) requireFormat(file, format)
  const { source: plain, warnings: left } = await format.read(given.files, request, engine)
  const { warnings: noticed, unpacked } = await lookAt(request.ours ? [] : given.files, format, engine)
  const files = plain.files.map((file) => unpacked.get(file) ?? file)
  const found = { ...plain, files, marked: request.marked || undefined }
  const columns = await engine.describe(found)
  const types = new Map(columns.map(({ name, type }) => [name, type]))
  const source = isColumnar(found) ? { ...found, reader: { ...found.reader, types } as FileReader } : found
  requireFewColumns(columns.length, given.name)
  if (!request.ours) requireForeignNames(columns, given.name)
  const known = (name: string) => columns.some((column) => column.name === name)
  const numbers = request.numbers && { ...request.numbers, columns: request.numbers.columns.filter(known) }
  return {
    engine,
    source: numbers === undefined ? source : { ...source, numbers },
    files: given.files,
    copied: given.copied,
    name: given.name,
    columns,
    warnings: [...noticed, ...left],
  }
}

async function findOrReceive(request: SourceRequest, engine: Engine) {
  const { source, base } = request
  if (source === STANDARD_INPUT)
    return { files: [request.received ?? (await receive(engine, request.format))], copied: [], name: 'standard input' }
  const sources = typeof source === 'string' ? [source] : source
  const copied: CopiedFile[] = []
  for (const place of sources.filter(findPlace)) copied.push(...(await copyHere(place, request, engine)))
  const local = sources.filter((path) => findPlace(path) === undefined)
  const files = [...copied.map(({ file }) => file), ...(local.length === 0 ? [] : findFiles(local, base))]
  return { files, copied, name: displayName(files) }
}

/** Copies standard input, which can be read only once, to a file in the engine's folder. */
export async function receive(engine: Engine, format = 'csv'): Promise<string> {
  const file = join(engineFolder(engine), 'standard-input')
  const sink = createWriteStream(file, { mode: 0o600 })
  // Endless lines would fill the disk. Input without lines is checked when complete.
  const { text } = formatNamed(format)
  if (text === 'delimited' || text === 'lines') await pipeline(process.stdin, lineGate('standard input'), sink)
  else await pipeline(process.stdin, sink)
  return file
}

/** Bytes. Larger files could fill the disk: the engine unpacks them in every pass. */
const MOST_UNPACKED = 512 << 20

/** Checks the files, and unpacks compressed text once. */
async function lookAt(files: readonly string[], format: FormatRecord, engine: Engine) {
  await stampFiles(engine, files)
  const warnings = await equalFiles(files)
  const unpacked = new Map<string, string>()
  for (const file of files) {
    const isText = format.text === 'delimited' || format.text === 'lines'
    if (isText && engine.folder !== undefined && /\.gz$/i.test(file) && statSync(file).size <= MOST_UNPACKED)
      unpacked.set(file, join(await mkdtemp(join(engine.folder, 'text-')), basename(file).slice(0, -3)))
    const warning = await format.checkWhole?.(file, unpacked.get(file))
    if (warning !== undefined) warnings.push(warning)
  }
  return { warnings, unpacked }
}

export function singleFile({ source, base }: Pick<SourceRequest, 'source' | 'base'>): string | undefined {
  const isFile = typeof source === 'string' && !/^[a-z]+:\/\//i.test(source) && findPlace(source) === undefined
  return isFile ? resolve(base, source) : undefined
}
