/** What a verified release is worth, in a few lines: what to look at before publishing, which columns keep detail, which say nothing. */
import colors from 'picocolors'
import type { RunResult } from '../src/workbench.ts'

export function judgementLines(
  judgement: RunResult['judgement'],
  formatShare: (share: number) => string,
): readonly string[] {
  if (judgement === undefined) return []
  const { verdict, cautions, detail } = judgement
  const head =
    verdict === 'no-information'
      ? [`${colors.red('but')} nothing is left in it to be used`]
      : cautions.length > 0
        ? []
        : undefined
  const keeping = detail.filter(({ says }) => says !== 'nothing')
  const silent = detail.filter(({ says }) => says === 'nothing')
  const kept = keeping.map(
    ({ column, kept, example, says }) =>
      `${column} ${says === 'all' ? 'as it is' : `${formatShare(kept)}${example === undefined ? '' : ` (${example})`}`}`,
  )
  return [
    ...(head ?? []),
    ...cautions.map(({ message, remedy }) => `${colors.yellow('amber')}     ${message}: ${remedy}`),
    ...(kept.length === 0 ? [] : [`${colors.dim('detail')}    ${kept.join(' · ')}`]),
    ...(silent.length === 0
      ? []
      : [`${colors.dim('silent')}    ${silent.map(({ column, why }) => `${column} (${why})`).join(' · ')}`]),
  ]
}
