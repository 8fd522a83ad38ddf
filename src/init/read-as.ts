/** How to read a file that nobody has described. */
import { isDatabase } from '../engines/open-engine.ts'
import { firstRecords, textAtStart } from '../sources/csv-dialect.ts'
import { detectEncoding } from '../sources/detect-encoding.ts'
import { findFiles } from '../sources/files.ts'
import { readStart } from '../sources/first-bytes.ts'
import { looksHeaderless } from '../sources/headerless.ts'
import { type SourceRequest, STANDARD_INPUT } from '../sources/open-source.ts'
import { titleLines } from '../sources/title-lines.ts'
import { looksLikeTransactions } from './init-items.ts'

/**
 * How a file is read that nobody has described: as a line of items per person where it looks like that, else as a table, without names where
 * its first line holds values.
 */
export function readAs(source: SourceRequest): SourceRequest {
  const printed = source.source === STANDARD_INPUT
  const described = [source.format, source.delimiter, source.header].some((said) => said !== undefined)
  if (described || (printed && source.received === undefined) || isDatabase(source.source)) return source
  const [file] = printed ? [source.received as string] : findFiles(source.source, source.base)
  if (looksLikeTransactions(file)) return { ...source, format: 'transactions' }
  if (/\.(parquet|pq|json|jsonl|ndjson|xlsx|xlsm)(\.gz)?$/i.test(file)) return source
  const encoding = source.encoding ?? detectEncoding(file)
  const own = encoding === undefined ? source : { ...source, encoding }
  // What is no text is refused with its kind by who opens it.
  if (encoding !== 'utf-16' && readStart(file, 1024).includes(0)) return own
  const skip = own.skip ?? titleLines(textAtStart(file, { encoding: encoding ?? 'utf-8', skip: 0 }))
  const below = skip === 0 ? own : { ...own, skip }
  if (!looksHeaderless(firstRecords(file, below))) return below
  // Without names there is no title above them: it is a row that lacks values.
  return skip === 0 || looksHeaderless(firstRecords(file, own)) ? { ...own, header: false } : own
}
