import { prose } from '../src/ground/format.ts'
/** Exit codes: one table for `--help`, the code and the docs. */

export const EXIT_CODES = [
  { code: 0, name: 'done', meaning: 'done and verified; what was checked holds' },
  { code: 1, name: 'not as promised', meaning: 'nothing was published, or a check is broken' },
  { code: 2, name: 'wrong use', meaning: 'wrong use, a wrong file or wrong data; the message says what to change' },
  {
    code: 3,
    name: 'wants a look',
    meaning: prose`exposed and not published: more people are singled out than privacy.exposure-limit allows; or
      published and verified, but without useful information; with --strict also if the verdict is amber`,
  },
  { code: 130, name: 'cancelled', meaning: 'cancelled by Ctrl-C or a signal' },
] as const

export type ExitCode = (typeof EXIT_CODES)[number]['code']

export function exitCodesText(codes: readonly ExitCode[] = EXIT_CODES.map(({ code }) => code)): string {
  const lines = EXIT_CODES.filter(({ code }) => codes.includes(code))
  return `Exit codes:\n${lines.map(({ code, meaning }) => `  ${String(code).padEnd(4)} ${meaning}`).join('\n')}`
}
