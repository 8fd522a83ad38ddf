/** Recognizes files that are not tables, such as pictures and archives, by their first bytes. */
import { userError } from '../../ground/errors.ts'
import { readStart } from '../first-bytes.ts'
import type { FormatRecord, Signature } from './format.ts'

export const ZIP = 'PK\x03\x04'

const signatures = (asTable: string): readonly Signature[] => [
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
  { begins: ZIP, kind: 'a ZIP archive', remedy: 'unpack it' },
]

export function refuseForeign(
  file: string,
  format: FormatRecord,
  formats: readonly FormatRecord[],
  tables: string,
): void {
  if (format.magic !== undefined) return
  const start = readStart(file, 1024).subarray(0, 16).toString('latin1')
  const claimed = formats.flatMap(({ magic }) => magic ?? [])
  const match = [...claimed, ...signatures(`export the table as ${tables}`)].find(
    ({ begins, named = /./ }) => start.startsWith(begins) && named.test(file),
  )
  if (match !== undefined)
    throw userError('file', 'data.source')`${file} is ${match.kind}, not ${format.content}; ${match.remedy}`
}
