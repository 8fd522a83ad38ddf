/** The frame of all charts: axes, scales, legends, colours. A chart is a pure function from data to SVG text. */
import { formatFigure } from '../../ground/format.ts'
import { html, type Markup, shortened, visible } from './markup.ts'

export interface PictureSettings {
  /** Pixels. */
  readonly width: number
  /** `page` uses the page's custom properties, `light` literal colours (default). */
  readonly colours?: Colours
}

export interface Frame {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface FramedAxis {
  readonly scale: Scale
  readonly title?: string
  readonly grid?: boolean
}

export interface ChartLayout {
  readonly name: string
  readonly label: string
  readonly height: number
  readonly left?: number
  readonly right?: number
  readonly top?: number
  readonly x: FramedAxis
  readonly y: FramedAxis
  readonly legend?: readonly LegendItem[]
}

export interface Plot {
  readonly frame: Frame
  readonly bottom: number
  x(value: number): number
  y(value: number): number
  ink(name: Ink): string
}

export function isNarrow({ width }: PictureSettings): boolean {
  return width < 500
}

export function drawChart(settings: PictureSettings, layout: ChartLayout, marks: (plot: Plot) => Markup): string {
  const { width, colours = 'light' } = settings
  const { name, label, height, x, y, left = 58, right = 18, top = y.title === undefined ? 8 : 38 } = layout
  const frame = { left, top, width: width - left - right, height }
  const bottom = top + height
  const end = bottom + (x.title === undefined ? 26 : 46)
  const plot: Plot = {
    frame,
    bottom,
    x: (value) => across(frame, x.scale, value),
    y: (value) => upward(frame, y.scale, value),
    ink: (ink) => colour(ink, colours),
  }
  const items = drawLegend(layout.legend ?? [], { left: 6, width: width - 12 }, end + 12)
  const parts = html`${drawAxes(frame, x, y, colours)}${marks(plot)}${items.markup}`
  return drawPicture(name, settings, end + items.height, label, parts)
}

export function pixel(value: number): number {
  return Math.round(value * 10) / 10
}

function across({ left, width }: Frame, scale: Scale, value: number): number {
  return pixel(left + placeOn(scale, value) * width)
}

function upward({ top, height }: Frame, scale: Scale, value: number): number {
  return pixel(top + (1 - placeOn(scale, value)) * height)
}

export function pathThrough(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('')
}

function drawAxes(frame: Frame, x: FramedAxis, y: FramedAxis, colours: Colours): Markup {
  const { left, top, width, height } = frame
  const bottom = top + height
  const [line, strong, muted] = (['line', 'line-strong', 'muted'] as const).map((name) => colour(name, colours))
  const title = (text: string) => shortened(visible(text), Math.floor((left + width) / LETTER))
  const yTicks = y.scale.ticks.map(({ value, label }) => {
    const grid = y.grid !== false && html`<line x1="${left}" x2="${left + width}"/>`
    return html`<g class="tick" transform="translate(0 ${upward(frame, y.scale, value)})">${grid}<text x="${left - 8}"
      dy="0.32em" text-anchor="end" stroke="none" fill="${muted}">${label}</text></g>`
  })
  const xTicks = x.scale.ticks.map(({ value, label }) => {
    const mark = x.grid
      ? html`<line y1="${top}" y2="${bottom}" stroke="${line}"/>`
      : html`<line y1="${bottom}" y2="${bottom + 5}"/>`
    const at = across(frame, x.scale, value)
    // Moves a long label at the right edge left so that it stays in the picture.
    const aside = pixel(Math.min(0, left + width + 16 - at - textWidth(label) / 2))
    return html`<g class="tick" transform="translate(${at} 0)">${mark}<text x="${aside}" y="${bottom + 18}"
      text-anchor="middle" stroke="none" fill="${muted}">${label}</text></g>`
  })
  return html`<g class="y-ticks" stroke="${line}">${yTicks}</g><g class="x-ticks" stroke="${strong}">${xTicks}<line
    x1="${left}" x2="${left + width}" y1="${bottom}" y2="${bottom}"/></g>${
      y.title !== undefined && html`<text class="y-title" x="6" y="14" font-weight="600">${title(y.title)}</text>`
    }${
      x.title !== undefined &&
      html`<text class="x-title" x="${left + width}" y="${bottom + 38}" text-anchor="end"
      font-weight="600">${title(x.title)}</text>`
    }`
}

export interface LegendItem {
  readonly text: string
  /** Drawn left of the text, 30 pixels wide, centred on y = 0. */
  readonly sign: Markup
}

function drawLegend(
  items: readonly LegendItem[],
  { left, width }: Pick<Frame, 'left' | 'width'>,
  top: number,
): { readonly markup: Markup; readonly height: number } {
  let [x, y] = [left, top]
  const drawn = items.map(({ text, sign }) => {
    const label = shortened(visible(text), Math.floor((width - 40) / LETTER))
    const room = 40 + textWidth(label)
    if (x > left && x + room > left + width) [x, y] = [left, y + 20]
    const place = x
    x += room + 14
    return html`<g class="legend" transform="translate(${pixel(place)} ${y})">${sign}<text x="37"
      dy="0.32em">${label}</text></g>`
  })
  return { markup: html`${drawn}`, height: items.length === 0 ? 0 : y - top + 24 }
}

export function searchSign(place: number, colours: Colours): Markup {
  const { ink, shape, dash } = searchLook(place)
  const stroke = colour(ink, colours)
  return html`<path d="M0 0H30" fill="none" stroke="${stroke}"
    stroke-width="2"${dash !== '' && html` stroke-dasharray="${dash}"`}/><path d="${shape}" transform="translate(15 0)"
    fill="${stroke}" stroke="${colour('paper', colours)}"/>`
}

export function drawPicture(
  name: string,
  { width, colours = 'light' }: PictureSettings,
  height: number,
  label: string,
  parts: Markup,
): string {
  const ground =
    colours === 'page'
      ? undefined
      : html`<rect width="${width}" height="${height}" fill="${colour('paper', colours)}"/>`
  return html`<svg xmlns="http://www.w3.org/2000/svg" class="plot ${name}" viewBox="0 0 ${width} ${height}"
    width="${width}" height="${height}" font-family="${FONT}" font-size="12" fill="${colour('ink', colours)}" role="img"
    aria-label="${label}">${ground}${parts}</svg>`.markup
}

/** Approximate width of a 12-pixel letter. */
const LETTER = 6.3

export function textWidth(text: string): number {
  return Array.from(text).length * LETTER
}

export interface Scale {
  readonly kind: 'linear' | 'log'
  readonly low: number
  readonly high: number
  readonly ticks: readonly Tick[]
}

export interface Tick {
  readonly value: number
  readonly label: string
}

/** Returns the position of a value on a scale, 0 to 1. */
export function placeOn({ kind, low, high }: Scale, value: number): number {
  const at = kind === 'log' ? Math.log : (one: number) => one
  return high === low ? 0.5 : (at(value) - at(low)) / (at(high) - at(low))
}

/** Returns a scale with round ends around the values; 0 is an end if the values come near it. */
export function linearScale(values: readonly number[], most = 6): Scale {
  let [low, high] = findEnds(values)
  if (low > 0 && low < (high - low) * 0.6) low = 0
  if (low === high) [low, high] = low === 0 ? [0, 1] : [Math.min(0, 2 * low), Math.max(0, 2 * low)]
  const step = roundStep((high - low) / most)
  const ticks = ticksFrom(Math.floor(low / step + 1e-6), Math.ceil(high / step - 1e-6), step)
  return { kind: 'linear', low: ticks[0].value, high: ticks[ticks.length - 1].value, ticks }
}

export function linearBetween(low: number, high: number, most = 6, whole = false): Scale {
  const wanted = (high - low || 1) / most
  const step = roundStep(whole ? Math.max(1, wanted) : wanted, whole ? [1, 2, 5, 10] : undefined)
  return {
    kind: 'linear',
    low,
    high,
    ticks: ticksFrom(Math.ceil(low / step - 1e-6), Math.floor(high / step + 1e-6), step),
  }
}

/** Returns a logarithmic scale with a margin around the values; undefined unless all values are above 0. */
export function logScale(values: readonly number[], most = 7): Scale | undefined {
  const [low, high] = findEnds(values)
  if (!(low > 0)) return undefined
  // Keeps points off the frame.
  const room = Math.max((high / low) ** 0.04, 1.05)
  return logBetween(low / room, high * room, most)
}

export function logBetween(low: number, high: number, most = 7): Scale {
  const first = Math.floor(Math.log10(low))
  const decades = Array.from({ length: Math.ceil(Math.log10(high)) - first + 1 }, (_, i) => first + i)
  const inside = (factors: readonly number[]) =>
    decades
      .flatMap((power) => factors.map((factor) => Number(`${factor}e${power}`)))
      .filter((value) => value >= low && value <= high)
  const choices = [[1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 5], [1, 3], [1]].map(inside)
  const ticks =
    choices.find((choice) => choice.length <= most) ??
    choices[3].filter((_, i, all) => i % Math.ceil(all.length / most) === 0)
  return { kind: 'log', low, high, ticks: ticks.map(marked) }
}

/** Returns a scale with ticks at the values themselves if their labels fit, the ends first. */
export function scaleAt(values: readonly number[], pixels: number): Scale {
  const sorted = [...new Set(values)].sort((a, b) => a - b)
  const [first, last] = [sorted[0], sorted[sorted.length - 1]]
  const wide = first > 0 && last / first > 8
  const room = (last - first) * 0.04 || 1
  const scale = (wide ? logScale(sorted) : undefined) ?? {
    ...linearScale(sorted),
    low: first - room,
    high: last + room,
  }
  const ticks: number[] = []
  for (const value of [first, last, ...sorted]) {
    const free = ticks.every((other) => Math.abs(placeOn(scale, other) - placeOn(scale, value)) * pixels > 24)
    if (free) ticks.push(value)
  }
  return { ...scale, ticks: ticks.sort((a, b) => a - b).map(marked) }
}

function findEnds(values: readonly number[]): [number, number] {
  if (values.length === 0) return [0, 1]
  return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))]
}

