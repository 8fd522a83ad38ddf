/** Draws every metric of the release, and what columns and items of a table with baskets say together. */
import { evenlyPicked } from '../../../ground/evenly-picked.ts'
import { formatCount, formatFigure, formatShare, prose } from '../../../ground/format.ts'
import type { MetricFigure, Report } from '../../report.ts'
import { bar, facts, html, type Section, scroll } from '../markup.ts'

export function measuresSection({ metrics }: Pick<Report, 'metrics'>): Section {
  const title = 'What the release keeps and loses'
  if (metrics.length === 0)
    return { id: 'measures', contents: 'Measures', title, body: html`<p>No measure was computed.</p>` }
  const body = html`<table class="stacked"><caption>Measures of utility</caption>
<thead><tr><th scope="col">Measure</th><th scope="col" class="number">Value</th><th scope="col">How to read
it</th></tr></thead>
<tbody>${metrics.map(row)}</tbody></table>`
  return { id: 'measures', contents: 'Measures', title, body }
}

function row(metric: MetricFigure) {
  const { name, title, value, better, range, reading, formula } = metric
  const [low, high] = range
  const bounded = Number.isFinite(low) && Number.isFinite(high) && high > low
  const direction = prose`${better === 'lower' ? 'Lower' : 'Higher'} is
    better${bounded ? `; from ${formatFigure(low)} to ${formatFigure(high)}` : ''}.`
  return html`<tr><th scope="row">${name} <small>${title}</small></th><td class="number"
    data-label="Value"><b>${formatFigure(value)}</b>${
      bounded && bar((value - low) / (high - low), 'value')
    }</td><td>${reading}<code>${formula}</code><small>${direction}</small></td></tr>`
}

export function mixedSection({ mixed }: Report): Section | undefined {
  if (mixed === undefined) return undefined
  const { known, R, T, before, after, shares, lostPeople, lostSensitive, curve, counts } = mixed
  const row = (name: string, left: typeof before) =>
    html`<tr><th scope="row">${name}</th><td class="number">${formatShare(left.alone)}</td><td
      class="number">${formatShare(left.below)}</td></tr>`
  const body = html`<p>Someone who knows ${known} looks for the rows that fit. The table counts the people with items
    for whom one row is left, and fewer than asked.</p>
<div ${scroll('Candidates left')}><table><caption class="spoken">Candidates left for someone who knows
${known}</caption>
<thead><tr><td></td><th scope="col" class="number">One candidate</th><th scope="col" class="number">Fewer than
asked</th></tr></thead>
<tbody>${row('In the data', before)}${row('In the release', after)}</tbody></table></div>
${facts([
  { name: 'R, loss of the columns', value: formatFigure(R) },
  { name: 'T, loss of the items', value: formatFigure(T) },
  {
    name: `ARE of ${formatCount(counts.queries)} counts by columns and an item`,
    value: `${formatFigure(counts.average)}, half of them at most ${formatFigure(counts.median)}`,
  },
  { name: 'People who lose every item', value: formatShare(lostPeople) },
  ...(lostSensitive === undefined ? [] : [{ name: 'Sensitive items left out', value: formatShare(lostSensitive) }]),
  ...shares.map(({ published, share }) => ({ name: `Items published: ${published}`, value: formatShare(share) })),
])}
${
  curve.length === 0
    ? []
    : html`<p>Larger classes lose more of the columns and less of the items. Other bounds would have given:</p>
<div ${scroll('R against T')}><table><caption class="spoken">R against T</caption>
<thead><tr><th scope="col" class="number">R</th><th scope="col" class="number">T</th></tr></thead>
<tbody>${evenlyPicked(curve, MOST_POINTS).map(
        (point) => html`<tr><td class="number">${formatFigure(point.R)}</td><td
  class="number">${formatFigure(point.T)}</td></tr>`,
      )}</tbody></table></div>`
}`
  return { id: 'mixed', contents: 'Columns and items', title: 'What columns and items say together', body }
}

/** Rows of the curve that a reader can take in. */
const MOST_POINTS = 15
