/**
 * Converts a sheet of a workbook (.xlsx) to a CSV file in the engine's folder. The first row as wide as the table has
 * the names; titles above it are skipped. Cost: the sheet in memory.
 */
import { open, readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { csvField } from '../../ground/csv.ts'
import { userError } from '../../ground/errors.ts'

const wrongFile = userError('file', 'data.source')
const wrongFileSheet = userError('file', 'data.sheet')

type Cell = string | number | boolean | Date | null

/** Returns notes about rows above the names and about error cells such as #N/A, which are read as missing. */
export async function spreadsheetToCsv(
  file: string,
  sheet: string | undefined,
  target: string,
  trim = true,
): Promise<string[]> {
  const documents = await readWithinLimits(file)
  const { default: readWorkbook } = await import('read-excel-file/node')
  const sheets = await readWorkbook(file, { trim }).catch((error: Error) => {
    const reason = error instanceof TypeError ? 'something is missing in it' : error.message
    throw wrongFile`${file} is not a workbook that can be read (${reason}); save it again as .xlsx, or export the table
      as csv`
  })
  const names = sheets.map((found) => found.sheet)
  const found = sheet === undefined ? sheets[0] : sheets.find((candidate) => candidate.sheet === sheet)
  if (found === undefined)
    throw wrongFileSheet`${file} has no sheet "${sheet}"; it has ${names.map((name) => `"${name}"`).join(', ')}: set
      data.sheet to one of them`
  const filled = (found.data as readonly (readonly Cell[])[]).filter((row) => row.some((cell) => cell !== null))
  const titles = rowsAbove(filled)
  const rows = filled.slice(titles)
  if (rows.length === 0)
    throw wrongFileSheet`sheet "${found.sheet}" of ${file} is empty; set data.sheet to another: ${names.join(', ')}`
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const handle = await open(target, 'wx', 0o600)
  try {
    for (const row of rows) {
      const fields = Array.from({ length: width }, (_, i) => csvField(cellText(row[i] ?? null)))
      await handle.write(`${fields.join(',')}\n`)
    }
  } finally {
    await handle.close()
  }
  const errors = errorsOfSheet(documents, found.sheet)
  const different = [...new Set(errors)].sort()
  const rowsText =
    titles === 1 ? 'the row above the names of the columns is' : `the ${titles} rows above the names of the columns are`
  const cellsText = errors.length === 1 ? '1 cell has an error' : `${errors.length} cells have errors`
  return [
    ...(titles === 0 ? [] : [`${basename(file)}: ${rowsText} left out`]),
    ...(errors.length === 0 ? [] : [`${basename(file)}: ${cellsText} (${different.join(', ')}), read as missing`]),
  ]
}

const LOOKED_AT = 30

function rowsAbove(rows: readonly (readonly Cell[])[]): number {
  const widths = rows.slice(0, LOOKED_AT).map((row) => row.filter((cell) => cell !== null && cell !== '').length)
  const width = Math.max(0, ...widths)
  return width < 2 ? 0 : widths.findIndex((count) => count > width / 2)
}

/** The reader keeps the unpacked workbook and every cell of the sheet's rectangle in memory, several times. */
const mostBytes = 50e6
const mostCells = 2.5e6
const longestText = 1 << 18
const deepestTags = 100

/** Guards against zip bombs, huge sparse sheets, and long texts, which the reader builds slowly. */
async function readWithinLimits(file: string): Promise<Documents> {
  const refuse = (what: string): never => {
    throw wrongFile`${file} ${what}, or export the table as csv`
  }
  if ((await stat(file)).size > mostBytes) refuse(`must have at most ${mostBytes / 1e6} MB; leave sheets out`)
  const documents = readDocuments(await readFile(file))
  if (documents === 'too large')
    return refuse(`unpacks to more than ${mostBytes / 1e6} MB, which is the most of a workbook; leave sheets out`)
  for (const [name, document] of documents) {
    const fault = faultOfTags(document)
    if (fault !== undefined) refuse(`has ${fault}, which no office program writes; save it again`)
    if (!SHEET.test(name)) continue
    const { row, column } = farthestCell(document)
    if (row * column > mostCells)
      refuse(
        `has a cell in row ${row} or column ${column}, and a sheet may have ${mostCells} cells; remove cells ` +
          'far from the table',
      )
  }
  return documents
}

type Documents = [string, Buffer][]

const SHEET = /^\/?xl\/worksheets\/[^/]+\.xml$/i
const [LESS, GREATER, SLASH, QUESTION, EXCLAMATION] = [0x3c, 0x3e, 0x2f, 0x3f, 0x21]

function faultOfTags(document: Uint8Array): string | undefined {
  let [depth, text, before] = [0, 0, 0]
  for (const byte of document) {
    if (byte === LESS) {
      depth++
      text = 0
    } else if (++text > longestText) return `a text of more than ${longestText} bytes`
    else if (before === LESS && byte === SLASH) depth -= 2
    else if ((before === LESS && (byte === QUESTION || byte === EXCLAMATION)) || (before === SLASH && byte === GREATER))
      depth--
    if (depth > deepestTags) return `more than ${deepestTags} tags inside each other`
    before = byte
  }
  return undefined
}

/** Unpacks documents by the archive's central directory (APPNOTE.TXT 4.3.12), without trusting its sizes. */
function readDocuments(archive: Buffer): Documents | 'too large' {
  const documents: [string, Buffer][] = []
  let left = mostBytes
  try {
    const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1')
    let entry = archive.readUInt32LE(end + 16)
    for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
      const [nameLength, extra, comment] = [28, 30, 32].map((at) => archive.readUInt16LE(entry + at))
      const name = archive.toString('utf8', entry + 46, entry + 46 + nameLength)
      const local = archive.readUInt32LE(entry + 42)
      const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
      const packed = archive.subarray(begin, begin + archive.readUInt32LE(entry + 20))
      const isPacked = archive.readUInt16LE(entry + 10) === 8
      const bytes = isPacked ? inflateRawSync(packed, { maxOutputLength: left }) : packed
      left -= bytes.length
      if (/\.(xml|rels)$/i.test(name)) documents.push([name, bytes])
      entry += 46 + nameLength + extra + comment
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return 'too large'
  }
  return left < 0 ? 'too large' : documents
}

function farthestCell(sheet: Uint8Array): { readonly row: number; readonly column: number } {
  let [row, column] = [0, 0]
  const text = Buffer.from(sheet.buffer, sheet.byteOffset, sheet.byteLength)
  const step = 1 << 20
  for (let from = 0; from < text.length; from += step) {
    for (const [, letters, digits] of text
      .toString('latin1', from, from + step + 64)
      .matchAll(/\sr\s*=\s*["']([A-Z]{0,4})(\d{1,9})["']/g)) {
      row = Math.max(row, Number(digits))
      const place = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
      column = Math.max(column, place)
    }
  }
  return { row, column }
}

const ERROR_CELL = /<c\s[^>]*\bt="e"[^>]*>(?:<f[^>]*>(?:[^<]*<\/f>)?)?(?:<v>([^<]{1,20})<)?/g

/** The workbook maps sheets to documents (ECMA-376, 18.2.19). */
function errorsOfSheet(documents: Documents, sheet: string): string[] {
  const text = (name: string) =>
    documents.find(([path]) => path.replace(/^\//, '') === name)?.[1].toString('utf8') ?? ''
  const attribute = (tag: string, name: string) =>
    plainXml(new RegExp(`\\s(?:\\w+:)?${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
  const tagWith = (document: string, tag: RegExp, name: string, value: string) =>
    text(document)
      .match(tag)
      ?.find((tag) => attribute(tag, name) === value) ?? ''
  const entry = tagWith('xl/workbook.xml', /<sheet\s[^>]*>/g, 'name', sheet)
  const link = tagWith('xl/_rels/workbook.xml.rels', /<Relationship\s[^>]*>/g, 'Id', attribute(entry, 'id'))
  const target = attribute(link, 'Target')
  const cells = text(target.startsWith('/') ? target.slice(1) : `xl/${target}`).matchAll(ERROR_CELL)
  return Array.from(cells, ([, error = 'without a name']) => plainXml(error))
}

function plainXml(text: string): string {
  const letters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => letters[name])
}

/** The day before the first: a number below 1 is only a time. */
const DAY_ZERO = '1899-12-30'

function cellText(cell: Cell): string {
  if (cell === null) return ''
  // Workbooks escape some characters: _x000D_ is a carriage return.
  if (typeof cell === 'string')
    return cell.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  if (!(cell instanceof Date)) return String(cell)
  const iso = new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString()
  const [day, time] = [iso.slice(0, 10), iso.slice(11, 19)]
  if (day === DAY_ZERO) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}
