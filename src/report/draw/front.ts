/**
 * The front: a dot for each point, the smallest class beside it, the released one marked; and dashed lines at what is accepted, where there is a
 * preference and it is not so far off that the points would shrink to a heap.
 */
import * as Plot from '@observablehq/plot'
import { evenlyPicked } from '../../ground/evenly-picked.ts'
import { formatCount, formatFigure } from '../../ground/format.ts'
import type { FrontPicture, PicturedPoint } from '../front-picture.ts'
import { asImage, below, type ChartSettings, chartOptions, type SvgElement } from './chart.ts'

const MOST_DOTS = 400
const HEIGHT = 320

export function drawFront({ x, y, points, chosen, wanted }: FrontPicture, settings: ChartSettings): SvgElement {
  const released = points[chosen - 1]
  const drawn = evenlyPicked(points, MOST_DOTS)
  const others = pointsWithRoom(drawn, released, settings.width).filter((point) => point !== released)
  const kOf = (point: PicturedPoint) => formatCount(point.effectiveK)
  const accepted = (axis: 'x' | 'y') =>
    wanted === undefined
      ? []
      : nearby(
          wanted[axis],
          points.map((point) => point[axis]),
        )
  const [acceptedX, acceptedY] = [accepted('x'), accepted('y')]
  const plot = Plot.plot({
    ...chartOptions(settings, HEIGHT, { top: 30, right: 40, bottom: 42, left: 58 }),
    x: { ...below(x), nice: true, ticks: 6, tickFormat: formatFigure },
    y: { label: y, nice: true, grid: true, ticks: 5, tickSize: 0, tickFormat: formatFigure },
    marks: [
      Plot.dot(drawn, { x: 'x', y: 'y', r: 3.5, fill: 'var(--accent)', fillOpacity: 0.75, title: describePoint }),
      Plot.text(others, { x: 'x', y: 'y', text: kOf, dy: -10, fill: 'var(--muted)' }),
      Plot.ruleX(acceptedX, { stroke: 'var(--second)', strokeWidth: 1.5, strokeDasharray: '5 4' }),
      Plot.text(acceptedX, {
        x: (value: number) => value,
        text: () => 'accepted',
        frameAnchor: 'top',
        textAnchor: 'start',
        dx: 5,
        dy: -10,
        fill: 'var(--second)',
      }),
      Plot.ruleY(acceptedY, { stroke: 'var(--second)', strokeWidth: 1.5, strokeDasharray: '5 4' }),
      Plot.text(acceptedY, {
        y: (value: number) => value,
        text: () => 'accepted',
        frameAnchor: 'right',
        textAnchor: 'end',
        dy: -8,
        fill: 'var(--second)',
      }),
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

/** The value as a list of one, or of none when it lies farther from the others than they lie apart. */
function nearby(value: number, others: readonly number[]): number[] {
  const [low, high] = [Math.min(...others), Math.max(...others)]
  return value >= low - (high - low) && value <= high + (high - low) ? [value] : []
}

/** Points whose label does not run into that of an earlier one, the released one first. */
function pointsWithRoom(
  points: readonly PicturedPoint[],
  released: PicturedPoint | undefined,
  width: number,
): PicturedPoint[] {
  const [wide, high] = (['x', 'y'] as const).map((axis) => {
    const values = points.map((point) => point[axis])
    return Math.max(...values) - Math.min(...values) || 1
  })
  const placed: PicturedPoint[] = []
  for (const point of released === undefined ? points : [released, ...points]) {
    const taken = placed.some(
      (other) =>
        (Math.abs(point.x - other.x) / wide) * (width - 100) < LABEL_WIDTH &&
        (Math.abs(point.y - other.y) / high) * (HEIGHT - 70) < LABEL_HEIGHT,
    )
    if (!taken) placed.push(point)
  }
  return placed
}

/** Room of a label, in pixels. */
const LABEL_WIDTH = 34
const LABEL_HEIGHT = 13
