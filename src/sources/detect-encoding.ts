/**
 * How the letters of a text file are written, where its start shows that it is not UTF-8: UTF-16 by its first two bytes, Latin-1 where bytes
 * stand there that UTF-8 does not have. For proposals only: a job says what it reads.
 */
import type { CsvDialect } from '../sql/dialect.ts'
import { readStart } from './first-bytes.ts'

/** Files are read so far. */
const LOOKED_AT = 1 << 24

/** Nothing where it is UTF-8 as far as it was read. */
export function detectEncoding(file: string): CsvDialect['encoding'] | undefined {
  const bytes = readStart(file, LOOKED_AT)
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return 'utf-16'
  try {
    // The last letter may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return undefined
  } catch {
    // Text has no such byte; what is no text is refused with its kind by who opens it.
    return bytes.includes(0) ? undefined : 'latin-1'
  }
}
