/** Draws every metric of the release with its value, formula and explanation. */
import { formatFigure, prose } from '../../../ground/format.ts'
import type { MetricFigure, Report } from '../../report.ts'
import { html } from '../markup.ts'
import { bar } from '../parts.ts'
import type { Section } from './section.ts'

export function measuresSection({ metrics }: Pick<Report, 'metrics'>): Section {
  const title = 'What the release keeps and loses'
  if (metrics.length === 0)
    return { id: 'measures', contents: 'Measures', title, body: html`<p>No measure was computed.</p>` }
  const body = html`<table class="stacked"><caption>Measures of utility</caption>
<thead><tr><th scope="col">Measure</th><th scope="col" class="number">Value</th><th scope="col">How to read it</th></tr></thead>
<tbody>${metrics.map(row)}</tbody></table>`
  return { id: 'measures', contents: 'Measures', title, body }
}

function row(metric: MetricFigure) {
  const { name, title, value, better, range, reading, formula } = metric
  const [low, high] = range
  const bounded = Number.isFinite(low) && Number.isFinite(high) && high > low
  const direction = prose`${better === 'lower' ? 'Lower' : 'Higher'} is
    better${bounded ? `; from ${formatFigure(low)} to ${formatFigure(high)}` : ''}.`
  return html`<tr><th scope="row">${name} <small>${title}</small></th><td class="number" data-label="Value"><b>${formatFigure(value)}</b>${
    bounded && bar((value - low) / (high - low), 'value')
  }</td><td>${reading}<code>${formula}</code><small>${direction}</small></td></tr>`
}
