/** Draws the trail of a search and the alternatives on it: anonymity against loss. */
import { formatCount, formatFigure } from '../../../ground/format.ts'
import type { Report, TrailChoice, TrailPicture } from '../../report.ts'
import { drawTrail, INFORMATION, trailInWords, trailMetrics } from '../charts/trail.ts'
import { html, type Markup } from '../markup.ts'
import { chart } from '../parts.ts'
import type { Section } from './section.ts'

export function trailSection(report: Report): Section | undefined {
  const { trail } = report
  if (trail === undefined || trail.points.length < 2) return undefined
  const measures = [...trailMetrics(trail), INFORMATION]
  const body = html`<p>${way(trail)}</p>
<figure>${measures.map((measure) => chart((settings) => drawTrail(trail, measure, settings)))}</figure>
${choices(trail)}`
  return { id: 'trail', contents: 'Trail', title: 'Anonymity against loss', body }
}

function way(trail: TrailPicture): string {
  const { release } = trail
  const place =
    release.point === undefined
      ? 'The ring marks the release, for which the search went on from its trail: below the line it loses less ' +
        'than the trail does.'
      : `The ring marks the release, the point after step ${formatCount(release.point)}.`
  return `${trailInWords(trail)} ${place}`
}

function choices(trail: TrailPicture): Markup {
  if (trail.choices.length === 0)
    return html`<p class="note">No other point of the trail can be released as the job asks.</p>`
  const metrics = trailMetrics(trail)
  return html`<p>Each point below can be released instead, without searching again. The command, typed in the folder of the job file, puts that release in the place of this one and counts it again as always; the trail stays, so that another can be picked afterwards. The figures are those that release would have.</p>
<table class="stacked"><caption>Points where the smallest class grows</caption>
<thead><tr><th scope="col">k, and groups in each column</th>${metrics.map(
    (name) => html`<th scope="col" class="number">${name}</th>`,
  )}<th scope="col" class="number">Suppressed rows</th><th scope="col">Command</th></tr></thead>
<tbody>${trail.choices.map((choice) => row(choice, metrics))}</tbody></table>`
}

function row(choice: TrailChoice, metrics: readonly string[]): Markup {
  const { k, figures, suppressed, groups, released, command } = choice
  return html`<tr><th scope="row">k = ${formatCount(k)}${
    released && html` <span class="mark good">✓ groups of this release</span>`
  }<small>${groups.map(({ column, groups: count }) => `${column} ${formatCount(count)}`).join(' · ')}</small></th>${metrics.map(
    (name) => html`<td class="number" data-label="${name}">${formatFigure(figures[name] ?? Number.NaN)}</td>`,
  )}<td class="number" data-label="Suppressed rows">${formatCount(suppressed)}</td><td><code>${command}</code></td></tr>`
}
