/** Summary of a run on baskets; `run-summary.ts` has tables. */
import colors from 'picocolors'
import { formatCount, formatFigure, formatShare, many, prose } from '../../src/ground/format.ts'
import type { RunResult } from '../../src/run.ts'
import type { ApplyResult } from '../../src/tasks/apply.ts'
import { verifiedWords } from '../check-words.ts'
import { runSummary } from './run-summary.ts'
import { fileFacts, riskFacts, timeFact } from './shared-facts.ts'
import { facts } from './text.ts'

export function summarize(result: RunResult | ApplyResult): string {
  return result.baskets === undefined ? runSummary(result) : basketsSummary(result, result.baskets)
}

function basketsSummary(result: RunResult, baskets: NonNullable<RunResult['baskets']>): string {
  const { verification, metrics = {} } = result
  const rows = [`${many(baskets.released, 'basket')} of ${formatCount(baskets.read)} read`]
  if (baskets.empty > 0) rows.push(`${formatCount(baskets.empty)} without any item`)
  const suppressed = prose`${many(baskets.suppressedItems, 'item')} suppressed
    (${formatShare(baskets.occurrences === 0 ? 0 : baskets.suppressedOccurrences / baskets.occurrences)} of all
    entries)`
  return [
    `${colors.green('verified')}  ${verifiedWords(verification?.checks[0])}`,
    '',
    facts(
      {
        baskets: rows.join(' · '),
        items: `${formatCount(baskets.items)} published as ${formatCount(baskets.tokens)} · ${suppressed}`,
        search: `${result.algorithm}: ${many(result.evaluations, 'candidate')} looked at, ${result.goal} made small`,
        utility: Object.entries(metrics)
          .map(([name, value]) => `${name} ${formatFigure(value)}`)
          .join(' · '),
      },
      riskFacts(result),
      [timeFact(result)],
    ),
    '',
    facts(fileFacts(result)),
    ...(result.warnings.length > 0
      ? ['', ...result.warnings.map((warning) => `${colors.yellow('note')} ${warning}`)]
      : []),
  ].join('\n')
}
