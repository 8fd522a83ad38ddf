/** Draws a release of boxes: maps, the widest and the narrowest box, and the rows that keep full detail. */
import { formatCount, formatFigure, formatShare, many } from '../../../ground/format.ts'
import type { BoxesMap, DescribedBox } from '../../pictures.ts'
import type { Report } from '../../report.ts'
import { drawBoxesMap } from '../charts/boxes-map.ts'
import { bar, breakable, chart, html, type Markup, type Section, trusted } from '../markup.ts'
import { readStyle } from '../style.ts'

export function boxesSection({ boxes }: Report): Section[] {
  if (boxes === undefined) return []
  const { others, widest, narrowest, detail } = boxes
  const body = html`<p>Each class of rows has a box of its own: in every column the smallest range that covers its rows.
    Boxes overlap, so a count by label mixes wide and narrow ones; count by ranges instead: of each row, the share of
    its range that lies inside what you ask for.</p>
${maps([boxes, ...others])}
<table class="stacked"><caption class="spoken">The widest and the narrowest box</caption>
<thead><tr><th scope="col">Box</th><th scope="col">Shows</th><th scope="col" class="number">Rows</th><th scope="col"
class="number">Loss</th></tr></thead>
<tbody>${row('Widest', widest)}${row('Narrowest', narrowest)}</tbody></table>
<h3>Rows that keep full detail</h3>
<table class="overview"><caption class="spoken">Rows that show a single value, by column</caption>
<thead><tr><th scope="col">Column</th><th scope="col" class="bars"><span class="spoken">Bar of the share</span></th><th
scope="col" class="number">Rows</th><th scope="col" class="number">Share</th></tr></thead>
<tbody>${detail.map(
    ({ column, rows, share }) =>
      html`<tr><th scope="row">${breakable(column)}</th><td class="bars">${bar(share, 'value')}</td><td
        class="number">${formatCount(rows)}</td><td class="number">${formatShare(share)}</td></tr>`,
  )}</tbody></table>`
  return [{ id: 'boxes', contents: 'Boxes', title: 'What the boxes look like', body, style: readStyle('maps') }]
}

/** Shows one map at a time, chosen with CSS alone because the page has no script. */
function maps(all: readonly BoxesMap[]): Markup {
  if (all.length === 1) return figure(all[0])
  return html`<fieldset class="maps"><legend>Two columns to look at</legend>${all.map(
    ({ x, y }, i) =>
      html`<input type="radio" name="boxes-map" id="boxes-map-${i}"${i === 0 && trusted(' checked')}><label
        for="boxes-map-${i}">${x.column} × ${y.column}</label>`,
  )}
${all.map((map) => figure(map))}</fieldset>`
}

function figure(map: BoxesMap): Markup {
  const { x, y, more } = map
  return html`<figure>${chart((settings) => drawBoxesMap(map, settings))}<figcaption>The boxes by ${x.column} and
    ${y.column}, the darker the more rows${
      more > 0 && `; ${formatCount(more)} with few rows are not drawn`
    }.</figcaption></figure>`
}

function row(name: string, { rows, loss, shown }: DescribedBox): Markup {
  const text = shown.map(({ column, label }) => `${column} ${label}`).join(' · ')
  return html`<tr><th scope="row">${name}</th><td>${text}</td><td class="number">${many(rows, 'row')}</td><td
    class="number" data-label="Loss">${formatFigure(loss)}</td></tr>`
}
