/** Draws what classes reveal about sensitive columns, with or without a requirement. */
import { formatCount, formatFigure, formatShare } from '../../../ground/format.ts'
import type { Report } from '../../report.ts'
import { html } from '../markup.ts'
import { scroll } from '../parts.ts'
import type { Section } from './section.ts'

export function attributesSection({ attributes = [] }: Report): Section | undefined {
  if (attributes.length === 0) return undefined
  const body = html`<p>Nobody is picked out in a class, but what its rows have in common is known of everybody in it. For each sensitive column: the classes with one value alone, the largest share that a value has of a class, and how far each model on values is met as it stands.</p>
<div ${scroll('What classes say about sensitive columns')}><table><caption class="spoken">What classes say about sensitive columns</caption>
<thead><tr><th scope="col">Column</th><th scope="col" class="number">Values</th><th scope="col" class="number">Classes of one value</th><th scope="col" class="number">Rows in them</th><th scope="col" class="number">Largest share</th><th scope="col" class="number">Fewest values (l)</th><th scope="col" class="number">Entropy l</th><th scope="col" class="number">Largest distance (t)</th><th scope="col" class="number">Largest gain (β)</th></tr></thead>
<tbody>${attributes.map(
    (risk) =>
      html`<tr><th scope="row">${risk.column}</th><td class="number">${formatCount(risk.values)}</td><td class="number">${formatCount(risk.uniformClasses)}</td><td class="number">${formatCount(risk.uniformRows)}</td><td class="number">${formatShare(risk.largestShare)}</td><td class="number">${formatCount(risk.distinct)}</td><td class="number">${formatFigure(risk.entropy)}</td><td class="number">${formatFigure(risk.distance)}</td><td class="number">${formatFigure(risk.gain)}</td></tr>`,
  )}</tbody></table></div>`
  return { id: 'attributes', contents: 'Sensitive values', title: 'What classes say about sensitive columns', body }
}
