/** Draws risks: before and after, what classes reveal of sensitive columns, and what simulated attackers achieved. */
import { formatCount, formatFigure, formatRisk, formatShare } from '../../../ground/format.ts'
import type { AttackResult } from '../../attack-figures.ts'
import type { BeforeAfter, Report } from '../../report.ts'
import { drawAttackBars, drawRiskBars, isShare } from '../charts/risk-bars.ts'
import { chart, html, type Markup, type Section, scroll } from '../markup.ts'

export function risksSection(report: Pick<Report, 'risks' | 'populationUniques'>): Section {
  const { risks } = report
  if (risks.length === 0)
    return { id: 'risk', contents: 'Risk', title: 'Risk before and after', body: html`<p>No risk was measured.</p>` }
  const drawn = risks.some(isShare)
  const body = html`<p>How likely somebody is to be picked out: in the table as it was read, and in the release.</p>
${drawn && html`<figure>${chart((settings) => drawRiskBars(risks, settings))}</figure>`}
${risksInFull(report)}`
  return { id: 'risk', contents: 'Risk', title: 'Risk before and after', body }
}

export function risksInFull(report: Pick<Report, 'risks' | 'populationUniques'>): Markup {
  return html`<table class="stacked"><caption>Measures of risk</caption>
<thead><tr><th scope="col">Measure</th><th scope="col" class="number">Before</th><th scope="col"
class="number">After</th><th scope="col">How to read it</th></tr></thead>
<tbody>${report.risks.map(row)}${estimated(report)}</tbody></table>`
}

function estimated({ populationUniques }: Pick<Report, 'populationUniques'>) {
  if (populationUniques === undefined) return false
  const { before, after } = populationUniques
  const count = (people: number) => formatCount(Math.round(people))
  const others = (['zayatz', 'pitman', 'snb', 'argus'] as const).map(
    (name) => `${name === 'argus' ? 'μ-Argus' : name} ${after[name] === undefined ? 'no answer' : count(after[name])}`,
  )
  return html`<tr><th scope="row">Unique in the population, estimated <small>${after.estimator}</small></th><td
    class="number" data-label="Before">${count(before.uniques)}</td><td class="number"
    data-label="After"><b>${count(after.uniques)}</b></td><td>Of ${formatCount(after.people)} people, so many are the
    only ones of their kind, as far as a sample can say (rule of Dankar et al. 2012). After:
    ${others.join(', ')}.</td></tr>`
}

function row({ name, title, before, after, range, reading, formula, better }: BeforeAfter) {
  return html`<tr><th scope="row">${title} <small>${name}</small></th><td class="number"
    data-label="Before">${formatRisk(before, range)}</td><td class="number"
    data-label="After"><b>${formatRisk(after, range)}</b></td><td>${reading}<code>${formula}</code>${
      better === 'higher' && html`<small>Higher is better.</small>`
    }</td></tr>`
}

export function attributesSection({ attributes = [] }: Report): Section | undefined {
  if (attributes.length === 0) return undefined
  const body = html`<p>Nobody is picked out in a class, but what its rows have in common is known of everybody in it.
    For each sensitive column: the classes with one value alone, the largest share that a value has of a class, and how
    far each model on values is met as it stands.</p>
<div ${scroll('What classes say about sensitive columns')}><table><caption class="spoken">What classes say about
sensitive columns</caption>
<thead><tr><th scope="col">Column</th><th scope="col" class="number">Values</th><th scope="col" class="number">Classes
of one value</th><th scope="col" class="number">Rows in them</th><th scope="col" class="number">Largest share</th><th
scope="col" class="number">Fewest values (l)</th><th scope="col" class="number">Entropy l</th><th scope="col"
class="number">Largest distance (t)</th><th scope="col" class="number">Largest gain (β)</th></tr></thead>
<tbody>${attributes.map(
    (risk) =>
      html`<tr><th scope="row">${risk.column}</th><td class="number">${formatCount(risk.values)}</td><td
        class="number">${formatCount(risk.uniformClasses)}</td><td
        class="number">${formatCount(risk.uniformRows)}</td><td class="number">${formatShare(risk.largestShare)}</td><td
        class="number">${formatCount(risk.distinct)}</td><td class="number">${formatFigure(risk.entropy)}</td><td
        class="number">${formatFigure(risk.distance)}</td><td class="number">${formatFigure(risk.gain)}</td></tr>`,
  )}</tbody></table></div>`
  return { id: 'attributes', contents: 'Sensitive values', title: 'What classes say about sensitive columns', body }
}

export function attackSection({ attack }: Pick<Report, 'attack'>): Section | undefined {
  if (attack === undefined) return undefined
  const { rows, share, targets, known, secret, seed, attacks, untried } = attack
  const control =
    rows.control === undefined
      ? 'There was no control group: rates are compared with naive guesses.'
      : `They were also tried on ${formatCount(rows.control)} people who are not in the release${
          share === undefined ? '' : ': these rows were set aside at random before the search, and are not released'
        }. Success with them is knowledge about the population, and only what goes beyond it is a leak.`
  const body = html`<p>Simulated attackers who know ${known.join(', ')} tried the release on ${formatCount(targets)}
    people of the data (seed ${String(seed)}). ${control}</p>
<figure>${chart((settings) => drawAttackBars(attacks, settings))}</figure>
<div ${scroll('Attackers and their success')}><table><caption class="spoken">Attackers and their success</caption>
<thead><tr><th scope="col">Attack</th><th scope="col" class="number">Success</th><th scope="col"
class="number">Control</th><th scope="col" class="number">Naive</th><th scope="col" class="number">Residual risk (95
%)</th><th scope="col" class="number">Worst person</th></tr></thead>
<tbody>${attacks.map(attackRow)}</tbody></table></div>
${
  secret.length > 0 &&
  html`<p>Nothing in k-anonymity bounds what can be inferred about ${secret.join(', ')}: l-diversity, t-closeness or
    β-likeness on the column does.</p>`
}
<p>${untried.length > 0 && `Not tried: ${untried.map(({ attacker, reason }) => `${attacker} (${reason})`).join('; ')}. `}These attackers were tried and no others: a low figure is evidence, not proof.</p>`
  return { id: 'attack', contents: 'Attackers', title: 'What attackers achieve', body }
}

function attackRow({ attacker, form, success, control, naive, residual, worst, limit }: AttackResult) {
  const bound = limit === undefined ? '' : ` of at most ${formatShare(limit)}`
  return html`<tr><th scope="row">${attacker} <small>${form}</small></th><td
    class="number">${formatShare(success.rate)}</td><td
    class="number">${control === undefined ? '–' : formatShare(control.rate)}</td><td
    class="number">${formatShare(naive.rate)}</td><td class="number">${formatShare(residual.value)}
    [${formatShare(residual.low)}, ${formatShare(residual.high)}]</td><td
    class="number">${worst === undefined ? '' : `${formatShare(worst)}${bound}`}</td></tr>`
}
