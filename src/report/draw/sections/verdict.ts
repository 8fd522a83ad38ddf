/** Draws the top of a report: verdict, rows or baskets, guarantees and their limits. */
import { formatCount, formatShare, many, prose } from '../../../ground/format.ts'
import { countedUnit } from '../../../verification/verification.ts'
import { acceptedInWords, judgementInWords } from '../../judgement.ts'
import type { ItemsReport, Report } from '../../report.ts'
import { historyInWords } from '../../words.ts'
import { html, type Markup, type Section } from '../markup.ts'

type Tone = 'good' | 'bad' | 'warn'

export interface Verdict {
  readonly tone: Tone
  readonly word: string
  readonly sentence: string
  readonly accepted?: string | undefined
}

export function drawVerdict(report: Report): Markup {
  return html`${drawBox(reportVerdict(report))}
${drawTiles(keyFigures(report))}
${rowsStrip(report)}`
}

export function drawBox({ tone, word, sentence, accepted }: Verdict): Markup {
  return html`<div class="verdict ${tone}">${sign(tone)}<div><p
    class="word">${word}</p><p>${sentence}</p>${accepted !== undefined && html`<p><b>${accepted}</b></p>`}</div></div>`
}

export interface Tile {
  readonly name: string
  readonly value: string
  readonly note: string
}

export function drawTiles(tiles: readonly Tile[]): Markup {
  return html`<dl class="tiles">${tiles.map(
    ({ name, value, note }) => html`<div><dt>${name}</dt><dd><b>${value}</b><small>${note}</small></dd></div>`,
  )}</dl>`
}

export function guaranteeSection({ guarantee, verification }: Pick<Report, 'guarantee' | 'verification'>): Section {
  const holds = verification.verdict === 'holds'
  const promised = html`<div class="card"><h3>${holds ? 'What is promised' : 'What was to be promised'}</h3>${
    holds ? '' : html`<p class="note">Verification failed, so none of this can be relied on.</p>`
  }${list(guarantee.holds, holds ? 'promised' : 'open')}</div>`
  const open = html`<div class="card"><h3>What is not protected</h3>${list(guarantee.doesNotHold, 'open')}</div>`
  const body = html`<div class="pair">${open}${promised}</div>`
  return { id: 'guarantee', contents: 'Guarantee', title: 'What is not protected, and what is', body }
}

export function reportVerdict({ found, rows, verification, asked, judgement, history }: Report): Verdict {
  if (found.outcome === 'none-exists')
    return {
      tone: 'bad',
      word: 'No release',
      sentence: 'No recoding of these columns meets what was asked, so nothing was released.',
    }
  if (verification.verdict !== 'holds') return notVerified(verification)
  if (rows.classes === 0)
    return {
      tone: 'warn',
      word: 'Verified, but empty',
      sentence: 'Every row is suppressed. The release keeps the requirement by saying nothing about anybody.',
    }
  const word = ['Verified', ...promisedNames(asked)].join(' for ')
  const but = judgement && judgementInWords(judgement)
  return {
    tone: but === undefined ? 'good' : 'warn',
    word: but === undefined ? word : `${word}, ${but}`,
    sentence: history === undefined ? verified(asked) : `${verified(asked)} It is ${historyInWords(history)}.`,
    accepted: judgement && acceptedInWords(judgement),
  }
}

/** `k = 10 and l-diversity`, or nothing. */
function promisedNames({ k, requirements }: Report['asked']): string[] {
  // A requirement that asks for a k alone is said by it.
  const models = requirements.filter(({ name }) => k === undefined || !/^[^,]* \(?k = \d+\)?$/.test(name))
  const all = [...(k === undefined ? [] : [`k = ${formatCount(k)}`]), ...models.map(({ name }) => name.split(' ')[0])]
  const names = [...new Set(all)]
  if (names.length < 2) return names
  // Not by Intl, which takes longer to load than the report to draw.
  return [`${names.slice(0, -1).join(', ')}${names.length > 2 ? ',' : ''} and ${names.at(-1)}`]
}

