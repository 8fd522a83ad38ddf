/** Files that are opened by mistake, detected from their first bytes: nobody should read of delimiters when a picture was dropped. */
import { closeSync, openSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { UserError } from '../../../src/workbench.ts'

const kinds: readonly { readonly starts: readonly string[]; readonly what: string; readonly remedy: string }[] = [
  {
    starts: ['\x89PNG', '\xff\xd8\xff', 'GIF8', 'BM\x00', 'II*\x00', 'MM\x00*'],
    what: 'a picture',
    remedy: 'give the table itself, as CSV, TSV, Parquet or JSON lines',
  },
  { starts: ['%PDF-'], what: 'a PDF document', remedy: 'give the table itself, as CSV, TSV, Parquet or JSON lines' },
  {
    // Workbooks of today are archives, and are read; those of former days are "compound files".
    starts: ['\xd0\xcf\x11\xe0'],
    what: 'a spreadsheet of an old form',
    remedy: 'save it as .xlsx or CSV, and open that',
  },
  { starts: ['SQLite format 3\0'], what: 'a database', remedy: 'export the table as CSV or Parquet and open that' },
]

/** Refuses a file that holds no table as such. What cannot be read is left to whoever reads it. */
export function refuseForeignKind(file: string): void {
  const start = startOf(file)
  const kind = kinds.find(({ starts }) => starts.some((own) => start.startsWith(own)))
  if (kind !== undefined)
    throw new UserError(`${basename(file)} is ${kind.what}, not a table; ${kind.remedy}`, { path: file, rule: 'file' })
}

function startOf(file: string): string {
  const bytes = Buffer.alloc(16)
  try {
    const handle = openSync(file, 'r')
    try {
      return bytes.toString('latin1', 0, readSync(handle, bytes, 0, bytes.length, 0))
    } finally {
      closeSync(handle)
    }
  } catch {
    return ''
  }
}
