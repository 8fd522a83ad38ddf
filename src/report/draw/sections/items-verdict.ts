/** Draws the top of a report of baskets. */
import { formatCount, formatShare, prose } from '../../../ground/format.ts'
import type { ItemsReport } from '../../items-report.ts'
import { html, type Markup } from '../markup.ts'
import { drawBox, drawTiles, notVerified, type Tile, type Verdict, verified } from './verdict.ts'

export function drawItemsVerdict(report: ItemsReport): Markup {
  return html`${drawBox(judgeItems(report))}
${drawTiles(itemsTiles(report))}`
}

export function judgeItems({ verification, asked, rows }: ItemsReport): Verdict {
  if (verification.verdict !== 'holds') return notVerified(verification)
  if (rows.tokens === 0) {
    const sentence = 'Every item is suppressed: the release says nothing.'
    return { tone: 'warn', word: 'Verified, but empty', sentence }
  }
  return { tone: 'good', word: `Verified for k = ${formatCount(asked.k ?? 0)}`, sentence: verified(asked) }
}

function itemsTiles({ rows, verification, asked }: ItemsReport): Tile[] {
  return [
    {
      name: 'Baskets in the release',
      value: formatCount(rows.released),
      note: `of ${formatCount(rows.read)} read${rows.empty > 0 ? `; ${formatCount(rows.empty)} without any item` : ''}`,
    },
    { name: 'Different tokens', value: formatCount(rows.tokens), note: `for ${formatCount(rows.items)} items` },
    {
      name: 'Suppressed items',
      value: formatCount(rows.suppressedItems),
      note: prose`${formatShare(rows.occurrences === 0 ? 0 : rows.suppressedOccurrences / rows.occurrences)} of all
        entries in baskets`,
    },
    {
      name: 'Smallest support',
      value: verification.smallestClass === 0 ? '–' : formatCount(verification.smallestClass),
      note: `baskets that fit; ${formatCount(asked.k ?? 0)} asked`,
    },
  ]
}
