/** Draws the checks of the written release, with witnesses for violations, and the points of a rule book. */
import { formatCount, groupDigits, many, prose } from '../../../ground/format.ts'
import { type Check, countedUnit, type Verification } from '../../../verification/verification.ts'
import type { Report } from '../../report.ts'
import { html, type Markup, type Section, scroll, shortened } from '../markup.ts'

const MOST_WITNESSES = 20

export function verificationSection({ verification }: Pick<Report, 'verification'>): Section {
  const by = verification.items === undefined ? 'a query that knows' : 'queries that know'
  const body = html`<p>The written release was opened again like any other file and counted by ${by} nothing of the
    search: ${countedInWords(verification)}.</p>
${drawChecks(verification)}`
  return { id: 'verification', contents: 'Verification', title: 'Counted again', body }
}

export function countedInWords(verification: Verification): string {
  const { rows, suppressedRows, persons, classes, smallestClass, items } = verification
  if (items === undefined) {
    const people = persons === undefined ? '' : ` of ${many(persons, 'person')}`
    const smallest = classes > 0 ? `, the smallest of ${many(smallestClass, countedUnit(verification))}` : ''
    return prose`${many(rows, 'row')}${people}, ${formatCount(suppressedRows)} of them suppressed;
      ${many(classes, 'class', 'classes')}${smallest}`
  }
  const sizes = (items.setsBySize ?? []).map((sets, i) => `${formatCount(sets)} of size ${i + 1}`).join(', ')
  const rarest = smallestClass > 0 ? `, the rarest held by ${many(smallestClass, 'basket')}` : ''
  return prose`${many(rows, 'basket')}, ${formatCount(suppressedRows)} of them without any item; ${many(classes, 'set')}
    of tokens${sizes === '' ? '' : ` (${sizes})`}${rarest}`
}

export function drawChecks({ checks, persons }: Pick<Verification, 'checks' | 'persons'>): Markup {
  const unit = countedUnit({ persons }) === 'row' ? 'Rows' : 'Persons'
  return html`<table class="stacked"><caption>Checks</caption>
<thead><tr><th scope="col">Check</th><th scope="col">What was found</th><th scope="col">Verdict</th></tr></thead>
<tbody>${checks.map(
    ({ name, promise, found, holds }) =>
      html`<tr><th scope="row">${name}
        <small>${promise}</small></th><td>${name === 'identifiers' ? found : groupDigits(found)}</td><td><span
        class="mark ${holds ? 'good' : 'bad'}">${holds ? '✓ holds' : '✗ broken'}</span></td></tr>`,
  )}</tbody></table>
${checks.map((check) => drawWitnesses(check, unit))}`
}

function drawWitnesses({ name, witnesses }: Check, unit: string): Markup | false {
  if (witnesses.length === 0) return false
  const columns = Object.keys(witnesses[0].values)
  const more = witnesses.length - MOST_WITNESSES
  return html`<h3>Where ${name} is broken</h3><div ${scroll(`Classes that break ${name}`)}><table><caption
    class="spoken">Classes that break ${name}</caption>
<thead><tr><th scope="col"
class="number">${unit}</th>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${witnesses
    .slice(0, MOST_WITNESSES)
    .map(
      ({ size, values }) =>
        html`<tr><td class="number">${formatCount(size)}</td>${columns.map((column) => html`<td>${shortened(values[column] || '(missing)', 60)}</td>`)}</tr>`,
    )}</tbody></table></div>${more > 0 && html`<p class="note">and ${formatCount(more)} more.</p>`}`
}

const MARKS = { pass: ['good', '✓ pass'], fail: ['bad', '✗ fail'], 'not covered': ['', 'not covered'] } as const

export function ruleBookSection({ ruleBook }: Report): Section | undefined {
  if (ruleBook === undefined) return undefined
  const { title, source, why, points } = ruleBook
  const body = html`<p>${source}. ${why !== undefined && `Here: ${why} `}Looked at in the written release, by names of
    columns and by values; what a program cannot see is not covered. This is no legal advice.</p>
<table class="stacked"><caption>${title}, point by point</caption>
<thead><tr><th scope="col">Point</th><th scope="col">What was seen</th><th scope="col">Verdict</th></tr></thead>
<tbody>${points.map(
    ({ name, text, found, verdict }) =>
      html`<tr><th scope="row">${name} <small>${text}</small></th><td>${found}</td><td><span
        class="mark ${MARKS[verdict][0]}">${MARKS[verdict][1]}</span></td></tr>`,
  )}</tbody></table>`
  return { id: 'rule-book', contents: title, title, body }
}
