/** Draws the Pareto front, the released point, and the values that the preference accepts if they fit the scale. */
import { evenlyPicked } from '../../../ground/evenly-picked.ts'
import { formatCount, formatFigure } from '../../../ground/format.ts'
import type { FrontPicture, PicturedPoint } from '../../pictures.ts'
import { html, type Markup } from '../markup.ts'
import { drawChart, linearScale, type PictureSettings, type Plot } from '../plot.ts'

const MOST_DOTS = 400

export function drawFront({ x, y, points, chosen, wanted }: FrontPicture, settings: PictureSettings): string {
  const released = points[chosen - 1]
  const drawn = evenlyPicked(points, MOST_DOTS)
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)]
  const accepted = wanted && { x: nearby(wanted.x, xs), y: nearby(wanted.y, ys) }
  const where = released && `; the released one at ${formatFigure(released.x)} and ${formatFigure(released.y)}`
  const layout = {
    name: 'front',
    label: `${formatCount(points.length)} points by ${x} and ${y}${where ?? ''}.`,
    height: 248,
    right: 40,
    x: { scale: linearScale([...xs, ...(accepted?.x ?? [])]), title: x },
    y: { scale: linearScale([...ys, ...(accepted?.y ?? [])]), title: y },
  }
  const describe = (point: PicturedPoint) =>
    html`<title>${x} ${formatFigure(point.x)}, ${y} ${formatFigure(point.y)}, smallest class
      ${formatCount(point.effectiveK)}</title>`
  return drawChart(settings, layout, (plot) => {
    const { ink } = plot
    const dots = drawn.map(
      (point) => html`<circle cx="${plot.x(point.x)}" cy="${plot.y(point.y)}" r="3.5">${describe(point)}</circle>`,
    )
    const labels = pointsWithRoom(released === undefined ? drawn : [released, ...drawn], plot)
      .filter((point) => point !== released)
      .map(
        (point) =>
          html`<text x="${plot.x(point.x)}" y="${plot.y(point.y) - 8}">${formatCount(point.effectiveK)}</text>`,
      )
    const ring =
      released !== undefined &&
      html`<circle cx="${plot.x(released.x)}" cy="${plot.y(released.y)}" r="6" fill="none" stroke="${ink('mark')}"
        stroke-width="2.5">${describe(released)}</circle><text x="${plot.x(released.x)}" y="${plot.y(released.y) - 11}"
        text-anchor="middle" font-weight="600" fill="${ink('mark-text')}">${formatCount(released.effectiveK)}</text>`
    return html`<g fill="${ink('accent')}" fill-opacity="0.75">${dots}</g><g text-anchor="middle"
      fill="${ink('muted')}">${labels}</g>${accepted && drawAccepted(accepted, plot)}${ring}`
  })
}

function drawAccepted(accepted: { readonly x: number[]; readonly y: number[] }, plot: Plot): Markup {
  const { frame, bottom, ink } = plot
  const right = frame.left + frame.width
  const vertical = accepted.x.map((value) => {
    const at = plot.x(value)
    return html`<line x1="${at}" x2="${at}" y1="${frame.top}" y2="${bottom}"/><text x="${at + 5}" y="${frame.top + 4}"
      stroke="none">accepted</text>`
  })
  const level = accepted.y.map((value) => {
    const at = plot.y(value)
    return html`<line x1="${frame.left}" x2="${right}" y1="${at}" y2="${at}"/><text x="${right}" y="${at - 6}"
      stroke="none" text-anchor="end">accepted</text>`
  })
  return html`<g stroke="${ink('second')}" stroke-width="1.5" stroke-dasharray="5 4"
    fill="${ink('second')}">${vertical}${level}</g>`
}

/** Returns the value if it is no farther from the others than their range, otherwise an empty list. */
function nearby(value: number, others: readonly number[]): number[] {
  const [low, high] = [Math.min(...others), Math.max(...others)]
  return value >= low - (high - low) && value <= high + (high - low) ? [value] : []
}

function pointsWithRoom(points: readonly PicturedPoint[], { x, y }: Plot): PicturedPoint[] {
  const placed: PicturedPoint[] = []
  for (const point of points) {
    const isTaken = placed.some(
      (other) => Math.abs(x(point.x) - x(other.x)) < LABEL_WIDTH && Math.abs(y(point.y) - y(other.y)) < LABEL_HEIGHT,
    )
    if (!isTaken) placed.push(point)
  }
  return placed
}

const LABEL_WIDTH = 34
const LABEL_HEIGHT = 13
