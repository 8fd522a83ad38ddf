/** Draws the boxes of a release on a map of two columns; darker boxes have more rows. */
import { formatCount } from '../../../ground/format.ts'
import type { BoxesMap, MapAxis } from '../../pictures.ts'
import { html } from '../markup.ts'
import { drawChart, type FramedAxis, linearBetween, type PictureSettings, pixel } from '../plot.ts'

const THINNEST = 0.006

export function drawBoxesMap({ x, y, boxes }: BoxesMap, settings: PictureSettings): string {
  // Logarithmic because most boxes have few rows.
  const logs = boxes.map(({ rows }) => Math.log(rows))
  const fewest = logs.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const range = logs.reduce((a, b) => Math.max(a, b), 0) - fewest || 1
  const layout = {
    name: 'boxes-map',
    label: `${formatCount(boxes.length)} boxes by ${x.column} and ${y.column}, darker with more rows.`,
    height: 310,
    x: frameAxis(x),
    y: { ...frameAxis(y), grid: false },
  }
  return drawChart(settings, layout, ({ ink, ...at }) => {
    const [accent, paper] = [ink('accent'), ink('paper')]
    // Opaque, small boxes on top: the narrowest box is always visible.
    return html`<g stroke="${paper}" stroke-width="0.6">${boxes.map(({ x1, x2, y1, y2, label, rows }, i) => {
      const [left, right] = [at.x(x1 - pad(x)), at.x(x2 + pad(x))]
      const [bottom, top] = [at.y(y1 - pad(y)), at.y(y2 + pad(y))]
      const share = Math.round(12 + (83 * (logs[i] - fewest)) / range)
      return html`<rect x="${left}" y="${top}" width="${pixel(right - left)}" height="${pixel(bottom - top)}"
        fill="color-mix(in oklab, ${accent} ${share}%, ${paper})"><title>${label}: ${formatCount(rows)}
        rows</title></rect>`
    })}</g>`
  })
}

function frameAxis(axis: MapAxis): FramedAxis {
  const scale = linearBetween(axis.low - pad(axis), axis.high + pad(axis), 8)
  return axis.numeric
    ? { scale, title: axis.column }
    : { scale: { ...scale, ticks: [] }, title: `${axis.column}, values in order` }
}

function pad({ numeric, low, high }: MapAxis): number {
  return numeric ? ((high - low || 1) * THINNEST) / 2 : 0
}
