/** Draws an R-U map: risk over utility, with the front, knees and the best release under the risk ceiling. */
import { formatCount, formatFigure, many, prose } from '../../../ground/format.ts'
import { ABOUT } from '../../../table/about.ts'
import type { RuMap, RuPoint } from '../../study/ru-map.ts'
import { html, type Markup, visible } from '../markup.ts'
import {
  type Colours,
  colour,
  drawChart,
  type Frame,
  isNarrow,
  type LegendItem,
  linearScale,
  type PictureSettings,
  type Plot,
  pathThrough,
  pixel,
  type Scale,
  searchLook,
  searchSign,
  textWidth,
} from '../plot.ts'

/** Above this many points, dominated ones are thinned: they look like a cloud anyway. */
const MOST_POINTS = 1500

const RING = 'M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z'
const DIAMOND = 'M0-13L13 0L0 13L-13 0Z'
const POINTER = 'M0-13L-6-23H6Z'

export function drawRuMap(map: RuMap, settings: PictureSettings): string {
  const { colours = 'light' } = settings
  const scales = mapScales(map)
  const layout = {
    name: 'ru-map',
    label: describeMap(map),
    height: isNarrow(settings) ? 260 : 360,
    right: 22,
    x: { scale: scales.utility, title: axisTitle(map.utility) },
    y: { scale: scales.risk, title: axisTitle(map.risk) },
    legend: legendItems(map, colours),
  }
  return drawChart(settings, layout, (plot) => {
    const at: Placing = ({ utility, risk }) => [plot.x(utility), plot.y(risk)]
    return html`${drawCeiling(map, scales.risk, plot)}${drawFrontBand(map, at, plot)}${drawCurves(map, at, plot)}${drawPoints(map, at, plot)}${drawKnees(map, at, plot)}${drawLabels(map, at, plot)}${drawBest(map, at, plot)}`
  })
}

function axisTitle({ family, label, title }: RuMap['risk']): string {
  const words = wholeTitle({ label, title }) ?? `${label} (${title.charAt(0).toLowerCase()}${title.slice(1)})`
  return `${family === 'risk' ? '↑ Risk' : 'Utility'}: ${words}${family === 'utility' ? ' →' : ''}`
}

function wholeTitle({ label, title }: Pick<RuMap['risk'], 'label' | 'title'>): string | undefined {
  return title.toLowerCase().startsWith(label.toLowerCase()) ? `${label}${title.slice(label.length)}` : undefined
}

/** Round ends around all points; includes the ceiling if that does not squeeze them. */
function mapScales({ points, ceiling, risk }: RuMap): Readonly<Record<'utility' | 'risk', Scale>> {
  const risks = points.map((point) => point.risk)
  return {
    utility: linearScale(points.map((point) => point.utility)),
    risk: linearScale([...risks, ...ceilingShown(ceiling, risks, risk.share)]),
  }
}

/** The value that the axis must reach to show the ceiling; empty if that would squeeze the points. */
function ceilingShown(ceiling: number, risks: readonly number[], share: boolean): number[] {
  const highest = risks.reduce((a, b) => Math.max(a, b), 0)
  return share && ceiling <= 1.6 * highest ? [1.08 * ceiling] : []
}

type Placing = (point: { readonly utility: number; readonly risk: number }) => readonly [number, number]

function drawCeiling({ ceiling, risk }: RuMap, scale: Scale, { frame, y, ink }: Plot): Markup | false {
  if (!risk.share || ceiling < scale.low || ceiling > scale.high) return false
  return html`<g class="ceiling" transform="translate(0 ${y(ceiling)})"><line x1="${frame.left}"
    x2="${frame.left + frame.width}" stroke="${ink('mark')}" stroke-width="1.5" stroke-dasharray="6 4"/><text
    x="${frame.left + 6}" y="-6" fill="${ink('mark-text')}" stroke="${ink('paper')}" stroke-width="3"
    paint-order="stroke">risk ceiling ${formatFigure(ceiling)}</text></g>`
}

function drawFrontBand({ front, points }: RuMap, at: Placing, { ink }: Plot): Markup {
  const onFront = front.flatMap((run) => points.find((point) => point.run === run) ?? [])
  return html`<path class="front" d="${pathThrough(onFront.map(at))}" fill="none" stroke="${ink('accent-soft')}"
    stroke-opacity="0.55" stroke-width="9" stroke-linejoin="round" stroke-linecap="round"/>`
}

