/** The boxes of a release on a map of two columns, darker where a box has more rows. */
import * as Plot from '@observablehq/plot'
import { formatCount } from '../../ground/format.ts'
import type { BoxesMap, MapAxis, MapBox } from '../boxes-picture.ts'
import { asImage, type ChartSettings, chartOptions, type SvgElement } from './chart.ts'

const HEIGHT = 380
/** The side of a box that is a single number, as a share of the axis. */
const THINNEST = 0.006

export function drawBoxesMap({ x, y, boxes }: BoxesMap, settings: ChartSettings): SvgElement {
  const most = Math.log(boxes.reduce((largest, { rows }) => Math.max(largest, rows), 1))
  const fewest = Math.log(boxes.reduce((smallest, { rows }) => Math.min(smallest, rows), Number.POSITIVE_INFINITY))
  const scale = (axis: MapAxis) => ({
    label: axis.numeric ? axis.column : `${axis.column}, values in order`,
    domain: [axis.low - pad(axis), axis.high + pad(axis)],
    ticks: axis.numeric ? 6 : 0,
  })
  const plot = Plot.plot({
    ...chartOptions(settings, HEIGHT, { top: 28, right: 16, bottom: 42, left: 52 }),
    x: { ...scale(x), labelAnchor: 'center', labelArrow: 'none' },
    y: { ...scale(y), tickSize: 0 },
    color: { type: 'identity' },
    marks: [
      Plot.rect(boxes, {
        x1: ({ x1 }: MapBox) => x1 - pad(x),
        x2: ({ x2 }: MapBox) => x2 + pad(x),
        y1: ({ y1 }: MapBox) => y1 - pad(y),
        y2: ({ y2 }: MapBox) => y2 + pad(y),
        // Opaque, small boxes on top of large ones: what is seen is the narrowest box of a place. Logarithmic, for most have few rows.
        fill: ({ rows }: MapBox) =>
          `color-mix(in oklab, var(--accent) ${Math.round(12 + (83 * (Math.log(rows) - fewest)) / (most - fewest || 1))}%, var(--paper))`,
        stroke: 'var(--paper)',
        strokeWidth: 0.6,
        title: ({ label, rows }: MapBox) => `${label}: ${formatCount(rows)} rows`,
      }),
    ],
  })
  return asImage(plot, `${formatCount(boxes.length)} boxes by ${x.column} and ${y.column}, darker with more rows.`)
}

function pad({ numeric, low, high }: MapAxis): number {
  return numeric ? ((high - low || 1) * THINNEST) / 2 : 0
}
