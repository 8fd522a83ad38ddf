/**
 * What a report needs beside its figures to be signed: the purpose, the versions, the digests of the files that it is about, and the day. All
 * but the day is the same whenever the job is run; the day stands behind a mark, and the digest of the report in the manifest is that of
 * what stands before it.
 */
import { createHash } from 'node:crypto'

export interface Signing {
  readonly purpose?: string | undefined
  /** Of the data's engine. */
  readonly engine: string
  /** Public files that the report is about. */
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[]
  /** The day on which it was made, as 2026-11-15. */
  readonly date?: string | undefined
}

/** The line behind which a report may change from day to day. */
export const NOT_HASHED = '<!-- halftone: what follows is not part of the digest -->'

export interface PartDigest {
  readonly bytes: number
  readonly sha256: string
  /** The digest is that of the text before this line. */
  readonly before: string
}

/** The digest of what stands before the mark; undefined where there is none, and the whole file counts. */
export function digestBeforeMark(text: string): PartDigest | undefined {
  const end = text.indexOf(NOT_HASHED)
  if (end < 0) return undefined
  const part = Buffer.from(text.slice(0, end))
  return { bytes: part.length, sha256: createHash('sha256').update(part).digest('hex'), before: NOT_HASHED }
}

/** The day in this place, such as 2026-11-15. */
export function today(now: Date = new Date()): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}
