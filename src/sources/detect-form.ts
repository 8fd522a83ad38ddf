/**
 * How a delimited file is written that nobody has described, as its start shows: encoding, the character around fields, and the decimal comma of
 * columns that may have one (`1,5`, `[1,5;2,5]`). Delimiters are detected by who opens it.
 */
import { firstRecords } from './csv-dialect.ts'
import { detectEncoding } from './detect-encoding.ts'
import type { SourceRequest } from './open-source.ts'

export function detectForm(
  file: string,
  numeric: readonly string[] = [],
): Pick<SourceRequest, 'encoding' | 'quote' | 'numbers'> {
  if (!/\.(csv|tsv|tab|txt|data)$/i.test(file)) return {}
  const encoding = detectEncoding(file)
  const records = firstRecords(file, { encoding })
  const quote = isQuotedBy("'", records) ? "'" : undefined
  const [header = [], ...rows] = quote === undefined ? records : firstRecords(file, { encoding, quote })
  const columns = numeric.filter((name) => {
    const place = header.indexOf(name)
    return place >= 0 && rows.some((row) => /^\[.*;.*\]$|^-?\d+,\d+$/.test(row[place] ?? ''))
  })
  return {
    encoding,
    quote,
    numbers: columns.length === 0 ? undefined : { decimal: ',', columns: numeric, labels: true },
  }
}

/** Whether fields stand between such characters, and none between the usual ones. */
function isQuotedBy(quote: string, records: readonly (readonly string[])[]): boolean {
  const between = (mark: string) =>
    records.some((row) => row.some((field) => field.length > 1 && field.startsWith(mark) && field.endsWith(mark)))
  return between(quote) && !between('"')
}
