/** Draws the groups of a column: as a table with bars, and of an ordered column as a strip. */
import { formatCount, many } from '../../../ground/format.ts'
import type { ColumnPicture } from '../../pictures.ts'
import { bar, html, type Markup, shortened, visible } from '../markup.ts'

const LONGEST_LABEL = 120

/** Draws the first `most` groups. */
export function drawGroupList(column: ColumnPicture, most: number): Markup {
  const { groups } = column
  const highest = groups.reduce((rows, group) => Math.max(rows, group.rows), 1)
  const rest = groups.slice(most)
  const restRows = rest.reduce((sum, group) => sum + group.rows, 0)
  return html`<table class="groups"><caption class="spoken">Groups of ${column.column} and their rows</caption>
<thead><tr><th scope="col">Group</th><th scope="col" class="number">Values</th><th scope="col" class="bars"><span
class="spoken">Bar</span></th><th scope="col" class="number">Rows</th></tr></thead>
<tbody>${groups.slice(0, most).map(
    ({ label, rows, values }) =>
      html`<tr><td>${shortened(label, LONGEST_LABEL)}</td><td class="number">${formatCount(values)}</td><td
          class="bars">${bar(rows / highest)}</td><td class="number">${formatCount(rows)}</td></tr>`,
  )}</tbody></table>${
    rest.length > 0 &&
    html`<p class="note">and ${many(rest.length, 'more group')} with ${many(restRows, 'row')}; the recoding file has
      them all.</p>`
  }`
}

const MOST_BLOCKS = 150

/** Draws in percentages, so that it fits any page. */
export function drawOrderStrip({ column, groups }: ColumnPicture): Markup {
  const total = groups.reduce((sum, group) => sum + group.values, 0)
  if (total === 0) return html``
  const perBlock = Math.ceil(groups.length / MOST_BLOCKS)
  const blocks: Markup[] = []
  let start = 0
  for (let first = 0; first < groups.length; first += perBlock) {
    const members = groups.slice(first, first + perBlock)
    const values = members.reduce((sum, group) => sum + group.values, 0)
    const rows = members.reduce((sum, group) => sum + group.rows, 0)
    const label = members.length === 1 ? members[0].label : `${members[0].label} … ${members[members.length - 1].label}`
    const tone = blocks.length % 2 === 0 ? 'even' : 'odd'
    blocks.push(
      html`<rect class="${tone}" x="${share(start / total)}" width="${share(values / total)}"
        height="100%"><title>${shortened(visible(label), 120)}: ${many(values, 'value')},
        ${many(rows, 'row')}</title></rect>`,
    )
    start += values
  }
  const label = `${visible(column)} in order: ${formatCount(total)} values in ${many(groups.length, 'group')}.`
  return html`<svg class="strip" role="img" aria-label="${label}">${blocks}</svg>`
}

function share(part: number): string {
  return `${Number((part * 100).toFixed(2))}%`
}
