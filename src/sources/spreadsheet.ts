/**
 * Workbooks (.xlsx): a sheet is read into a comma-separated file in the engine's own folder, and from there on is like any other file. The
 * first row that has a cell holds the names. A date becomes 2004-03-17, with its time where it has one. Cost: the sheet in memory.
 */
import { open } from 'node:fs/promises'
import { UserError } from '../errors.ts'

type Cell = string | number | boolean | Date | null

/** Writes a sheet as comma-separated text to `target`. `sheet`: its name; the only one, or the first, when absent. */
export async function spreadsheetToCsv(file: string, sheet: string | undefined, target: string): Promise<void> {
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
  const rows = (found.data as readonly (readonly Cell[])[]).filter((row) => row.some((cell) => cell !== null))
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
