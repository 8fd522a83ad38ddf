/** What the pictures of a study share: the frame with its axes, legends that break into lines, and numbers short enough to be read in a diff. */
import { html, type Markup, shortened, visible } from './markup.ts'
import { type Colours, colour, FONT, searchLook } from './study-palette.ts'
import { placeOn, type Scale } from './study-scale.ts'

export interface PictureSettings {
  /** Pixels. */
  readonly width: number
  /** `page`: custom properties of the page; else written out, on a background. Default `light`. */
  readonly colours?: Colours
  /** Whether the searches are named below; default true. */
  readonly legend?: boolean
}

/** Where the data are drawn, in pixels. */
export interface Frame {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface FramedAxis {
  readonly scale: Scale
  readonly title: string
}

/** Pixels with one decimal. */
export function pixel(value: number): number {
  return Math.round(value * 10) / 10
}

export function across({ left, width }: Frame, scale: Scale, value: number): number {
  return pixel(left + placeOn(scale, value) * width)
}

export function upward({ top, height }: Frame, scale: Scale, value: number): number {
  return pixel(top + (1 - placeOn(scale, value)) * height)
}

/** A polyline's path through points that have both values. */
export function pathThrough(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('')
}

/** Grid, ticks and titles. The parts have classes by which a script can draw them anew. */
export function drawAxes(frame: Frame, x: FramedAxis, y: FramedAxis, colours: Colours): Markup {
  const { left, top, width, height } = frame
  const bottom = top + height
  const muted = colour('muted', colours)
  return html`<g class="y-ticks" stroke="${colour('line', colours)}">${y.scale.ticks.map(({ value, label }) => {
    const at = upward(frame, y.scale, value)
    return html`<g class="tick" transform="translate(0 ${at})"><line x1="${left}" x2="${left + width}"/><text x="${left - 8}" dy="0.32em" text-anchor="end" stroke="none" fill="${muted}">${label}</text></g>`
  })}</g><g class="x-ticks" stroke="${colour('line-strong', colours)}"><line x1="${left}" x2="${left + width}" y1="${bottom}" y2="${bottom}"/>${x.scale.ticks.map(
    ({ value, label }) => {
      const at = across(frame, x.scale, value)
      return html`<g class="tick" transform="translate(${at} 0)"><line y1="${bottom}" y2="${bottom + 5}"/><text y="${bottom + 18}" text-anchor="middle" stroke="none" fill="${muted}">${label}</text></g>`
    },
  )}</g><text class="y-title" x="6" y="${top - 14}" font-weight="600">${y.title}</text><text class="x-title" x="${left + width}" y="${bottom + 38}" text-anchor="end" font-weight="600">${x.title}</text>`
}

export interface LegendItem {
  readonly text: string
  /** Drawn left of the text, 30 pixels wide, around y = 0. */
  readonly sign: Markup
  /** Place of the search that it names. */
  readonly curve?: number
}

/** The items in lines from `top` on; how high they are is shown too. */
export function drawLegend(
  items: readonly LegendItem[],
  { left, width }: Pick<Frame, 'left' | 'width'>,
  top: number,
): { readonly markup: Markup; readonly height: number } {
  let [x, y] = [left, top]
  const drawn = items.map(({ text, sign, curve }) => {
    const label = shortened(visible(text), Math.floor((width - 40) / LETTER))
    const room = 40 + textWidth(label)
    if (x > left && x + room > left + width) [x, y] = [left, y + 20]
    const place = x
    x += room + 14
    return html`<g class="legend"${curve !== undefined && html` data-toggle="${curve}"`} transform="translate(${pixel(place)} ${y})">${sign}<text x="37" dy="0.32em">${label}</text></g>`
  })
  return { markup: html`${drawn}`, height: items.length === 0 ? 0 : y - top + 20 }
}

/** Line and shape of a search. */
export function searchSign(place: number, colours: Colours): Markup {
  const { ink, shape, dash } = searchLook(place)
  const stroke = colour(ink, colours)
  return html`<path d="M0 0H30" fill="none" stroke="${stroke}" stroke-width="2"${dash !== '' && html` stroke-dasharray="${dash}"`}/><path d="${shape}" transform="translate(15 0)" fill="${stroke}" stroke="${colour('paper', colours)}"/>`
}

/** The whole picture, as text. */
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

/** About the width of a letter of 12 pixels. */
const LETTER = 6.3

/** About: no font is asked. */
export function textWidth(text: string): number {
  return Array.from(text).length * LETTER
}
