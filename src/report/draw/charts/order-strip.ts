/** Draws the groups of an ordered column as a strip, in percentages, so that it fits any page. */
import { formatCount, many } from '../../../ground/format.ts'
import type { ColumnPicture } from '../../report.ts'
import { html, type Markup, shortened, visible } from '../markup.ts'

const MOST_BLOCKS = 150

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
      html`<rect class="${tone}" x="${share(start / total)}" width="${share(values / total)}" height="100%"><title>${shortened(visible(label), 120)}: ${many(values, 'value')}, ${many(rows, 'row')}</title></rect>`,
    )
    start += values
  }
  const label = `${visible(column)} in order: ${formatCount(total)} values in ${many(groups.length, 'group')}.`
  return html`<svg class="strip" role="img" aria-label="${label}">${blocks}</svg>`
}

function share(part: number): string {
  return `${Number((part * 100).toFixed(2))}%`
}
