/**
 * How a delimited file is written, told from its first line: the delimiter is the one that stands there most often, the names
 * are its fields. Nothing is left to an engine's guess, so a file is read alike by every statement and every engine.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import { gunzipSync, constants as zlib } from 'node:zlib'
import { UserError } from '../errors.ts'
import type { CsvDialect } from '../sql/dialect.ts'

export interface CsvHints {
  /** true (default): the first line has names; false: none, columns are named column1, …; a list: these are the names. */
  readonly header?: boolean | readonly string[]
  readonly delimiter?: string
  readonly quote?: string
  readonly skip?: number
  readonly encoding?: CsvDialect['encoding']
  /** Files ending in .tsv are separated by tabs. */
  readonly tabs?: boolean
}

export function detectCsvDialect(files: readonly string[], hints: CsvHints): CsvDialect {
  const encoding = hints.encoding ?? 'utf-8'
  const quote = hints.quote ?? '"'
  const skip = hints.skip ?? 0
  const first = firstRecord(files[0], { encoding, quote, skip })
  if (first.includes('\0'))
    throw new UserError(
      `${files[0]} is not delimited text: its first line has NUL bytes; set data.encoding: utf-16 if it is written so, or data.format, or give the right file`,
    )
  const delimiter = hints.delimiter ?? (hints.tabs ? '\t' : guessDelimiter(first, quote))
  const fields = splitRecord(first, delimiter, quote)
  const headerLine = hints.header === undefined || hints.header === true
  if (headerLine) {
    checkNames(fields, files[0])
    for (const file of files.slice(1)) {
      const other = splitRecord(firstRecord(file, { encoding, quote, skip }), delimiter, quote)
      if (other.join('\0') !== fields.join('\0')) {
        throw new UserError(
          `${file} has other columns (${other.join(', ')}) than ${files[0]} (${fields.join(', ')}); files read together must have the same header line`,
        )
      }
    }
  }
  const columns = headerLine
    ? fields
    : Array.isArray(hints.header)
      ? [...hints.header]
      : fields.map((_, i) => `column${i + 1}`)
  if (columns.length !== fields.length) {
    throw new UserError(
      `data.header names ${columns.length} columns, but the first line of ${files[0]} has ${fields.length} fields; name every column, or set data.delimiter (now ${JSON.stringify(delimiter)})`,
    )
  }
  checkNames(columns, files[0])
  return { delimiter, quote, headerLine, columns, skip, encoding }
}

function checkNames(names: readonly string[], file: string): void {
  const seen = new Map<string, number>()
  names.forEach((name, i) => {
    if (name.trim() === '')
      throw new UserError(
        `${file}: column ${i + 1} has no name in the header line; name it there, or name all columns with data.header`,
      )
    // DuckDB takes names that differ only in case for the same.
    const before = seen.get(name.toLowerCase())
    if (before !== undefined) {
      throw new UserError(
        `${file}: columns ${before + 1} and ${i + 1} are both named "${name}"; rename one, or name all columns with data.header`,
      )
    }
    seen.set(name.toLowerCase(), i)
  })
}

const longestHeader = 1 << 20

/** The first line after `skip` lines, line breaks inside quotes included. */
function firstRecord(
  file: string,
  { encoding, quote, skip }: Required<Pick<CsvHints, 'encoding' | 'quote' | 'skip'>>,
): string {
  let text = decode(readStart(file), encoding)
  if (text.startsWith('\uFEFF')) text = text.slice(1)
  for (let line = 0; line < skip; line++) {
    const end = text.indexOf('\n')
    if (end < 0) throw new UserError(`${file} has no line after the ${skip} that data.skip leaves out`)
    text = text.slice(end + 1)
  }
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    if (text[i] === quote) quoted = !quoted
    else if (!quoted && (text[i] === '\n' || text[i] === '\r')) return text.slice(0, i)
  }
  return text
}

function readStart(file: string): Buffer {
  const buffer = Buffer.alloc(longestHeader)
  const handle = openSync(file, 'r')
  try {
    const bytes = buffer.subarray(0, readSync(handle, buffer, 0, longestHeader, 0))
    // Flushing early makes the start of a compressed file readable without its end.
    return file.endsWith('.gz') ? gunzipSync(bytes, { finishFlush: zlib.Z_SYNC_FLUSH }) : bytes
  } catch (error) {
    if (file.endsWith('.gz'))
      throw new UserError(`${file} is not a gzip file, though its name says so; rename it, or compress it`)
    throw error
  } finally {
    closeSync(handle)
  }
}

function decode(bytes: Buffer, encoding: CsvDialect['encoding']): string {
  if (encoding === 'utf-16') return new TextDecoder(bytes[0] === 0xfe ? 'utf-16be' : 'utf-16le').decode(bytes)
  return bytes.toString(encoding === 'latin-1' ? 'latin1' : 'utf8')
}

/** The most frequent of the usual ones outside quotes; a comma that is always followed by a blank is both together. */
function guessDelimiter(record: string, quote: string): string {
  const bare = record.replace(
    new RegExp(`${escapeExpression(quote)}[^${escapeExpression(quote)}]*${escapeExpression(quote)}`, 'g'),
    'q',
  )
  let best = ','
  let most = 0
  for (const candidate of [',', ';', '\t', '|']) {
    const count = bare.split(candidate).length - 1
    if (count > most) {
      best = candidate
      most = count
    }
  }
  return best === ',' && most > 0 && bare.split(', ').length - 1 === most ? ', ' : best
}

function splitRecord(record: string, delimiter: string, quote: string): string[] {
  const fields: string[] = []
  let field = ''
  let quoted = false
  for (let i = 0; i < record.length; i++) {
    if (quoted) {
      if (record[i] !== quote) field += record[i]
      else if (record[i + 1] === quote) {
        field += quote
        i++
      } else quoted = false
    } else if (record[i] === quote && field === '') quoted = true
    else if (record.startsWith(delimiter, i)) {
      fields.push(field)
      field = ''
      i += delimiter.length - 1
    } else field += record[i]
  }
  fields.push(field)
  return fields
}

function escapeExpression(character: string): string {
  return character.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
