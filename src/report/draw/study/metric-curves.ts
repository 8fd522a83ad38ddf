/** Draws one figure over k: the mean per search, with bars over the range of the repeats. */
import { formatCount, formatFigure, prose } from '../../../ground/format.ts'
import type { MetricComparison, MetricPoint } from '../../study/comparison.ts'
import { html, type Markup, visible } from '../markup.ts'
import type { PictureSettings, Plot, Scale } from '../plot.ts'
import { drawChart, linearScale, logScale, pathThrough, scaleAt, searchLook, searchSign } from '../plot.ts'

/** Above this ratio of maximum to minimum, a linear axis would flatten all but one search. */
const MAGNITUDES = 50

export function drawMetricCurves(metric: MetricComparison, settings: PictureSettings): string {
  const { width, colours = 'light' } = settings
  const { axis, curves } = metric
  const height = width < 420 ? 170 : 300
  const points = curves.flatMap((curve) => curve.points)
  const shown = curves.flatMap((curve, place) => (curve.points.length > 0 ? [{ ...curve, place }] : []))
  const ks = points.map(({ k }) => k)
  const figures = figureScale(points, height)
  const better = axis.better === 'lower' ? '↓ is better' : '↑ is better'
  const layout = {
    name: 'metric-curves',
    label: prose`${visible(axis.name)} over k for ${shown.map(({ search }) => visible(search)).join(', ')};
      ${axis.better} is better.`,
    height,
    x: { scale: scaleAt(ks, width - 76), title: 'k' },
    y: { scale: figures, title: `${axis.name}${figures.kind === 'log' ? ', logarithmic' : ''} (${better})` },
    legend: shown.map(({ search, place }) => ({ text: search, sign: searchSign(place, colours) })),
  }
  return drawChart(
    settings,
    layout,
    (plot) => html`${shown.map(({ points: line, place }) => drawCurve(line, place, plot))}`,
  )
}

function figureScale(points: readonly MetricPoint[], height: number): Scale {
  const values = points.flatMap(({ low, high }) => [low, high])
  const [least, largest] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))]
  const ticks = height < 200 ? 4 : 6
  return (
    (least > 0 && largest / least > MAGNITUDES ? logScale(values, ticks + 1) : undefined) ?? linearScale(values, ticks)
  )
}

function drawCurve(points: readonly MetricPoint[], place: number, { x, y, ink }: Plot): Markup {
  const look = searchLook(place)
  const { shape, dash } = look
  const stroke = ink(look.ink)
  const at = (k: number, value: number): readonly [number, number] => [x(k), y(value)]
  const ranges = points.filter(({ low, high }) => low < high)
  return html`<g data-curve="${place}"><path fill="none" stroke="${stroke}" stroke-width="1.8"
    stroke-linejoin="round"${dash !== '' && html` stroke-dasharray="${dash}"`}
    d="${pathThrough(points.map(({ k, mean }) => at(k, mean)))}"/>${
      ranges.length > 0 &&
      html`<path fill="none" stroke="${stroke}" stroke-opacity="0.65" d="${ranges
        .map(({ k, low, high }) => {
          const [[left, bottom], [, top]] = [at(k, low), at(k, high)]
          return `M${left} ${bottom}V${top}M${left - 3} ${bottom}h6M${left - 3} ${top}h6`
        })
        .join('')}"/>`
    }${points.map((point) => {
      const [left, top] = at(point.k, point.mean)
      const range =
        point.repeats > 1
          ? `, ${formatFigure(point.low)} to ${formatFigure(point.high)} over ${formatCount(point.repeats)} repeats`
          : ''
      return html`<path d="${shape}" transform="translate(${left} ${top}) scale(0.85)" fill="${stroke}"
      stroke="${ink('paper')}"><title>k ${formatCount(point.k)}: ${formatFigure(point.mean)}${range}</title></path>`
    })}</g>`
}
