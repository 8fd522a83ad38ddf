/** Texts of verification checks, with digits of large counts grouped. */

import colors from 'picocolors'
import { formatCount } from '../src/ground/format.ts'
import type { Verification } from '../src/verification/verification.ts'

type Check = Verification['checks'][number]

export function checkWords({ name, promise, found }: Check): string {
  // Column names are not counts.
  if (name === 'identifiers') return `${promise}: ${found}`
  return grouped(`${promise}: ${found}`)
}

/** Short form for the first lines of a run: `promise (found)`. */
export function verifiedWords(check: Check | undefined): string {
  return check === undefined ? '' : grouped(`${check.promise} (${check.found})`)
}

export function verifiedLines(checks: readonly Check[], requirements: readonly { readonly name: string }[]): string[] {
  const promised = checks.filter(({ name }) => requirements.some((requirement) => requirement.name === name))
  return promised.map((check, i) => `${i === 0 ? colors.green('verified') : ' '.repeat(8)}  ${verifiedWords(check)}`)
}

function grouped(text: string): string {
  return text
    .replace(/(?<![\w.,])\d{4,}(?![\w.,]*\d)/g, (digits) => formatCount(Number(digits)))
    .replace(/\b1 (row|basket|constraint|item)s\b/g, '1 $1')
}
