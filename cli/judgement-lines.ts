/** What a verified release is worth: what to look at before publishing, then the three lines that report and studio have too. */
import colors from 'picocolors'
import type { RunResult, worthLines } from '../src/workbench.ts'

export function judgementLines(judgement: RunResult['judgement'], inShort: typeof worthLines): readonly string[] {
  if (judgement === undefined) return []
  const { verdict, cautions } = judgement
  return [
    ...(verdict === 'no-information' ? [`${colors.red('but')} nothing is left in it to be used`] : []),
    ...cautions.map(({ message, remedy }) => `${colors.yellow('amber')}     ${message}: ${remedy}`),
    ...inShort(judgement).map(({ about, text }) => `${colors.dim(about.padEnd(6))}    ${text}`),
  ]
}
