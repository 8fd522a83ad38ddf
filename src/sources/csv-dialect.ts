/** Detects the dialect of a delimited file by its first line, so that every statement and engine reads it alike. */
import { listedNames, userError } from '../ground/errors.ts'
import type { CsvDialect } from '../sql/dialect.ts'
import { createDecoder, type Encoding, isPlain, type PlainEncoding } from '../table/encodings.ts'
import { readStart } from './first-bytes.ts'

const wrongEncoding = userError('file', 'data.encoding')
const wrongHeader = userError('value', 'data.header')
const wrongQuote = userError('file', 'data.quote')
const wrongFile = userError('file', 'data.source')
const wrongValue = userError('value', 'data.delimiter')
const wrongFileHeader = userError('file', 'data.header')

export interface CsvHints {
  /** true (default): the first line has names; false: columns are named column1, …; a list: the names. */
  readonly header?: boolean | readonly string[]
  readonly delimiter?: string
  readonly quote?: string
  readonly skip?: number
  readonly encoding?: Encoding
}

export function detectCsvDialect(
  files: readonly string[],
  hints: CsvHints & { readonly encoding?: PlainEncoding | undefined },
): { readonly csv: CsvDialect; readonly warnings: readonly string[] } {
  const encoding = hints.encoding ?? 'utf-8'
  const quote = hints.quote ?? '"'
  const skip = hints.skip ?? 0
  checkMarks(hints.delimiter, quote)
  const start = textAtStart(files[0], { encoding, skip })
  const first = firstRecord(start, quote)
  if (first.includes('\0'))
    throw wrongEncoding`${files[0]} is not delimited text: its first line has NUL bytes; set data.encoding: utf-16 if it
      is written so, or data.format, or give the right file`
  const delimiter = hints.delimiter ?? guessDelimiter(start, quote)
  checkLineEnds(files[0], start, first, delimiter, quote)
  const cells = splitRecord(first, delimiter, quote)
  requireFewColumns(cells.length, files[0])
  const headerLine = hints.header === undefined || hints.header === true
  const named = headerLine ? cells.map((name, i) => (name.trim() === '' ? `column${i + 1}` : name)) : cells
  const fields = headerLine ? numbered(named) : named
  if (headerLine) {
    checkNames(fields, files[0])
    for (const file of files.slice(1)) {
      const other = splitRecord(firstRecord(textAtStart(file, { encoding, skip }), quote), delimiter, quote)
      if (other.join('\0') !== cells.join('\0'))
        throw wrongFile`${file} has other columns (${listedNames(other)}) than ${files[0]} (${listedNames(fields)});
          files read together must have the same header line`
    }
  }
  const given = Array.isArray(hints.header) ? [...hints.header] : fields.map((_, i) => `column${i + 1}`)
  const columns = headerLine ? fields : given
  if (columns.length !== fields.length)
    throw wrongHeader`data.header names ${columns.length} columns, but the first line of ${files[0]} has
      ${fields.length} fields; name every column, or set data.delimiter (now ${JSON.stringify(delimiter)})`
  checkNames(columns, files[0])
  const warnings = [
    ...renameWarning(fields, named, `${files[0]} has the same name over several columns; the later ones are called`),
    ...renameWarning(named, cells, `${files[0]} has columns without a name, as row numbers often are; called`),
  ]
  return { csv: { delimiter, quote, headerLine, columns, skip, encoding }, warnings }
}

function renameWarning(names: readonly string[], before: readonly string[], what: string): string[] {
  const renamed = names.filter((name, i) => name !== before[i])
  return renamed.length === 0 ? [] : [`${what} ${renamed.map((name) => `"${name}"`).join(', ')}`]
}

/** The planner compares every column with all others: 3,000 take seconds, 9,000 exhaust its memory. */
const mostColumns = 4000

