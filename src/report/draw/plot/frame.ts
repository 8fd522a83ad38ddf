/** Draws the frame of all charts. A chart is a pure function from data and settings to the text of an SVG element. */
import { html, type Markup, shortened, visible } from '../markup.ts'
import { type Colours, colour, FONT, type Ink, searchLook } from './palette.ts'
import { placeOn, type Scale } from './scale.ts'

export interface PictureSettings {
  /** Pixels. */
  readonly width: number
  /** `page` uses the page's custom properties; the others are literal colours. Default `light`. */
  readonly colours?: Colours
  readonly legend?: boolean
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
  const { width, colours = 'light', legend = true } = settings
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
  const items = legend ? drawLegend(layout.legend ?? [], { left: 6, width: width - 12 }, end + 12) : undefined
  const parts = html`${drawAxes(frame, x, y, colours)}${marks(plot)}${items?.markup}`
  return drawPicture(name, settings, end + (items?.height ?? 0), label, parts)
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
    return html`<g class="tick" transform="translate(0 ${upward(frame, y.scale, value)})">${grid}<text x="${left - 8}" dy="0.32em" text-anchor="end" stroke="none" fill="${muted}">${label}</text></g>`
  })
  const xTicks = x.scale.ticks.map(({ value, label }) => {
    const mark = x.grid
      ? html`<line y1="${top}" y2="${bottom}" stroke="${line}"/>`
      : html`<line y1="${bottom}" y2="${bottom + 5}"/>`
    const at = across(frame, x.scale, value)
    // Moves a long label at the right edge left so that it stays in the picture.
    const aside = pixel(Math.min(0, left + width + 16 - at - textWidth(label) / 2))
    return html`<g class="tick" transform="translate(${at} 0)">${mark}<text x="${aside}" y="${bottom + 18}" text-anchor="middle" stroke="none" fill="${muted}">${label}</text></g>`
  })
  return html`<g class="y-ticks" stroke="${line}">${yTicks}</g><g class="x-ticks" stroke="${strong}">${xTicks}<line x1="${left}" x2="${left + width}" y1="${bottom}" y2="${bottom}"/></g>${
    y.title !== undefined && html`<text class="y-title" x="6" y="14" font-weight="600">${title(y.title)}</text>`
  }${
    x.title !== undefined &&
    html`<text class="x-title" x="${left + width}" y="${bottom + 38}" text-anchor="end" font-weight="600">${title(x.title)}</text>`
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
    return html`<g class="legend" transform="translate(${pixel(place)} ${y})">${sign}<text x="37" dy="0.32em">${label}</text></g>`
  })
  return { markup: html`${drawn}`, height: items.length === 0 ? 0 : y - top + 24 }
}

export function searchSign(place: number, colours: Colours): Markup {
  const { ink, shape, dash } = searchLook(place)
  const stroke = colour(ink, colours)
  return html`<path d="M0 0H30" fill="none" stroke="${stroke}" stroke-width="2"${dash !== '' && html` stroke-dasharray="${dash}"`}/><path d="${shape}" transform="translate(15 0)" fill="${stroke}" stroke="${colour('paper', colours)}"/>`
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
  return html`<svg xmlns="http://www.w3.org/2000/svg" class="plot ${name}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${FONT}" font-size="12" fill="${colour('ink', colours)}" role="img" aria-label="${label}">${ground}${parts}</svg>`
    .markup
}

/** Approximate width of a 12-pixel letter. */
const LETTER = 6.3

export function textWidth(text: string): number {
  return Array.from(text).length * LETTER
}
