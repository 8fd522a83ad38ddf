/** Draws the progress of a search in two plots, because two y axes in one are easily misread. */
import { evenlyPicked } from '../../../ground/evenly-picked.ts'
import { formatCount, formatFigure, prose } from '../../../ground/format.ts'
import type { ConvergencePoint } from '../../../search/search.ts'
import { html } from '../markup.ts'
import type { FramedAxis, PictureSettings } from '../plot.ts'
import { drawChart, isNarrow, linearBetween, linearScale, pathThrough } from '../plot.ts'

const MOST_POINTS = 240

export function drawBestValue(points: readonly ConvergencePoint[], settings: PictureSettings): string {
  const picked = evenlyPicked(points, MOST_POINTS)
  const values = picked.map(({ best }) => best)
  const [first, last] = [points[0], points[points.length - 1]]
  const layout = {
    name: 'best-value',
    label: prose`Best value by iteration: from ${formatFigure(first.best)} at ${formatCount(first.done)} to
      ${formatFigure(last.best)} at ${formatCount(last.done)}.`,
    height: 126,
    x: iterations(picked, settings),
    y: { scale: linearScale(values, 4), title: 'best value so far' },
  }
  return drawChart(settings, layout, ({ x, y, ink }) => {
    const steps = picked.map(({ done, best }, i) => (i === 0 ? `M${x(done)} ${y(best)}` : `H${x(done)}V${y(best)}`))
    return html`<path d="${steps.join('')}" fill="none" stroke="${ink('accent')}" stroke-width="2"
      stroke-linejoin="round"/><circle cx="${x(last.done)}" cy="${y(last.best)}" r="3.5"
      fill="${ink('accent')}"><title>${formatFigure(last.best)} at iteration ${formatCount(last.done)}</title></circle>`
  })
}

export function drawDistinct(points: readonly ConvergencePoint[], settings: PictureSettings): string {
  const counted = points.flatMap(({ done, distinct }) => (distinct === undefined ? [] : [{ done, distinct }]))
  const picked = evenlyPicked(counted, MOST_POINTS)
  const [first, last] = [counted[0], counted[counted.length - 1]]
  const layout = {
    name: 'distinct',
    label: prose`Distinct solutions by iteration: ${formatCount(first.distinct)} at first, ${formatCount(last.distinct)}
      at the end.`,
    height: 86,
    x: iterations(picked, settings),
    y: { scale: linearScale([0, ...picked.map(({ distinct }) => distinct)], 3), title: 'distinct solutions' },
  }
  return drawChart(settings, layout, ({ x, y, ink, bottom }) => {
    const line = pathThrough(picked.map(({ done, distinct }) => [x(done), y(distinct)]))
    return html`<path d="${line}V${bottom}H${x(first.done)}Z" fill="${ink('second')}" fill-opacity="0.18"/><path
      d="${line}" fill="none" stroke="${ink('second')}" stroke-width="2" stroke-linejoin="round"/>`
  })
}

function iterations(points: readonly Pick<ConvergencePoint, 'done'>[], settings: PictureSettings): FramedAxis {
  const [first, last] = [points[0].done, points[points.length - 1].done]
  return { scale: linearBetween(first, last, isNarrow(settings) ? 3 : 6, true), title: 'iteration' }
}
