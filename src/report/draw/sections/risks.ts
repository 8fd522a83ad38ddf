/** Risk in the raw table and in the release, side by side. */
import { formatRisk } from '../../format.ts'
import type { BeforeAfter, Report } from '../../report.ts'
import { html } from '../markup.ts'
import { isShare } from '../risk-range.ts'
import type { Charts, Section } from './section.ts'

export function risksSection(report: Pick<Report, 'risks'>, charts: Pick<Charts, 'riskBars'>): Section {
  const { risks } = report
  if (risks.length === 0)
    return { id: 'risk', contents: 'Risk', title: 'Risk before and after', body: html`<p>No risk was measured.</p>` }
  const drawn = risks.some(isShare)
  const body = html`<p>How likely somebody is to be picked out: in the table as it was read, and in the release.</p>
${drawn && html`<figure>${charts.riskBars(report)}</figure>`}
<table class="stacked"><caption>Measures of risk</caption>
<thead><tr><th scope="col">Measure</th><th scope="col" class="number">Before</th><th scope="col" class="number">After</th><th scope="col">How to read it</th></tr></thead>
<tbody>${risks.map(row)}</tbody></table>`
  return { id: 'risk', contents: 'Risk', title: 'Risk before and after', body }
}

function row({ name, title, before, after, range, reading, formula, better }: BeforeAfter) {
  return html`<tr><th scope="row">${title} <small>${name}</small></th><td class="number" data-label="Before">${formatRisk(before, range)}</td><td class="number" data-label="After"><b>${formatRisk(after, range)}</b></td><td>${reading}<code>${formula}</code>${
    better === 'higher' && html`<small>Higher is better.</small>`
  }</td></tr>`
}
