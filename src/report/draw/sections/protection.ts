/** Draws who is protected less: per column, the values whose rows are in the smallest classes. */
import { formatCount, many } from '../../../ground/format.ts'
import { countedUnit } from '../../../verification/verification.ts'
import type { ColumnProtection, GroupProtection } from '../../protection-by-group.ts'
import type { Report } from '../../report.ts'
import { html, type Markup, shortened } from '../markup.ts'
import { bar, scroll } from '../parts.ts'
import type { Section } from './section.ts'

const MOST_LINES = 300
const MOST_LINES_OF_A_COLUMN = 15
const LONGEST_LABEL = 60

export function protectionSection({ protection, asked, verification }: Report): Section {
  const title = 'Who is protected less'
  const unit = countedUnit(verification) === 'row' ? 'Rows' : 'Persons'
  const columns = protection.filter(({ groups }) => groups.length > 0)
  if (columns.length === 0) {
    return { id: 'protection', contents: 'Unevenness', title, body: html`<p>No row of the release says anything.</p>` }
  }
  const lines = Math.max(3, Math.min(MOST_LINES_OF_A_COLUMN, Math.floor(MOST_LINES / columns.length)))
  const largest = Math.max(...columns.flatMap(({ groups }) => groups.map(({ medianClass }) => medianClass)))
  const body = html`<p>Everybody in the release looks like ${asked.k === undefined ? 'others' : `at least ${formatCount(asked.k - 1)} others`}, but not everybody like equally many. For each value: the smallest class that one of its rows is in, and the class that its middle row is in. Suppressed rows are not counted.</p>
${columns.map((column) => columnTable(column, lines, largest, unit))}`
  return { id: 'protection', contents: 'Unevenness', title, body }
}

function columnTable({ column, groups }: ColumnProtection, lines: number, largest: number, unit: string): Markup {
  const listed = [...groups.keys()].sort((a, b) => byProtection(groups[a], groups[b]) || a - b).slice(0, lines)
  const more = groups.length - listed.length
  return html`<h3>${column}</h3><div ${scroll(`Class sizes by ${column}, least protected first`)}><table><caption class="spoken">Class sizes by ${column}, least protected first</caption>
<thead><tr><th scope="col">Value</th><th scope="col" class="number">${unit}</th><th scope="col" class="number">Smallest class</th><th scope="col" class="number">Middle row’s class</th><th scope="col" class="bars"><span class="spoken">Bar of the middle row’s class</span></th></tr></thead>
<tbody>${listed.map((index) => {
    const { label, rows, smallestClass, medianClass } = groups[index]
    return html`<tr><th scope="row">${shortened(label, LONGEST_LABEL)}</th><td class="number">${formatCount(rows)}</td><td class="number">${formatCount(smallestClass)}</td><td class="number">${formatCount(medianClass)}</td><td class="bars">${bar(medianClass / largest)}</td></tr>`
  })}</tbody></table></div>${more > 0 && html`<p class="note">and ${many(more, 'value')} in classes no smaller.</p>`}`
}

function byProtection(a: GroupProtection, b: GroupProtection): number {
  return a.smallestClass - b.smallestClass || a.medianClass - b.medianClass
}
