/** Parts shared by the formats of delimited text: reading, encodings, and the layout that `init` detects. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Engine } from '../../engines/engine.ts'
import { userError } from '../../ground/errors.ts'
import { createDecoder, type Encoding, isPlain, type PlainEncoding } from '../../table/encodings.ts'
import { detectCsvDialect, firstRecords, textAtStart } from '../csv-dialect.ts'
import { detectEncoding } from '../detect-encoding.ts'
import { engineFolder } from '../engine-folder.ts'
import { readStart } from '../first-bytes.ts'
import type { SourceRequest } from '../table.ts'
import type { ReadFiles } from './format.ts'

export async function readDelimited(
  files: readonly string[],
  request: SourceRequest,
  engine: Engine,
): Promise<ReadFiles> {
  const readable = await readableText(files, request, engine)
  const { csv, warnings } = detectCsvDialect(readable.files, { ...request, encoding: readable.encoding })
  return { source: { kind: 'files', files: readable.files, format: 'csv', csv }, warnings }
}

export async function readableText(
  files: readonly string[],
  { encoding = 'utf-8' }: SourceRequest,
  engine: Engine,
): Promise<{ readonly files: readonly string[]; readonly encoding: PlainEncoding }> {
  if (isPlain(encoding)) return { files, encoding }
  const folder = engineFolder(engine)
  return { files: await Promise.all(files.map((file) => textInUtf8(file, encoding, folder))), encoding: 'utf-8' }
}

export function detectLayout(request: SourceRequest, file: string): SourceRequest {
  const encoding = request.encoding ?? detectEncoding(file)
  const decoded = encoding === undefined ? request : { ...request, encoding }
  if (encoding !== 'utf-16' && readStart(file, 1024).includes(0)) return decoded
  const skip = decoded.skip ?? titleLines(textAtStart(file, { encoding: encoding ?? 'utf-8', skip: 0 }))
  const below = skip === 0 ? decoded : { ...decoded, skip }
  if (!looksHeaderless(firstRecords(file, below))) return below
  // Without names, lines with fewer values are rows, not titles.
  return skip === 0 || looksHeaderless(firstRecords(file, decoded)) ? { ...decoded, header: false } : decoded
}

const DELIMITERS = [',', ';', '\t', '|'] as const
const MOST_TITLES = 15
const COMPARED = 40
const LEAST = 5

/** Counts title lines above the column names: the table begins where lines start to have the same width. */
export function titleLines(text: string): number {
  const lines = text.split(/\r?\n/, COMPARED)
  const whole = lines.length < COMPARED ? lines.slice(0, -1) : lines
  const tables = DELIMITERS.map((delimiter) =>
    whole.map((line) => line.replace(/"[^"]*"/g, 'x').split(delimiter)),
  ).filter((fields) => (fields.at(-1)?.length ?? 0) >= 2)
  const [fields] = tables.sort((one, other) => (other.at(-1)?.length ?? 0) - (one.at(-1)?.length ?? 0))
  const width = fields?.at(-1)?.length ?? 0
  const filled = (fields ?? []).map((line) => line.filter((field) => field.trim() !== '').length)
  const names = filled.findIndex((count, i) => fields[i].length === width && count > width / 2)
  if (names < 1 || names > MOST_TITLES || whole.length - names < LEAST || filled[names] < width) return 0
  return fields.slice(names).every((line) => line.length === width) ? names : 0
}

/** Detects whether the first line has values instead of names: numbers above numbers, or fields that recur below. */
export function looksHeaderless(records: readonly (readonly string[])[]): boolean {
  const [first, ...rows] = records
  if (first === undefined || rows.length < 5 || first.length < 2) return false
  if (areNumbered(first) && !rows.some(areNumbered)) return false
  let [numbers, again, names] = [0, 0, 0]
  first.forEach((field, column) => {
    const below = rows.map((row) => row[column] ?? '').filter((value) => value !== '')
    const isAbove = below.length > 0 && below.every(isNumber)
    if (isNumber(field) && isAbove) numbers++
    if (/^(?!nan$|null$|none$)\p{L}{3}/iu.test(field) && isAbove) names++
    if (field !== '' && below.filter((value) => value === field).length >= 2) again++
  })
  // A year can be a column name, so a single number needs further evidence.
  return numbers >= 2 || (again * 2 > first.length && names === 0) || (numbers === 1 && again > 0)
}

function isNumber(text: string): boolean {
  return /^\s*[+-]?(\d+([.,]\d*)?|[.,]\d+)\s*$/.test(text)
}

/** `0,1,2,3`, `,1,2,3`, `name,2021,2022,2023`. */
function areNumbered(fields: readonly string[]): boolean {
  const numbers = fields
    .map((field) => field.trim())
    .filter((field) => /^\d{1,4}$/.test(field))
    .map(Number)
  return numbers.length > 2 && numbers.length >= fields.length - 2 && numbers.every((n, i) => n === numbers[0] + i)
}

const wrongEncoding = userError('file', 'data.encoding')

/** Converts a text file to UTF-8 if no engine reads its encoding. Cost: one pass, chunk by chunk. */
export async function textInUtf8(file: string, encoding: Encoding, folder: string): Promise<string> {
  const target = join(await mkdtemp(join(folder, 'text-')), basename(file).replace(/\.gz$/i, ''))
  const decode = createDecoder(encoding)
  async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
    for await (const chunk of chunks) yield decode(chunk, true)
    yield decode(new Uint8Array(), false)
  }
  const source = createReadStream(file)
  const sink = createWriteStream(target, { mode: 0o600 })
  try {
    if (/\.gz$/i.test(file)) await pipeline(source, createGunzip(), decoded, sink)
    else await pipeline(source, decoded, sink)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error
    throw wrongEncoding`${file} has bytes that are no letters of ${encoding}; set data.encoding to how it is written, or
      save it as UTF-8`
  }
  return target
}
