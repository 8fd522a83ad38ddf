/** Draws a numeric column: a block per group, as wide as its interval and as high as its rows. */
import { formatCount } from '../../../ground/format.ts'
import type { ColumnPicture } from '../../report.ts'
import { html, visible } from '../markup.ts'
import { drawChart, isNarrow, type PictureSettings, pixel } from '../plot/frame.ts'
import { linearBetween } from '../plot/scale.ts'
import { axisBlocks } from './intervals.ts'

const MOST_EDGES = 40

export function drawNumberAxis(column: ColumnPicture, settings: PictureSettings): string {
  const narrow = isNarrow(settings)
  const { axis } = column
  const { blocks, perBlock } = axisBlocks(column)
  const labelled = blocks.length <= (narrow ? 5 : 10)
  const edged = blocks.length <= MOST_EDGES
  const inset = blocks.length > 60 ? 0 : 0.4
  const low = Math.min(blocks[0].from, axis?.low ?? Number.POSITIVE_INFINITY)
  const high = Math.max(blocks[blocks.length - 1].to, axis?.high ?? Number.NEGATIVE_INFINITY)
  const most = Math.max(1, ...blocks.map((block) => block.rows))
  const merged = perBlock > 1 ? ` Each block stands for up to ${formatCount(perBlock)} neighbouring groups.` : ''
  const layout = {
    name: 'number-axis',
    label: `${visible(column.column)} on its axis: ${formatCount(column.groups.length)} groups.${merged}`,
    height: 96,
    x: { scale: linearBetween(low, high, narrow ? 4 : 9) },
    y: { scale: linearBetween(0, most, 4, true), title: 'rows' },
  }
  return drawChart(settings, layout, ({ x, y, ink, frame, bottom }) => {
    const edges = edged && blocks.slice(1).map(({ from }) => html`<path d="M${x(from)} ${frame.top}V${bottom}"/>`)
    const bars = blocks.map(({ from, to, rows, label }) => {
      const [left, right, top] = [x(from) + inset, x(to) - inset, y(rows)]
      const title = edged && html`<title>${label}: ${formatCount(rows)} rows</title>`
      const count =
        labelled &&
        html`<text x="${pixel((left + right) / 2)}" y="${pixel(top - 4)}" text-anchor="middle" fill="${ink('muted')}">${formatCount(rows)}</text>`
      return html`<rect x="${pixel(left)}" y="${top}" width="${pixel(Math.max(0.5, right - left))}" height="${pixel(bottom - top)}">${title}</rect>${count}`
    })
    return html`<g stroke="${ink('line-strong')}" stroke-dasharray="2,3">${edges}</g><g fill="${ink('accent')}">${bars}</g>`
  })
}
