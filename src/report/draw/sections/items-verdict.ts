/** The top of a report of baskets, and what counting the release again came to. */
import { formatCount, many } from '../../format.ts'
import type { ItemsReport } from '../../items-report.ts'
import { itemsTiles } from '../items-tiles.ts'
import { html, type Markup } from '../markup.ts'
import type { Section } from './section.ts'
import { drawBox, drawTiles, type Verdict } from './verdict.ts'
import { drawChecks } from './verification.ts'

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

export function itemsVerificationSection({ verification }: ItemsReport): Section {
  const { rows, suppressedRows, classes, smallestClass, items } = verification
  const sizes = (items?.setsBySize ?? []).map((sets, i) => `${formatCount(sets)} of size ${i + 1}`).join(', ')
  const body = html`<p>The written release was opened again like any other file and counted by queries that know nothing of the search: ${many(rows, 'basket')}, ${formatCount(suppressedRows)} of them without any item; ${many(classes, 'set')} of tokens${sizes !== '' && ` (${sizes})`}${
    smallestClass > 0 && `, the rarest held by ${many(smallestClass, 'basket')}`
  }.</p>
${drawChecks(verification)}`
  return { id: 'verification', contents: 'Verification', title: 'Counted again', body }
}