/** In whole steps, since 3 · 0.1 is not 0.3. */
function ticksFrom(first: number, last: number, step: number): Tick[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) =>
    marked(Number(((first + i) * step).toPrecision(12))),
  )
}

/** The smallest factor · 10^n that is at least `atLeast`. */
function roundStep(atLeast: number, factors: readonly number[] = [1, 2, 2.5, 5, 10]): number {
  const power = 10 ** Math.floor(Math.log10(atLeast))
  return (factors.find((one) => one * power >= atLeast * (1 - 1e-9)) ?? 10) * power
}

function marked(value: number): Tick {
  // Labels have room for seven letters: `500,000`, `2 M`. No `k` for thousands: k means anonymity here.
  return { value, label: Math.abs(value) >= 1e6 ? `${formatFigure(value / 1e6)} M` : formatFigure(value) }
}

export type Colours = 'page' | 'light'

const INKS = {
  paper: '#ffffff',
  ink: '#1c2430',
  muted: '#5a6473',
  line: '#e2e6eb',
  'line-strong': '#b4bcc7',
  before: '#9aa4b1',
  accent: '#2b6cb0',
  'accent-soft': '#a9cbec',
  second: '#7a5195',
  mark: '#d55e00',
  'mark-text': '#ad4b00',
} as const

