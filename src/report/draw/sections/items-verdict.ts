/** The top of a report of baskets. */
import { formatCount } from '../../../ground/format.ts'
import type { ItemsReport } from '../../items-report.ts'
import { itemsTiles } from '../items-tiles.ts'
import { html, type Markup } from '../markup.ts'
import { drawBox, drawTiles, type Verdict } from './verdict.ts'

export function drawItemsVerdict(report: ItemsReport): Markup {
  return html`${drawBox(itemsVerdictOf(report))}
${drawTiles(itemsTiles(report))}`
}

export function itemsVerdictOf({ verification, asked, rows }: ItemsReport): Verdict {
  if (verification.verdict !== 'holds') {
    const failed = verification.checks.filter((check) => !check.holds).map((check) => check.name)
    const sentence = `The release was counted again and failed: ${failed.join(', ')}. It must not be shared.`
    return { tone: 'bad', word: 'Not verified', sentence }
  }
  if (rows.tokens === 0) {
    const sentence = 'Every item is suppressed: the release says nothing.'
    return { tone: 'warn', word: 'Verified, but empty', sentence }
  }
  const promises = asked.requirements.map((requirement) => requirement.promise).join('; and ')
  return {
    tone: 'good',
    word: `Verified for k = ${formatCount(asked.k ?? 0)}`,
    sentence: `The release was read back and counted again: ${promises}.`,
  }
}
