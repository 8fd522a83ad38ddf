/** Draws a numeric column: a block per group, as wide as its interval and as high as its rows. */
import { formatCount } from '../../../ground/format.ts'
import type { ColumnPicture, GroupPicture } from '../../pictures.ts'
import { html, visible } from '../markup.ts'
import { drawChart, isNarrow, linearBetween, type PictureSettings, pixel } from '../plot.ts'

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
        html`<text x="${pixel((left + right) / 2)}" y="${pixel(top - 4)}" text-anchor="middle"
          fill="${ink('muted')}">${formatCount(rows)}</text>`
      return html`<rect x="${pixel(left)}" y="${top}" width="${pixel(Math.max(0.5, right - left))}"
        height="${pixel(bottom - top)}">${title}</rect>${count}`
    })
    return html`<g stroke="${ink('line-strong')}" stroke-dasharray="2,3">${edges}</g><g
      fill="${ink('accent')}">${bars}</g>`
  })
}

export interface Block {
  readonly from: number
  readonly to: number
  readonly rows: number
  readonly groups: number
  readonly label: string
}

export const MOST_BLOCKS = 120

type Interval = GroupPicture & { readonly low: number; readonly high: number }

const NARROWEST = 1 / 180

/**
 * Returns at most `most` blocks, neighbours meeting half-way between their values; a group without a position leaves a
 * gap, and too many groups share blocks. Cost: one pass over the groups.
 */
export function axisBlocks({ groups }: ColumnPicture, most = MOST_BLOCKS) {
  const placed = groups.flatMap((group, index) => (isInterval(group) ? [{ group, index }] : []))
  const blocks: Block[] = []
  if (placed.length === 0) return { blocks, perBlock: 1 }
  const perBlock = Math.ceil(placed.length / most)
  const range = placed[placed.length - 1].group.high - placed[0].group.low
  const narrowest = range > 0 ? range * NARROWEST : 1
  for (let first = 0; first < placed.length; first += perBlock) {
    const members = placed.slice(first, first + perBlock)
    const [start, end] = [members[0], members[members.length - 1]]
    const before = neighbour(placed[first - 1], start.index - 1)
    const after = neighbour(placed[first + members.length], end.index + 1)
    const from = before === undefined ? start.group.low : (before.high + start.group.low) / 2
    const to = after === undefined ? end.group.high : (end.group.high + after.low) / 2
    const missing = Math.max(0, narrowest - (to - from)) / 2
    blocks.push({
      from: from - missing,
      to: to + missing,
      rows: members.reduce((sum, { group }) => sum + group.rows, 0),
      groups: members.length,
      label: members.length === 1 ? start.group.label : `${start.group.label} … ${end.group.label}`,
    })
  }
  return { blocks, perBlock }
}

export function isInterval(group: GroupPicture): group is Interval {
  return Number.isFinite(group.low) && Number.isFinite(group.high)
}

function neighbour(placed: { readonly group: Interval; readonly index: number } | undefined, index: number) {
  return placed?.index === index ? placed.group : undefined
}
