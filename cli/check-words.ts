/** Texts of verification checks, with digits of large counts grouped. */
import colors from 'picocolors'
import { groupDigits } from '../src/ground/format.ts'
import type { Verification } from '../src/verification/verification.ts'

type Check = Verification['checks'][number]

export function checkWords({ name, promise, found }: Check): string {
  // Column names are not counts.
  if (name === 'identifiers') return `${promise}: ${found}`
  return groupDigits(`${promise}: ${found}`)
}

/** Short form for the first lines of a run: `promise (found)`. */
export function verifiedWords(check: Check | undefined): string {
  return check === undefined ? '' : groupDigits(`${check.promise} (${check.found})`)
}

export function verifiedLines(checks: readonly Check[], requirements: readonly { readonly name: string }[]): string[] {
  const promised = checks.filter(({ name }) => requirements.some((requirement) => requirement.name === name))
  return promised.map((check, i) => `${i === 0 ? colors.green('verified') : ' '.repeat(8)}  ${verifiedWords(check)}`)
}