export const SEARCH_LIGHT = ['#0072b2', '#c24e00', '#007a5a', '#a0468c', '#1c2430', '#9c6a00', '#3a8fc9']
export const SEARCH_DARK = ['#5aa9e6', '#ff8f45', '#3ecfa3', '#e39ac9', '#e7eaee', '#f0b93a', '#a5d8ff']

export type Ink = keyof typeof INKS | `search-${number}`

export function colour(name: Ink, colours: Colours): string {
  if (colours === 'page') return `var(--${name})`
  return name in INKS ? INKS[name as keyof typeof INKS] : SEARCH_LIGHT[Number(name.slice('search-'.length))]
}

/**
 * Distinguishes searches by colour (after Okabe and Ito), shape and dash, each sufficient alone. Cycles have different
 * lengths, so that many searches still differ in at least one.
 */
export function searchLook(place: number): { readonly ink: Ink; readonly shape: string; readonly dash: string } {
  return {
    ink: `search-${place % SEARCH_LIGHT.length}`,
    shape: SHAPES[place % SHAPES.length],
    dash: DASHES[place % DASHES.length],
  }
}

/** Circle, square, triangle, diamond, inverted triangle, plus, cross, star, of about equal area. */
const SHAPES = [
  'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z',
  'M-3.6-3.6H3.6V3.6H-3.6Z',
  'M0-5L4.7 3.4H-4.7Z',
  'M0-5.2L5.2 0L0 5.2L-5.2 0Z',
  'M0 5L4.7-3.4H-4.7Z',
  'M-1.7-5H1.7V-1.7H5V1.7H1.7V5H-1.7V1.7H-5V-1.7H-1.7Z',
  'M-4.7-2.4L-2.4-4.7L0-2.3L2.4-4.7L4.7-2.4L2.3 0L4.7 2.4L2.4 4.7L0 2.3L-2.4 4.7L-4.7 2.4L-2.3 0Z',
  'M0-5.8L1.5-2L5.5-1.8L2.4 0.8L3.4 4.7L0 2.5L-3.4 4.7L-2.4 0.8L-5.5-1.8L-1.5-2Z',
]

const DASHES = ['', '7 3', '2 3', '8 3 2 3', '12 3']

export const FONT =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
