/** Draws the trail of a search: loss against the smallest class (logarithmic), a plot per measure. */
import { evenlyPicked } from '../../../ground/evenly-picked.ts'
import { formatFigure, many } from '../../../ground/format.ts'
import type { TrailPicture } from '../../report.ts'
import { html, type Markup } from '../markup.ts'
import { drawChart, isNarrow, linearScale, logBetween, type PictureSettings, pathThrough } from '../plot.ts'

export const INFORMATION = 'information'

export function trailMetrics({ points }: Pick<TrailPicture, 'points'>): readonly string[] {
  return Object.keys(points[0].figures)
}

interface Place {
  readonly x: number
  readonly y: number
}

const MOST_POINTS = 240

export function drawTrail(trail: TrailPicture, measure: string, settings: PictureSettings): string {
  const points = trail.points.map(({ anonymity, information, figures }) =>
    makePlace(anonymity, measure === INFORMATION ? information : figures[measure]),
  )
  const choices = trail.choices.map(({ point }) => points[point])
  const release = releasePlace(trail, measure)
  const title = measure === INFORMATION ? `information ${trail.coarsens ? 'lost' : 'won'} by all steps so far` : measure
  const shown = release === undefined ? points : [...points, release]
  const largest = shown.reduce((most, { x }) => Math.max(most, x), 2)
  const layout = {
    name: 'trail',
    label: spoken(trail, title, points, release),
    height: 146,
    right: 24,
    x: { scale: logBetween(1, largest, isNarrow(settings) ? 4 : 7), title: 'rows of the smallest class' },
    y: { scale: linearScale([0, ...shown.map(({ y }) => y)], 4), title },
  }
  return drawChart(settings, layout, ({ x, y, ink }) => {
    const line = pathThrough(evenlyPicked(points, MOST_POINTS).map((point) => [x(point.x), y(point.y)]))
    const dot = (place: Place, look: Markup) =>
      html`<circle cx="${x(place.x)}" cy="${y(place.y)}" ${look}><title>${describe(place)}</title></circle>`
    const [anchor, away] = release !== undefined && release.x > Math.sqrt(largest) ? ['end', 6] : ['start', -6]
    const ring =
      release !== undefined &&
      html`${dot(release, html`r="6.5" fill="none" stroke="${ink('mark')}" stroke-width="2.5"`)}<text
        x="${x(release.x) + away}" y="${y(release.y) - 11}" text-anchor="${anchor}" fill="${ink('mark-text')}"
        stroke="${ink('paper')}" stroke-width="3" paint-order="stroke">the release</text>`
    return html`<path d="${line}" fill="none" stroke="${ink('accent')}" stroke-width="2" stroke-linejoin="round"/><g
      fill="${ink('accent')}">${choices.map((place) => dot(place, html`r="3"`))}</g>${ring}`
  })
}

export function trailInWords({ coarsens }: Pick<TrailPicture, 'coarsens'>): string {
  return coarsens
    ? 'The search began with the table as it is and generalized step by step: to the right the smallest class ' +
        'grows, upwards more is lost.'
    : 'The search began with everything generalized and made values finer step by step: from right to left the ' +
        'smallest class shrinks, and less is lost.'
}

/** The release has no figure for information if it is not on the trail. */
function releasePlace({ release, points }: TrailPicture, measure: string): Place | undefined {
  if (measure !== INFORMATION) return makePlace(release.anonymity, release.figures[measure])
  return release.point === undefined ? undefined : makePlace(release.anonymity, points[release.point].information)
}

function makePlace(anonymity: number, figure: number | undefined): Place {
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
