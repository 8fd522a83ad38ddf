/** Draws the alternatives: the front of a multi-objective search, and how to release another point. */
import { formatCount, formatFigure, many } from '../../../ground/format.ts'
import type { Report } from '../../report.ts'
import { drawFront } from '../charts/front.ts'
import { html } from '../markup.ts'
import { chart, scroll } from '../parts.ts'
import type { Section } from './section.ts'

const MOST_LINES = 60

export function frontSection({ front, asked }: Report): Section[] {
  if (front === undefined) return []
  const { x, y, points, chosen, wanted } = front
  const shown = points.map((point, i) => ({ ...point, place: i + 1 })).slice(0, MOST_LINES)
  const more = points.length - shown.length
  const suppresses = points.some((point) => point.suppressed > 0)
  const body = html`<p>The search found ${many(points.length, 'release')} of which none is better than another in everything. Each is a dot, with the rows of its smallest class beside it; the one that was released is marked${
    wanted !== undefined && ', and dashed lines stand at what is accepted, where that is near'
  }.</p>
<figure>${chart((settings) => drawFront(front, settings))}</figure>
<p>To release another one, run the same job with its number: <code>algorithm: { name: ${asked.algorithm}, point: … }</code>.</p>
<details><summary>As a table</summary><div ${scroll('The points of the front')}><table><caption class="spoken">The points of the front</caption>
<thead><tr><th scope="col" class="number">Point</th><th scope="col" class="number">${x}</th><th scope="col" class="number">${y}</th><th scope="col" class="number">Value of the goal</th><th scope="col" class="number">Smallest class</th><th scope="col" class="number">Classes</th>${
    suppresses && html`<th scope="col" class="number">Suppressed rows</th>`
  }</tr></thead>
<tbody>${shown.map(
    (point) =>
      html`<tr><th scope="row" class="number">${formatCount(point.place)}${point.place === chosen && ' (released)'}</th><td class="number">${formatFigure(point.x)}</td><td class="number">${formatFigure(point.y)}</td><td class="number">${formatFigure(point.value)}</td><td class="number">${formatCount(point.effectiveK)}</td><td class="number">${formatCount(point.classes)}</td>${
        suppresses && html`<td class="number">${formatCount(point.suppressed)}</td>`
      }</tr>`,
  )}</tbody></table></div>${more > 0 && html`<p class="note">and ${formatCount(more)} more.</p>`}</details>`
  return [{ id: 'front', contents: 'Trade-off', title: 'What else could have been released', body }]
}
