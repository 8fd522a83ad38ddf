/** The front: a dot for each point, the smallest class beside it, the released one marked, and what was wanted where there is a preference. */
import * as Plot from '@observablehq/plot'
import { formatCount, formatFigure } from '../format.ts'
import type { FrontPicture, PicturedPoint } from '../front-picture.ts'
import { asImage, type ChartSettings, chartOptions, type SvgElement } from './chart.ts'

/** Points up to so many carry their class size. */
const MOST_LABELS = 30
const MOST_LABELS_NARROW = 12
const MOST_DOTS = 400

export function drawFront({ x, y, points, chosen, wanted }: FrontPicture, settings: ChartSettings): SvgElement {
  const released = points[chosen - 1]
  const drawn = thinned(points, MOST_DOTS)
  const labelled = thinned(points, settings.width < 500 ? MOST_LABELS_NARROW : MOST_LABELS)
  const others = labelled.filter((point) => point !== released)
  const kOf = (point: PicturedPoint) => formatCount(point.effectiveK)
  const target = wanted === undefined ? [] : [wanted]
  const plot = Plot.plot({
    ...chartOptions(settings, 320),
    marginTop: 30,
    marginLeft: 58,
    marginBottom: 42,
    marginRight: 40,
    x: { label: x, labelAnchor: 'center', labelArrow: 'none', nice: true, ticks: 6, tickFormat: formatFigure },
    y: { label: y, nice: true, grid: true, ticks: 5, tickSize: 0, tickFormat: formatFigure },
    marks: [
      Plot.dot(drawn, { x: 'x', y: 'y', r: 3.5, fill: 'var(--accent)', fillOpacity: 0.75, title: describePoint }),
      Plot.text(others, { x: 'x', y: 'y', text: kOf, dy: -10, fill: 'var(--muted)' }),
      Plot.dot(target, { x: 'x', y: 'y', symbol: 'times', r: 6, stroke: 'var(--second)', strokeWidth: 2 }),
      Plot.text(target, { x: 'x', y: 'y', text: () => 'accepted', dy: 14, fill: 'var(--second)' }),
      Plot.dot(released === undefined ? [] : [released], {
        x: 'x',
        y: 'y',
        r: 6,
        stroke: 'var(--mark)',
        strokeWidth: 2.5,
        title: describePoint,
      }),
      Plot.text(released === undefined ? [] : [released], {
        x: 'x',
        y: 'y',
        text: kOf,
        dy: -14,
        fontWeight: 600,
        fill: 'var(--mark-text)',
      }),
    ],
  })
  return asImage(plot, describeFront({ x, y, points, chosen }))

  function describePoint(point: PicturedPoint): string {
    return `${x} ${formatFigure(point.x)}, ${y} ${formatFigure(point.y)}, smallest class ${kOf(point)}`
  }
}

function describeFront({ x, y, points, chosen }: FrontPicture): string {
  const released = points[chosen - 1]
  const where =
    released === undefined ? '' : `; the released one at ${formatFigure(released.x)} and ${formatFigure(released.y)}`
  return `${formatCount(points.length)} points by ${x} and ${y}${where}.`
}

/** At most `most` of the points, evenly picked, with the first and the last. */
function thinned<T>(points: readonly T[], most: number): readonly T[] {
  if (points.length <= most) return points
  const step = (points.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, i) => points[Math.round(i * step)])
}
