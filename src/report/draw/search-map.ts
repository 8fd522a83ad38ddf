/**
 * A map of a search: a dot for each recoding that was looked at, by what is lost and how many rows are suppressed, early ones pale, those that
 * suppress too many rows hollow, the chosen one ringed. Where nothing is ever suppressed, looks stand in the order in which they were taken.
 */
import * as Plot from '@observablehq/plot'
import { formatCount, formatFigure } from '../format.ts'
import { asImage, below, type ChartSettings, chartOptions, type SvgElement } from './chart.ts'

export interface MappedLook {
  /** It was the so-many-th look, from 0. */
  readonly number: number
  readonly value: number
  readonly suppressed: number
}

export interface MappedSearch<Look extends MappedLook = MappedLook> {
  readonly goal: string
  readonly points: readonly Look[]
  readonly mostSuppressed: number
  readonly release?: { readonly value: number; readonly suppressed: number } | undefined
}

export interface DrawnMap<Look> {
  readonly svg: SvgElement
  /** The look nearest to a place of the picture, in pixels, if one is near. */
  nearest(x: number, y: number): Look | undefined
}

const HEIGHT = 380
/** Pixels around a dot that belong to it. */
const NEAR = 14

export function drawSearchMap<Look extends MappedLook>(
  { goal, points, mostSuppressed, release }: MappedSearch<Look>,
  settings: ChartSettings,
): DrawnMap<Look> {
  const suppresses = points.some(({ suppressed }) => suppressed > 0)
  const y = ({ suppressed, number }: MappedLook) => (suppresses ? suppressed : number + 1)
  const last = Math.max(1, ...points.map(({ number }) => number))
  const lateness = ({ number }: MappedLook) => 0.25 + (0.65 * number) / last
  const [allowed, tooMany] = [true, false].map((may) =>
    points.filter(({ suppressed }) => suppressed <= mostSuppressed === may),
  )
  const ring = release && suppresses ? [release] : release ? [{ ...release, suppressed: last + 1 }] : []
  const limit =
    suppresses && mostSuppressed < Math.max(...points.map(({ suppressed }) => suppressed)) ? [mostSuppressed] : []
  const plot = Plot.plot({
    ...chartOptions(settings, HEIGHT, { top: 30, right: 24, bottom: 42, left: 66 }),
    x: { ...below(`loss (${goal})`), nice: true, ticks: settings.width < 500 ? 4 : 8, tickFormat: formatFigure },
    y: {
      label: suppresses ? 'suppressed rows' : 'looked at as number',
      grid: true,
      ticks: 5,
      tickSize: 0,
      tickFormat: formatCount,
      // Most of what matters suppresses few rows.
      type: suppresses ? 'symlog' : 'linear',
      constant: suppresses ? Math.max(1, mostSuppressed / 4) : undefined,
    },
    marks: [
      Plot.ruleY(limit, { stroke: 'var(--second)', strokeWidth: 1.5, strokeDasharray: '5 4' }),
      Plot.text(limit, {
        y: (value: number) => value,
        text: () => 'at most so many may be',
        frameAnchor: 'right',
        textAnchor: 'end',
        dy: -8,
        fill: 'var(--second)',
      }),
      Plot.dot(tooMany, { x: 'value', y, r: 3, stroke: 'var(--muted)', strokeOpacity: 0.7 }),
      Plot.dot(allowed, { x: 'value', y, r: 3.5, fill: 'var(--accent)', fillOpacity: lateness }),
      Plot.dot(ring, { x: 'value', y: 'suppressed', r: 8, stroke: 'var(--mark)', strokeWidth: 2.5 }),
      Plot.text(ring, {
        x: 'value',
        y: 'suppressed',
        text: () => 'released',
        dy: -16,
        fontWeight: 600,
        fill: 'var(--mark-text)',
      }),
    ],
  })
  const [across, down] = [plot.scale('x'), plot.scale('y')]
  return {
    svg: asImage(plot, inWords(points, release, mostSuppressed)),
    nearest(left, top) {
      let found: Look | undefined
      let least = NEAR * NEAR
      for (const point of points) {
        const distance = (across?.apply(point.value) - left) ** 2 + (down?.apply(y(point)) - top) ** 2
        if (distance < least) {
          least = distance
          found = point
        }
      }
      return found
    },
  }
}

function inWords(points: readonly MappedLook[], release: MappedSearch['release'], mostSuppressed: number): string {
  const allowed = points.filter(({ suppressed }) => suppressed <= mostSuppressed).length
  const where =
    release === undefined
      ? ''
      : ` The released one loses ${formatFigure(release.value)} and suppresses ${formatCount(release.suppressed)} rows.`
  return `${formatCount(points.length)} recodings that the search looked at, by loss and suppressed rows; ${formatCount(allowed)} of them could be released.${where}`
}
