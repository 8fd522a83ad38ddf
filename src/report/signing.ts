/**
 * Describes a report for signing: purpose, versions, file digests and date. Everything but the date is reproducible.
 * The date follows a mark, and the report's digest in the manifest covers only the text before it.
 */
import { createHash } from 'node:crypto'

export interface Signing {
  readonly purpose?: string | undefined
  readonly engine: string
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[]
  /** Creation date, such as 2026-11-15. */
  readonly date?: string | undefined
}

/** Text after this line may change from day to day. */
export const NOT_HASHED = '<!-- halftone: what follows is not part of the digest -->'

export interface PartDigest {
  readonly bytes: number
  readonly sha256: string
  /** The digest covers the text before this line. */
  readonly before: string
}

/** Returns the digest of the text before the mark, or undefined if it has none. */
export function digestBeforeMark(text: string): PartDigest | undefined {
  const end = text.indexOf(NOT_HASHED)
  if (end < 0) return undefined
  const part = Buffer.from(text.slice(0, end))
  return { bytes: part.length, sha256: createHash('sha256').update(part).digest('hex'), before: NOT_HASHED }
}

/** Returns the local date, such as 2026-11-15. */
export function today(now: Date = new Date()): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}