function drawCurves({ curves }: RuMap, at: Placing, { ink }: Plot): Markup {
  return html`<g class="curves" fill="none" stroke-width="1.8" stroke-linejoin="round">${curves.map((curve, place) => {
    const { ink: name, dash } = searchLook(place)
    const vertices = curve.vertices.filter(({ dominated }) => !(curve.fromFront && dominated))
    return html`<path class="curve" data-curve="${place}" d="${pathThrough(vertices.map(at))}"
      stroke="${ink(name)}"${dash !== '' && html` stroke-dasharray="${dash}"`}/>`
  })}</g>`
}

function drawPoints(map: RuMap, at: Placing, { ink }: Plot): Markup {
  const repeats = map.curves.some(({ vertices }) => vertices.some(({ runs }) => runs.length > 1))
  const size = repeats ? ' scale(0.8)' : ''
  const [paper, grey] = [ink('paper'), ink('before')]
  const drawn = thinned(map.points).toSorted((a, b) => Number(b.dominated) - Number(a.dominated))
  return html`<g class="points">${drawn.map((point) => {
    const [x, y] = at(point)
    const { ink: name, shape } = searchLook(point.curve)
    const look = point.dominated
      ? html`class="point beaten" fill="${paper}" stroke="${grey}" stroke-width="1.4"`
      : html`class="point" fill="${ink(name)}" stroke="${paper}" stroke-width="0.8"`
    return html`<path ${look} data-run="${point.run}" data-curve="${point.curve}"
      transform="translate(${x} ${y})${size}" d="${shape}"><title>${describePoint(map, point)}</title></path>`
  })}</g>`
}

function thinned(points: readonly RuPoint[]): readonly RuPoint[] {
  const beaten = points.filter(({ dominated }) => dominated)
  const room = MOST_POINTS - (points.length - beaten.length)
  if (beaten.length <= room) return points
  const step = Math.ceil(beaten.length / Math.max(1, room))
  const drawn = new Set(beaten.filter((_, i) => i % step === 0))
  return points.filter((point) => !point.dominated || drawn.has(point))
}

function drawKnees({ curves }: RuMap, at: Placing, { ink }: Plot): Markup {
  return html`<g class="knees" fill="none" stroke-width="2">${curves.map(({ knees }, place) =>
    (['angle', 'kneedle'] as const).map((method) => {
      const knee = knees[method]
      if (knee === undefined) return false
      const [x, y] = at(knee)
      return html`<path class="knee ${method}" data-curve="${place}" transform="translate(${x} ${y})"
        d="${method === 'angle' ? RING : DIAMOND}" stroke="${ink(searchLook(place).ink)}"/>`
    }),
  )}</g>`
}

function drawBest({ best, points, curves }: RuMap, at: Placing, { frame, ink }: Plot): Markup | false {
  const point = points.find(({ run }) => run === best)
  if (point === undefined) return false
  const [x, y] = at(point)
  const text = bestLabel(curves[point.curve].name, point.k)
  return html`<g class="best" transform="translate(${x} ${y})"><path d="${POINTER}" fill="${ink('mark')}"/><text
    x="${besideFrame(x, text, frame)}" y="-28" text-anchor="middle" font-weight="600" fill="${ink('mark-text')}"
    stroke="${ink('paper')}" stroke-width="3" paint-order="stroke">${text}</text></g>`
}

function besideFrame(x: number, text: string, { left, width }: Frame): number {
  const half = textWidth(text) / 2
  return pixel(Math.max(left + half - x, Math.min(0, left + width + 18 - half - x)))
}

function bestLabel(search: string, k: number | undefined): string {
  return `best: ${visible(search)}${k === undefined ? '' : `, k ${formatCount(k)}`}`
}

function drawLabels(map: RuMap, at: Placing, { frame, ink }: Plot): Markup {
  const taken = map.points.map((point) => around(at(point), 5))
  for (const { knees } of map.curves) {
    for (const knee of [knees.angle, knees.kneedle]) {
      if (knee !== undefined) taken.push(around(at(knee), 9))
    }
  }
  const best = map.points.find(({ run }) => run === map.best)
  if (best !== undefined) {
    const [x, y] = at(best)
    const text = bestLabel(map.curves[best.curve].name, best.k)
    const width = textWidth(text)
    taken.push({ x: x + besideFrame(x, text, frame) - width / 2, y: y - 38, width, height: 26 })
  }
  const drawn = labelled(map).flatMap(({ point, text, curve }) => {
    const [x, y] = at(point)
    const width = text.length * 7 + 2
    const box = [6, 11]
      .flatMap((away) => [
        { x: x + away, y: y + away - 4 },
        { x: x - away - width, y: y - away - 8 },
        { x: x + away + 2, y: y - 6 },
        { x: x - away - 2 - width, y: y - 6 },
      ])
      .map((corner) => ({ ...corner, width, height: 13 }))
      .find(
        (candidate) =>
          candidate.x >= frame.left &&
          candidate.y + 13 < frame.top + frame.height &&
          taken.every((other) => disjoint(candidate, other)),
      )
    if (box === undefined) return []
    taken.push(box)
    return [html`<text data-curve="${curve}" x="${pixel(box.x)}" y="${pixel(box.y + 11)}">${text}</text>`]
  })
  return html`<g class="labels" fill="${ink('muted')}" stroke="${ink('paper')}" stroke-width="2.5"
    paint-order="stroke">${drawn}</g>`
}