export function requireFewColumns(count: number, file: string): void {
  if (count > mostColumns)
    throw wrongFile`${file} has ${count} columns or more, and a table may have ${mostColumns}; leave columns out, or set
      data.delimiter if it is written in another way`
}

/** Numbers duplicates: name, name_2, name_3. DuckDB ignores case in names. */
function numbered(names: readonly string[]): string[] {
  const taken = new Set(names.map((name) => name.toLowerCase()))
  const seen = new Set<string>()
  return names.map((name) => {
    let unique = name
    const isTaken = () => seen.has(unique.toLowerCase()) || (unique !== name && taken.has(unique.toLowerCase()))
    for (let number = 2; isTaken(); number++) unique = `${name}_${number}`
    seen.add(unique.toLowerCase())
    return unique
  })
}

export function readLineEnd(file: string, encoding: Encoding): string {
  const text = textAtStart(file, { encoding, skip: 0 })
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
}

export function detectDelimiter(file: string, { encoding = 'utf-8', quote = '"', skip = 0 }: CsvHints): string {
  return guessDelimiter(textAtStart(file, { encoding, skip }), quote)
}

export function firstRecords(file: string, hints: CsvHints): string[][] {
  const { encoding = 'utf-8', quote = '"', skip = 0 } = hints
  const text = textAtStart(file, { encoding, skip })
  return wholeRecords(text, hints.delimiter ?? guessDelimiter(text, quote), quote, 200)
}

function wholeRecords(text: string, delimiter: string, quote: string, most: number): string[][] {
  const records: string[][] = []
  let rest = text
  for (let record = firstRecord(rest, quote); record.length < rest.length; record = firstRecord(rest, quote)) {
    if (record.trim() !== '') records.push(splitRecord(record, delimiter, quote))
    if (records.length === most) break
    rest = rest.slice(record.length).replace(/^(\r\n|\n|\r)/, '')
  }
  return records
}

function checkMarks(delimiter: string | undefined, quote: string): void {
  if (/[\r\n\0]/.test(quote))
    throw userError('value', 'data.quote')`data.quote must be one character that is no line end; remove it`
  if (delimiter === undefined) return
  if (/[\r\n\0]/.test(delimiter))
    throw wrongValue`data.delimiter must stand inside a line, so it has no line end; remove it, or name another`
  if (delimiter.includes(quote))
    throw wrongValue`data.delimiter must differ from the quote ${JSON.stringify(quote)}; got
      ${JSON.stringify(delimiter)}: set data.quote to another character, or change the delimiter`
}

const longestName = 10_000

function checkNames(names: readonly string[], file: string): void {
  const seen = new Map<string, number>()
  names.forEach((name, i) => {
    if (name.trim() === '')
      throw wrongFileHeader`${file}: column ${i + 1} has no name in data.header; name every column`
    if (name.length > longestName)
      throw wrongFileHeader`${file}: the name of column ${i + 1} has ${name.length} characters, and a name may have
        ${longestName}; shorten it, or set data.delimiter or data.header if this is no header line`
    if (name.includes('\uFEFF'))
      throw wrongFileHeader`${file}: the name of column ${i + 1} has a byte order mark in it, which nobody sees; type
        the name anew, or name all columns with data.header`
    const before = seen.get(name.toLowerCase())
    if (before !== undefined)
      throw wrongFileHeader`${file}: columns ${before + 1} and ${i + 1} are both named "${name}"; rename one, or name
        all columns with data.header`
    seen.set(name.toLowerCase(), i)
  })
}

const longestHeader = 1 << 20

export function textAtStart(file: string, { encoding, skip }: Required<Pick<CsvHints, 'encoding' | 'skip'>>): string {
  let text = decode(readStart(file, longestHeader), encoding)
  if (text.startsWith('\uFEFF')) text = text.slice(1)
  if (text.startsWith('\uFEFF'))
    throw wrongFile`${file} begins with more than one byte order mark; save it with one or none`
  for (let line = 0; line < skip; line++) {
    const end = text.indexOf('\n')
    if (end < 0)
      throw userError('file', 'data.skip')`${file} has no line after the ${skip} that data.skip leaves out; skip fewer`
    text = text.slice(end + 1)
  }
  return text
}

