/**
 * How a search came to its result: the best value so far and, for searches with a population, how many different solutions it had met,
 * both by iteration. Two plots under each other rather than two axes in one, which nobody reads rightly.
 */
import * as Plot from '@observablehq/plot'
import { evenlyPicked } from '../../ground/evenly-picked.ts'
import { formatCount, formatFigure } from '../../ground/format.ts'
import type { ConvergencePoint } from '../../search/search.ts'
import { asImage, below, type ChartSettings, chartOptions, type SvgElement } from './chart.ts'

const MOST_POINTS = 240
const MARGINS = { top: 26, bottom: 38, left: 58 }

export function drawBestValue(points: readonly ConvergencePoint[], settings: ChartSettings): SvgElement {
  const picked = evenlyPicked(points, MOST_POINTS)
  const plot = Plot.plot({
    ...chartOptions(settings, 190, MARGINS),
    x: iterationAxis(settings),
    y: { label: 'best value so far', nice: true, grid: true, ticks: 4, tickSize: 0, tickFormat: formatFigure },
    marks: [
      Plot.lineY(picked, { x: 'done', y: 'best', curve: 'step-after', stroke: 'var(--accent)', strokeWidth: 2 }),
      Plot.dot(picked.slice(-1), { x: 'done', y: 'best', r: 3.5, fill: 'var(--accent)', title: describePoint }),
    ],
  })
  const [first, last] = [points[0], points[points.length - 1]]
  const label = `Best value by iteration: from ${formatFigure(first.best)} at ${formatCount(first.done)} to ${formatFigure(last.best)} at ${formatCount(last.done)}.`
  return asImage(plot, label)
}

/** Only for points that have `distinct`. */
export function drawDistinct(points: readonly ConvergencePoint[], settings: ChartSettings): SvgElement {
  const counted = points.filter((point) => point.distinct !== undefined)
  const picked = evenlyPicked(counted, MOST_POINTS)
  const plot = Plot.plot({
    ...chartOptions(settings, 150, MARGINS),
    x: iterationAxis(settings),
    y: {
      label: 'distinct solutions',
      nice: true,
      zero: true,
      grid: true,
      ticks: 3,
      tickSize: 0,
      tickFormat: formatCount,
    },
    marks: [
      Plot.areaY(picked, { x: 'done', y: 'distinct', fill: 'var(--second)', fillOpacity: 0.18 }),
      Plot.lineY(picked, { x: 'done', y: 'distinct', stroke: 'var(--second)', strokeWidth: 2 }),
    ],
  })
  const last = counted[counted.length - 1]
  const label = `Distinct solutions by iteration: ${formatCount(counted[0].distinct as number)} at first, ${formatCount(last.distinct as number)} at the end.`
  return asImage(plot, label)
}

function iterationAxis({ width }: ChartSettings) {
  return { ...below('iteration'), ticks: width < 500 ? 3 : 6, tickFormat: formatCount }
}

function describePoint(point: ConvergencePoint): string {
  return `${formatFigure(point.best)} at iteration ${formatCount(point.done)}`
}
