/** Draws the risk in the source and in the release, side by side. */
import { formatCount, formatRisk, formatShare } from '../../../ground/format.ts'
import type { BeforeAfter, Report } from '../../report.ts'
import { drawRiskBars, isShare } from '../charts/risk-bars.ts'
import { html, type Markup } from '../markup.ts'
import { chart, scroll } from '../parts.ts'
import type { Section } from './section.ts'

export function risksSection(report: Pick<Report, 'risks' | 'populationUniques' | 'ranking'>): Section {
  const { risks } = report
  if (risks.length === 0)
    return { id: 'risk', contents: 'Risk', title: 'Risk before and after', body: html`<p>No risk was measured.</p>` }
  const drawn = risks.some(isShare)
  const body = html`<p>How likely somebody is to be picked out: in the table as it was read, and in the release.</p>
${drawn && html`<figure>${chart((settings) => drawRiskBars(risks, settings))}</figure>`}
${risksInFull(report)}`
  return { id: 'risk', contents: 'Risk', title: 'Risk before and after', body }
}

export function risksInFull(report: Pick<Report, 'risks' | 'populationUniques' | 'ranking'>): Markup {
  return html`<table class="stacked"><caption>Measures of risk</caption>
<thead><tr><th scope="col">Measure</th><th scope="col" class="number">Before</th><th scope="col" class="number">After</th><th scope="col">How to read it</th></tr></thead>
<tbody>${report.risks.map(row)}${estimated(report)}</tbody></table>
${ranked(report)}`
}

function ranked({ ranking = [] }: Pick<Report, 'ranking'>) {
  if (ranking.length === 0) return false
  return html`<h3>Which columns single people out</h3><p>In the table as it was read, those that single out most first: the share of unique rows that would not be unique without the column, the share of pairs of rows that differ in it, and its values per row.</p>
<div ${scroll('Quasi-identifiers by what they add to uniqueness')}><table><caption class="spoken">Quasi-identifiers by what they add to uniqueness</caption>
<thead><tr><th scope="col">Column</th><th scope="col" class="number">Uniques that vanish without it</th><th scope="col" class="number">Separation</th><th scope="col" class="number">Distinction</th></tr></thead>
<tbody>${ranking.map(
    (risk) =>
      html`<tr><th scope="row">${risk.column}</th><td class="number">${formatShare(risk.uniquesWithout)}</td><td class="number">${formatShare(risk.separation)}</td><td class="number">${formatShare(risk.distinction)}</td></tr>`,
  )}</tbody></table></div>`
}

function estimated({ populationUniques }: Pick<Report, 'populationUniques'>) {
  if (populationUniques === undefined) return false
  const { before, after } = populationUniques
  const count = (people: number) => formatCount(Math.round(people))
  const others = (['zayatz', 'pitman', 'snb', 'argus'] as const).map(
    (name) => `${name === 'argus' ? 'μ-Argus' : name} ${after[name] === undefined ? 'no answer' : count(after[name])}`,
  )
  return html`<tr><th scope="row">Unique in the population, estimated <small>${after.estimator}</small></th><td class="number" data-label="Before">${count(before.uniques)}</td><td class="number" data-label="After"><b>${count(after.uniques)}</b></td><td>Of ${formatCount(after.people)} people, so many are the only ones of their kind, as far as a sample can say (rule of Dankar et al. 2012). After: ${others.join(', ')}.</td></tr>`
}

function row({ name, title, before, after, range, reading, formula, better }: BeforeAfter) {
  return html`<tr><th scope="row">${title} <small>${name}</small></th><td class="number" data-label="Before">${formatRisk(before, range)}</td><td class="number" data-label="After"><b>${formatRisk(after, range)}</b></td><td>${reading}<code>${formula}</code>${
    better === 'higher' && html`<small>Higher is better.</small>`
  }</td></tr>`
}
