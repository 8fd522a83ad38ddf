/** Describes a report for signing. The manifest's digest covers the text before the date, so it is reproducible. */
import { createHash } from 'node:crypto'

export interface Signing {
  readonly purpose?: string | undefined
  readonly engine: string
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[]
  readonly date?: string | undefined
}

/** Text after this line may change from day to day. */
export const NOT_HASHED = '<!-- halftone: what follows is not part of the digest -->'

export function digestBeforeMark(text: string) {
  const end = text.indexOf(NOT_HASHED)
  if (end < 0) return undefined
  const part = Buffer.from(text.slice(0, end))
  return { bytes: part.length, sha256: createHash('sha256').update(part).digest('hex'), before: NOT_HASHED }
}

export function today(now: Date = new Date()): string {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}
