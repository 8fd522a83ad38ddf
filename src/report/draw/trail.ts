/**
 * The trail of a search: what is lost against the smallest class, a point after each step. Class sizes span several powers of ten, hence
 * the logarithmic axis. One measure to a plot; several stand under each other with the same axis of sizes.
 */
import * as Plot from '@observablehq/plot'
import { evenlyPicked } from '../../ground/evenly-picked.ts'
import { formatCount, formatFigure, many } from '../../ground/format.ts'
import type { TrailPicture } from '../report.ts'
import { asImage, below, type ChartSettings, chartOptions, type SvgElement } from './chart.ts'

/** What a plot can show: the information, and each metric that the points have a figure of. */
export const INFORMATION = 'information'

export function trailMetrics({ points }: Pick<TrailPicture, 'points'>): readonly string[] {
  return Object.keys(points[0].figures)
}

interface Place {
  readonly x: number
  readonly y: number
}

const MOST_POINTS = 240

export function drawTrail(trail: TrailPicture, measure: string, settings: ChartSettings): SvgElement {
  const points = trail.points.map(({ anonymity, information, figures }) =>
    placeOf(anonymity, measure === INFORMATION ? information : figures[measure]),
  )
  const choices = trail.choices.map(({ point }) => points[point])
  const release = releasePlace(trail, measure)
  const axis = axisOf(trail, measure)
  const plot = Plot.plot({
    ...chartOptions(settings, 210, { top: 26, right: 24, bottom: 38, left: 58 }),
    x: {
      type: 'log',
      domain: [1, Math.max(2, ...points.map(({ x }) => x))],
      ...below('rows of the smallest class'),
      ticks: settings.width < 500 ? 3 : 6,
      tickFormat: formatCount,
    },
    y: { label: axis, zero: true, nice: true, grid: true, ticks: 4, tickSize: 0, tickFormat: formatFigure },
    marks: [
      Plot.line(evenlyPicked(points, MOST_POINTS), { x: 'x', y: 'y', stroke: 'var(--accent)', strokeWidth: 2 }),
      Plot.dot(choices, { x: 'x', y: 'y', r: 3, fill: 'var(--accent)', title: describe }),
      ...(release === undefined
        ? []
        : [
            Plot.dot([release], { x: 'x', y: 'y', r: 6.5, stroke: 'var(--mark)', strokeWidth: 2.5, title: describe }),
            Plot.text([release], {
              x: 'x',
              y: 'y',
              text: () => 'the release',
              fill: 'var(--mark-text)',
              dy: -14,
              ...(release.x > Math.sqrt(points.reduce((most, { x }) => Math.max(most, x), 1))
                ? { textAnchor: 'end' as const, dx: 6 }
                : { textAnchor: 'start' as const, dx: -6 }),
            }),
          ]),
    ],
  })
  return asImage(plot, spoken(trail, axis, points, release))
}

export function trailInWords({ coarsens }: Pick<TrailPicture, 'coarsens'>): string {
  return coarsens
    ? 'The search began with the table as it is and generalized step by step: to the right the smallest class grows, upwards more is lost.'
    : 'The search began with everything generalized and made values finer step by step: from right to left the smallest class shrinks, and less is lost.'
}

/** What a measure is called on its axis. */
function axisOf({ coarsens }: Pick<TrailPicture, 'coarsens'>, measure: string): string {
  if (measure !== INFORMATION) return measure
  return `information ${coarsens ? 'lost' : 'won'} by all steps so far`
}

/** The release has no figure of information when it stands beside the trail. */
function releasePlace({ release, points }: TrailPicture, measure: string): Place | undefined {
  if (measure !== INFORMATION) return placeOf(release.anonymity, release.figures[measure])
  return release.point === undefined ? undefined : placeOf(release.anonymity, points[release.point].information)
}

function placeOf(anonymity: number, figure: number | undefined): Place {
  return { x: Math.max(1, anonymity), y: figure ?? 0 }
}

function describe({ x, y }: Place): string {
  return `${formatFigure(y)} with ${many(x, 'row')} in the smallest class`
}

function spoken({ search }: TrailPicture, axis: string, points: readonly Place[], release: Place | undefined): string {
  const [first, last] = [points[0], points[points.length - 1]]
  const end = release === undefined ? '' : ` The release: ${describe(release)}.`
  return `${axis} along the trail of the ${search} search: from ${describe(first)} to ${describe(last)}.${end}`
}
