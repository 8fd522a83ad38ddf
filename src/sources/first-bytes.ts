/**
 * The start of a file: what is shown about it is detected from there. A file of another kind (a picture, a workbook) shows itself by its first
 * bytes, and is refused by name before an engine stumbles over it.
 */
import { closeSync, fstatSync, readSync } from 'node:fs'
import { gunzipSync, constants as zlib } from 'node:zlib'
import { UserError, userError } from '../ground/errors.ts'
import { openToRead } from '../ground/small-file.ts'

const wrongFile = userError('file', 'data.source')

/** At most so many bytes from the start, uncompressed where the name ends in .gz. */
export function readStart(file: string, most: number): Buffer {
  const bytes = readBytes(file, 0, most)
  if (!/\.gz$/i.test(file)) return bytes
  try {
    // Little by little: a few bytes can unfold to a thousand times as many.
    for (let take = 1 << 12; ; take *= 4) {
      // Flushing early makes the start of a compressed file readable without its end.
      const start = gunzipSync(bytes.subarray(0, take), { finishFlush: zlib.Z_SYNC_FLUSH })
      if (start.length >= most || take >= bytes.length) return start.subarray(0, most)
    }
  } catch {
    throw wrongFile`${file} is not a gzip file, though its name says so; rename it, or compress it`
  }
}

/** At most so many bytes of a file, from a place on. */
export function readBytes(file: string, from: number, most: number): Buffer {
  let handle: number | undefined
  try {
    handle = openToRead(file)
    const stats = fstatSync(handle)
    if (!stats.isFile())
      throw wrongFile`${file} is ${stats.isDirectory() ? 'a folder' : 'a pipe or a device'}, not a file; name a file, or - for standard input`
    const bytes = Buffer.alloc(Math.max(0, Math.min(most, stats.size - from)))
    return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, from))
  } catch (error) {
    if (error instanceof UserError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw wrongFile`${file} cannot be read (${code}); ask for the right to read it, or name another file`
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

const ZIP = 'PK\x03\x04'
const asTable = 'export the table as csv, parquet or json lines'

/** First bytes (latin-1) of files that hold no table Halftone could read, or none under this name. */
const foreign: readonly { begins: string; named?: RegExp; kind: string; remedy: string }[] = [
  { begins: '\x89PNG', kind: 'a picture (PNG)', remedy: 'give the file that holds the table' },
  { begins: '\xFF\xD8\xFF', kind: 'a picture (JPEG)', remedy: 'give the file that holds the table' },
  { begins: 'GIF8', kind: 'a picture (GIF)', remedy: 'give the file that holds the table' },
  { begins: '%PDF', kind: 'a PDF', remedy: asTable },
  { begins: '\xD0\xCF\x11\xE0', kind: 'an office document', remedy: asTable },
  { begins: 'ARROW1', kind: 'an Arrow file', remedy: 'write the table as parquet' },
  { begins: 'FEA1', kind: 'a Feather file', remedy: 'write the table as parquet' },
  { begins: 'SQLite format 3', kind: 'a database (SQLite)', remedy: asTable },
  { begins: '\x28\xB5\x2F\xFD', kind: 'compressed (zstd)', remedy: 'unpack it, or compress it with gzip' },
  { begins: 'BZh', kind: 'compressed (bzip2)', remedy: 'unpack it, or compress it with gzip' },
  { begins: '\xFD7zXZ', kind: 'compressed (xz)', remedy: 'unpack it, or compress it with gzip' },
  { begins: '\x1F\x8B', kind: 'compressed (gzip)', remedy: 'let its name end in .gz' },
  { begins: 'PAR1', kind: 'a Parquet file', remedy: 'let its name end in .parquet, or set the format to parquet' },
  { begins: ZIP, named: /\.(xlsx|xlsm|ods)$/i, kind: 'a workbook', remedy: 'save it as .xlsx, or the sheet as csv' },
  { begins: ZIP, kind: 'a ZIP archive', remedy: 'unpack it' },
]

/** Refuses a file that cannot be read in the form that it was taken for. */
export function refuseForeign(file: string, form: 'parquet' | 'json' | 'csv' | 'tsv' | 'xlsx' | 'transactions'): void {
  // DuckDB itself knows Parquet by its bytes, and who unpacks a workbook knows one.
  if (form === 'parquet' || form === 'xlsx') return
  const start = readStart(file, 1024).subarray(0, 16).toString('latin1')
  const found = foreign.find(({ begins, named = /./ }) => start.startsWith(begins) && named.test(file))
  if (found !== undefined) throw wrongFile`${file} is ${found.kind}, not ${formName(form)}; ${found.remedy}`
}

function formName(form: string): string {
  if (form === 'json') return 'json lines'
  return form === 'transactions' ? 'lines of items' : 'delimited text'
}