function firstRecord(text: string, quote: string): string {
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    if (text[i] === quote) quoted = !quoted
    else if (!quoted && (text[i] === '\n' || text[i] === '\r')) return text.slice(0, i)
  }
  return text
}

/** Checks that lines at the start end alike: the engine takes the first line break, even a quoted one, for all. */
function checkLineEnds(file: string, text: string, first: string, delimiter: string, quote: string): void {
  const [end] = /^(?:\r\n|\n|\r)?/.exec(text.slice(first.length)) as RegExpExecArray
  const [inside = end] = /\r\n|\n|\r/.exec(first) ?? []
  if (end !== '' && inside !== end)
    throw wrongFile`${file}: a line break inside quotes in the first line is ${lineEndNames[inside]}, but the line ends
      in ${lineEndNames[end]}; take the break out of that field, or save the file with one kind of line break`
  const other = otherLineEnd(text, end, delimiter, quote)
  if (other !== undefined)
    throw wrongQuote`${file}: line 1 ends in ${lineEndNames[end]}, line ${other.line} in ${lineEndNames[other.end]};
      lines must all end alike: save the file with one kind of line break, or set data.quote if these stand inside
      quotes`
}

function otherLineEnd(text: string, end: string, delimiter: string, quote: string) {
  if (end === '\n' && !text.includes('\r')) return undefined
  let quoted = false
  let fieldBegins = true
  let line = 1
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]
    if (letter === '\r' && i === text.length - 1) return undefined
    if (quoted) {
      if (letter === quote && text[i + 1] === quote) i++
      else if (letter === quote) quoted = false
    } else if (letter === '\r' || letter === '\n') {
      const lineEnd = letter === '\r' && text[i + 1] === '\n' ? '\r\n' : letter
      if (lineEnd !== end) return { line, end: lineEnd }
      i += lineEnd.length - 1
      line++
      fieldBegins = true
    } else if (text.startsWith(delimiter, i)) {
      i += delimiter.length - 1
      fieldBegins = true
    } else {
      quoted = fieldBegins && letter === quote
      fieldBegins = false
    }
  }
  return undefined
}

const lineEndNames: Readonly<Record<string, string>> = { '\n': 'LF', '\r\n': 'CR LF', '\r': 'CR' }

function decode(bytes: Buffer, encoding: Encoding): string {
  if (!isPlain(encoding)) return createDecoder(encoding)(bytes, true)
  if (encoding === 'utf-16') return new TextDecoder(bytes[0] === 0xfe ? 'utf-16be' : 'utf-16le').decode(bytes)
  return bytes.toString(encoding === 'latin-1' ? 'latin1' : 'utf8')
}

const LINES_COMPARED = 20

/**
 * Picks the delimiter that is most frequent outside quotes in the first line and gives the next lines as many fields. A
 * comma always followed by a space is a two-character delimiter.
 */
function guessDelimiter(text: string, quote: string): string {
  const record = firstRecord(text, quote)
  const mark = quote.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const bare = record.replace(new RegExp(`${mark}[^${mark}]*${mark}`, 'g'), 'q')
  const found = [',', ';', '\t', '|']
    .map((delimiter) => ({ delimiter, count: bare.split(delimiter).length - 1 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
  if (found.length === 0) return ','
  const partsAlike = ({ delimiter }: { readonly delimiter: string }): boolean =>
    new Set(wholeRecords(text, delimiter, quote, LINES_COMPARED).map((fields) => fields.length)).size <= 1
  const { delimiter, count } = (found.length > 1 && found.find(partsAlike)) || found[0]
  return delimiter === ',' && bare.split(', ').length - 1 === count ? ', ' : delimiter
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