export function notVerified({ checks }: Report['verification']): Verdict {
  const names = checks.flatMap(({ name, holds }) => (holds ? [] : [name])).join(', ')
  const sentence = prose`The release was counted again and ${names === '' ? 'does not hold' : `failed: ${names}`}. It
    must not be shared.`
  return { tone: 'bad', word: 'Not verified', sentence }
}

export function verified({ requirements }: Report['asked']): string {
  const promises = requirements.map(({ promise }) => promise).join('; and ') || 'every check holds'
  return `The release was read back and counted again: ${promises}.`
}

export function keyFigures({ rows, asked, verification }: Report): Tile[] {
  return [
    { name: 'Rows in the release', value: formatCount(rows.released), note: `of ${many(rows.read, 'row')} read` },
    {
      name: 'Suppressed rows',
      value: formatCount(rows.suppressed),
      note: prose`${formatShare(rows.suppressed / Math.max(1, rows.read - rows.missing))} of rows,
        ${rows.suppressedRows === 'mask' ? 'kept with *' : 'left out'}`,
    },
    {
      name: 'Classes',
      value: formatCount(verification.classes),
      note: rows.combinations === undefined ? '' : `from ${many(rows.combinations, 'combination')}`,
    },
    {
      name: 'Smallest class',
      value: verification.classes === 0 ? '–' : formatCount(verification.smallestClass),
      note: prose`${countedUnit(verification)}s that look
        alike${asked.k === undefined ? '' : `; ${formatCount(asked.k)} asked`}`,
    },
  ]
}

function rowsStrip({ rows }: Report): Markup | false {
  if (rows.read <= 0) return false
  const parts = [
    { kind: 'kept', name: 'recoded', count: Math.max(0, rows.read - rows.missing - rows.suppressed) },
    {
      kind: 'suppressed',
      name: rows.suppressedRows === 'mask' ? 'suppressed, kept with *' : 'suppressed, left out',
      count: rows.suppressed,
    },
    { kind: 'missing', name: 'left out because a value was missing', count: rows.missing },
  ].filter((entry) => entry.count > 0)
  let start = 0
  const blocks = parts.map(({ kind, count }) => {
    const x = start
    start += count / rows.read
    return html`<rect class="${kind}" x="${percentage(x)}" width="${percentage(count / rows.read)}" height="100%"/>`
  })
  const spoken = parts.map(({ name, count }) => `${formatCount(count)} ${name}`).join(', ')
  return html`<figure class="rows"><svg class="strip" role="img"
    aria-label="Of ${many(rows.read, 'row')} read: ${spoken}.">${blocks}</svg><figcaption>${parts.map(
      ({ kind, name, count }) => html`<span class="key ${kind}">${many(count, 'row')} ${name}</span>`,
    )}</figcaption></figure>`
}

function list(sentences: readonly string[], kind: string): Markup {
  if (sentences.length === 0) return html`<p class="note">Nothing is stated.</p>`
  return html`<ul class="${kind}">${sentences.map((sentence) => html`<li>${asSentence(sentence)}</li>`)}</ul>`
}

function asSentence(text: string): string {
  const ended = /[.!?]$/.test(text) ? text : `${text}.`
  return ended.charAt(0).toUpperCase() + ended.slice(1)
}

function sign(tone: Tone): Markup {
  const strokes = { good: 'M7 12.5l3.5 3.5L17.5 8.5', bad: 'M8 8l8 8M16 8l-8 8', warn: 'M12 6.5v7M12 16.5v.5' }
  return html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><circle cx="12" cy="12"
    r="11"/><path d="${strokes[tone]}"/></svg>`
}

function percentage(share: number): string {
  return `${Number((share * 100).toFixed(3))}%`
}

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
  const word = `Verified for k = ${formatCount(asked.k ?? 0)}`
  // As a table of which few columns still say something.
  const isLittle = rows.tokens * 3 < rows.items
  const but = `, but ${many(rows.items, 'item')} became ${many(rows.tokens, 'token')}`
  return { tone: isLittle ? 'warn' : 'good', word: isLittle ? word + but : word, sentence: verified(asked) }
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
