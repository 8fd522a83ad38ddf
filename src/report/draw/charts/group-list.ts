/** Draws the first `most` groups of a column as a table with a bar for their rows. */
import { formatCount, many } from '../../../ground/format.ts'
import type { ColumnPicture } from '../../report.ts'
import { html, type Markup, shortened } from '../markup.ts'
import { bar } from '../parts.ts'

const LONGEST_LABEL = 120

export function drawGroupList(column: ColumnPicture, most: number): Markup {
  const { groups } = column
  const highest = Math.max(
    1,
    groups.reduce((rows, group) => Math.max(rows, group.rows), 0),
  )
  const rest = groups.slice(most)
  const restRows = rest.reduce((sum, group) => sum + group.rows, 0)
  return html`<table class="groups"><caption class="spoken">Groups of ${column.column} and their rows</caption>
<thead><tr><th scope="col">Group</th><th scope="col" class="number">Values</th><th scope="col" class="bars"><span class="spoken">Bar</span></th><th scope="col" class="number">Rows</th></tr></thead>
<tbody>${groups
    .slice(0, most)
    .map(
      ({ label, rows, values }) =>
        html`<tr><td>${shortened(label, LONGEST_LABEL)}</td><td class="number">${formatCount(values)}</td><td class="bars">${bar(rows / highest)}</td><td class="number">${formatCount(rows)}</td></tr>`,
    )}</tbody></table>${
    rest.length > 0 &&
    html`<p class="note">and ${many(rest.length, 'more group')} with ${many(restRows, 'row')}; the recoding file has them all.</p>`
  }`
}
