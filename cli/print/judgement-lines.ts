/** The value of a verified release: cautions, then the three lines that report and studio show too. */
import colors from 'picocolors'
import type { worthLines } from '../../src/report/judgement.ts'
import type { RunResult } from '../../src/run.ts'

/** The manifest and the report have the rest. */
const SHOWN = 5

export function judgementLines(judgement: RunResult['judgement'], inShort: typeof worthLines): readonly string[] {
  if (judgement === undefined) return []
  const { verdict, cautions, accepted } = judgement
  return [
    ...(accepted === undefined
      ? []
      : [`${colors.yellow('accepted')}  ${accepted.accept.join(', ')}: ${accepted.reason}`]),
    ...(verdict === 'no-information' ? [`${colors.red('but')} nothing is left in it to be used`] : []),
    ...cautions
      .slice(0, SHOWN)
      .map(
        ({ message, remedy }) => `${colors.yellow('amber')}     ${message}${remedy === undefined ? '' : `: ${remedy}`}`,
      ),
    ...(cautions.length > SHOWN
      ? [`${colors.yellow('amber')}     and ${cautions.length - SHOWN} more: manifest and report have them all`]
      : []),
    ...inShort(judgement).map(({ about, text }) => `${colors.dim(about.padEnd(6))}    ${text}`),
  ]
}
