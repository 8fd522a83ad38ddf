/**
 * Workbooks (.xlsx): a sheet is read into a comma-separated file in the engine's own folder, and from there on is like any other file. The
 * names stand in the first row that is as wide as the table: titles above it (a merged cell, a date beside it) are left out. A date becomes 2004-03-17, with its time where it has one. Cost: the sheet in memory.
 */
import { open, readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { UserError } from '../errors.ts'

type Cell = string | number | boolean | Date | null

/** Writes a sheet as comma-separated text to `target`. `sheet`: its name; the only one, or the first, when absent. Answers with how many rows stood above the names. */
export async function spreadsheetToCsv(file: string, sheet: string | undefined, target: string): Promise<number> {
  await refuseHuge(file)
  const { default: readWorkbook } = await import('read-excel-file/node')
  const sheets = await readWorkbook(file).catch((error: Error) => {
    throw new UserError(
      `${file} is not a workbook that can be read (${error.message}); save it again as .xlsx, or export the table as csv`,
      { path: 'data.source', rule: 'file' },
    )
  })
  const names = sheets.map((found) => found.sheet)
  const found = sheet === undefined ? sheets[0] : sheets.find((candidate) => candidate.sheet === sheet)
  if (found === undefined) {
    throw new UserError(
      `${file} has no sheet "${sheet}"; it has ${names.map((name) => `"${name}"`).join(', ')}: set data.sheet to one of them`,
      { path: 'data.sheet', rule: 'file' },
    )
  }
  const filled = (found.data as readonly (readonly Cell[])[]).filter((row) => row.some((cell) => cell !== null))
  const titles = rowsAbove(filled)
  const rows = filled.slice(titles)
  if (rows.length === 0)
    throw new UserError(`sheet "${found.sheet}" of ${file} is empty; set data.sheet to another: ${names.join(', ')}`, {
      path: 'data.sheet',
      rule: 'file',
    })
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const handle = await open(target, 'wx', 0o600)
  try {
    for (const row of rows) {
      const fields = Array.from({ length: width }, (_, i) => quoted(textOf(row[i] ?? null)))
      await handle.write(`${fields.join(',')}\n`)
    }
  } finally {
    await handle.close()
  }
  return titles
}

/** Titles are looked for in so many rows. */
const LOOKED_AT = 30

/** Rows before the first that is as wide as the table, nearly: a title has a cell or two, a header as many as there are columns. */
function rowsAbove(rows: readonly (readonly Cell[])[]): number {
  const widths = rows.slice(0, LOOKED_AT).map((row) => row.filter((cell) => cell !== null && cell !== '').length)
  const width = Math.max(0, ...widths)
  return width < 2 ? 0 : widths.findIndex((own) => own > width / 2)
}

/** The reader holds all of a workbook in memory, several times: what it unpacks to, and a place for every cell of the sheet's rectangle. */
const mostBytes = 100e6
const mostCells = 20e6

/** A few kilobytes can unpack to gigabytes, and two cells can be a thousand million cells away from each other. */
async function refuseHuge(file: string): Promise<void> {
  let bytes = 0
  const sheets = readSheets(await readFile(file), (size) => {
    bytes += size
    if (bytes > mostBytes)
      throw new UserError(
        `${file} unpacks to more than ${mostBytes / 1e6} MB, which is the most of a workbook; export the table as csv`,
        { path: 'data.source', rule: 'file' },
      )
  })
  for (const sheet of sheets) {
    const { row, column } = farthestCell(sheet)
    if (row * column > mostCells)
      throw new UserError(
        `${file} has a cell in row ${row} or column ${column}, and a sheet may have ${mostCells} cells; remove cells far from the table, or export it as csv`,
        { path: 'data.source', rule: 'file' },
      )
  }
}

/** The sheets of a workbook, unpacked; what is wrong with it is left to the reader to say. */
function readSheets(bytes: Uint8Array, onSize: (size: number) => void): Uint8Array[] {
  try {
    const filter = ({ name, originalSize }: { readonly name: string; readonly originalSize: number }) => {
      onSize(originalSize)
      return /^\/?xl\/worksheets\/[^/]+\.xml$/i.test(name)
    }
    return Object.values(unzipSync(bytes, { filter }))
  } catch (error) {
    if (error instanceof UserError) throw error
    return []
  }
}

function farthestCell(sheet: Uint8Array): { readonly row: number; readonly column: number } {
  let [row, column] = [0, 0]
  const text = Buffer.from(sheet.buffer, sheet.byteOffset, sheet.byteLength)
  const step = 1 << 20
  for (let from = 0; from < text.length; from += step) {
    // A little more, for what stands across the border.
    for (const [, letters, digits] of text
      .toString('latin1', from, from + step + 64)
      .matchAll(/\sr\s*=\s*["']([A-Z]{0,4})(\d{1,9})["']/g)) {
      row = Math.max(row, Number(digits))
      column = Math.max(
        column,
        [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0),
      )
    }
  }
  return { row, column }
}

function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (!(cell instanceof Date)) return String(cell)
  const iso = cell.toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ')
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