function labelled({ curves, points }: RuMap) {
  const smallest = new Map(points.map(({ run, smallestClass }) => [run, smallestClass]))
  return curves
    .flatMap(({ vertices, knees, fromFront }, curve) =>
      vertices.flatMap((point, i) => {
        const number = fromFront ? smallest.get(point.runs[0]) : point.k
        // A front may have hundreds of points; its line skips dominated ones.
        if (number === undefined || (fromFront && point.dominated)) return []
        const knee = [knees.angle, knees.kneedle].some((one) => one?.utility === point.utility)
        const rank = knee ? 0 : i === 0 || i === vertices.length - 1 ? 1 : 2
        return [{ point, text: formatCount(number), curve, rank }]
      }),
    )
    .sort((a, b) => a.rank - b.rank)
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function around([x, y]: readonly [number, number], half: number): Box {
  return { x: x - half, y: y - half, width: 2 * half, height: 2 * half }
}

function disjoint(a: Box, b: Box): boolean {
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
}

function legendItems(map: RuMap, colours: Colours): LegendItem[] {
  const { curves, points, best, front } = map
  const ink = colour('ink', colours)
  const has = (method: 'angle' | 'kneedle') => curves.some(({ knees }) => knees[method] !== undefined)
  const items: (LegendItem | false)[] = [
    ...curves
      .map(({ name, vertices }, curve) => ({ text: name, sign: searchSign(curve, colours), vertices }))
      .filter(({ vertices }) => vertices.length > 0),
    has('angle') && { text: 'knee by angle', sign: sign(RING, ink) },
    has('kneedle') && { text: 'knee by Kneedle', sign: sign(DIAMOND, ink, 0.75) },
    best !== undefined && {
      text: 'best under the ceiling',
      sign: html`<path d="${POINTER}" transform="translate(15 18)" fill="${colour('mark', colours)}"/>`,
    },
    front.length > 1 && {
      text: 'front: no run is better',
      sign: html`<path d="M3 0H27" stroke="${colour('accent-soft', colours)}" stroke-opacity="0.55" stroke-width="9"
        stroke-linecap="round"/>`,
    },
    points.some(({ dominated }) => dominated) && {
      text: 'grey: another run is better',
      sign: html`<path d="M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z" transform="translate(15 0)"
        fill="${colour('paper', colours)}" stroke="${colour('before', colours)}" stroke-width="1.4"/>`,
    },
    labelled(map).length > 0 && {
      text: curves.some(({ fromFront }) => fromFront) ? 'numbers: k, of a front the smallest class' : 'numbers: k',
      sign: html`<text x="15" dy="0.32em" text-anchor="middle" fill="${colour('muted', colours)}">10</text>`,
    },
  ]
  return items.filter((item) => item !== false)
}

function sign(path: string, ink: string, scale = 1): Markup {
  return html`<path d="${path}" transform="translate(15 0)${scale !== 1 && ` scale(${scale})`}" fill="none"
    stroke="${ink}" stroke-width="2"/>`
}

function describePoint({ curves, risk, utility, kind }: RuMap, point: RuPoint): string {
  const { smallest } = ABOUT[kind]
  return [
    visible(curves[point.curve].name),
    point.k !== undefined && `k ${formatCount(point.k)}`,
    `${risk.label} ${formatFigure(point.risk)}`,
    `${utility.label} ${formatFigure(point.utility)}`,
    point.smallestClass !== undefined && `${smallest} ${formatCount(point.smallestClass)}`,
    point.suppressed !== undefined && `suppressed ${formatCount(point.suppressed)}`,
    `run ${point.run}`,
    point.dominated && 'another run is better',
  ]
    .filter((part) => part !== false)
    .join(', ')
}

function describeMap({ data, risk, utility, points, curves, best }: RuMap): string {
  const found = points.find(({ run }) => run === best)
  const where =
    found === undefined
      ? 'No run is under the risk ceiling'
      : 'Best under the risk ceiling: ' +
        `${visible(curves[found.curve].name)}${found.k === undefined ? '' : ` at k ${formatCount(found.k)}`}`
  return prose`Risk-utility map of ${visible(data)}: ${risk.label} over ${utility.label}, ${many(points.length, 'run')}
    of ${many(curves.length, 'search', 'searches')}. ${where}.`
}
