/** Detects the form of an undescribed delimited file: encoding, quote character and decimal commas. */
import type { FileSink } from '../sql/dialect.ts'
import { detectDelimiter, firstRecords, readLineEnd } from './csv-dialect.ts'
import { detectEncoding } from './detect-encoding.ts'
import { defaultFormat, isDelimited } from './formats/index.ts'
import type { SourceRequest } from './table.ts'

/** Returns the sink that writes a release in the form of its source. A name ending in .tsv means tabs. */
export function formLike(
  file: string,
  source: Pick<SourceRequest, 'delimiter' | 'quote' | 'encoding'>,
  release: string,
): Pick<FileSink, 'quote' | 'encoding' | 'lineEnd'> & { readonly delimiter?: string } {
  if (!isPlainText(file) || !isPlainText(release)) return {}
  const { quote, encoding = 'utf-8' } = source
  const delimiter = source.delimiter ?? defaultFormat(file).delimiter ?? detectDelimiter(file, source)
  const lineEnd = readLineEnd(file, encoding) === '\r\n' ? '\r\n' : undefined
  const separator = /\.csv$/i.test(release) && delimiter.length === 1 ? delimiter : undefined
  return { delimiter: separator, quote, encoding, lineEnd }
}

export function detectForm(
  file: string,
  numeric: readonly string[] = [],
): Pick<SourceRequest, 'encoding' | 'quote' | 'numbers'> {
  if (!isPlainText(file)) return {}
  const encoding = detectEncoding(file)
  const records = firstRecords(file, { encoding })
  const isQuotedBy = (mark: string) =>
    records.some((row) => row.some((field) => field.length > 1 && field.startsWith(mark) && field.endsWith(mark)))
  const quote = isQuotedBy("'") && !isQuotedBy('"') ? "'" : undefined
  const [header = [], ...rows] = quote === undefined ? records : firstRecords(file, { encoding, quote })
  const columns = numeric.filter((name) => {
    const place = header.indexOf(name)
    return place >= 0 && rows.some((row) => /^\[[^;]*;.*\]$|^-?\d+,\d+$/.test(row[place] ?? ''))
  })
  return {
    encoding,
    quote,
    numbers: columns.length === 0 ? undefined : { decimal: ',', columns: numeric, labels: true },
  }
}

function isPlainText(file: string): boolean {
  return isDelimited(file) && !/\.gz$/i.test(file)
}
