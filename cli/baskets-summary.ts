/** What a run on baskets came to, for people; runs on tables have their own summary. */
import colors from 'picocolors'
import type { ApplyResult, RunResult } from '../src/index.ts'
import { runSummary } from './run-summary.ts'
import { fileFacts, riskFacts, timeFact } from './shared-facts.ts'
import { facts } from './text.ts'

export async function summaryOf(result: RunResult | ApplyResult): Promise<string> {
  return result.baskets === undefined ? runSummary(result) : basketsSummary(result, result.baskets)
}

async function basketsSummary(result: RunResult, baskets: NonNullable<RunResult['baskets']>): Promise<string> {
  const { formatCount, formatFigure, formatShare } = await import('../src/index.ts')
  const { verification, metrics = {} } = result
  const check = verification?.checks[0]
  const rows = [`${formatCount(baskets.released)} baskets of ${formatCount(baskets.read)} read`]
  if (baskets.empty > 0) rows.push(`${formatCount(baskets.empty)} without any item`)
  const suppressed = `${formatCount(baskets.suppressedItems)} items suppressed (${formatShare(baskets.occurrences === 0 ? 0 : baskets.suppressedOccurrences / baskets.occurrences)} of all entries)`
  return [
    `${colors.green('verified')}  ${check?.promise ?? ''} (${check?.found ?? ''})`,
    '',
    facts([
      ['baskets', rows.join(' · ')],
      ['items', `${formatCount(baskets.items)} published as ${formatCount(baskets.tokens)} · ${suppressed}`],
      [
        'search',
        `${result.algorithm}: ${formatCount(result.evaluations)} candidates looked at, ${result.goal} made small`,
      ],
      [
        'utility',
        Object.entries(metrics)
          .map(([name, value]) => `${name} ${formatFigure(value)}`)
          .join(' · '),
      ],
      ...riskFacts(result, formatFigure),
      timeFact(result),
    ]),
    '',
    facts(fileFacts(result)),
    ...(result.warnings.length > 0
      ? ['', ...result.warnings.map((warning) => `${colors.yellow('note')} ${warning}`)]
      : []),
  ].join('\n')
}
