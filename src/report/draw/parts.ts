/** Draws small parts that several sections share: bars, definition lists, charts in two widths. */
import { html, type Markup, trusted } from './markup.ts'
import type { PictureSettings } from './plot/frame.ts'

/** Lengths are percentages, so it fits any width. Screen readers skip it: the number is beside it. */
export function bar(share: number, kind: 'rows' | 'before' | 'after' | 'value' = 'rows'): Markup {
  const width = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0
  return html`<svg class="bar ${kind}" aria-hidden="true" focusable="false"><rect class="track" width="100%" height="100%" rx="2"/>${
    width > 0 && html`<rect class="fill" width="${percent(width)}" height="100%" rx="2"/>`
  }</svg>`
}

export function percent(share: number): string {
  return `${Math.max(1.2, Number((share * 100).toFixed(2)))}%`
}

/** Pixels: the text column on a laptop and the narrowest phone, so that no text shrinks below 12 pixels. */
const WIDE = 720
const NARROW = 320

export function chart(draw: (settings: PictureSettings) => string): Markup {
  const [wide, narrow] = [WIDE, NARROW].map((width) => trusted(draw({ width, colours: 'page' })))
  return html`<div class="wide">${wide}</div><div class="narrow">${narrow}</div>`
}

/** Attributes of a part that scrolls sideways: the keyboard reaches it, and it has a name. */
export function scroll(label: string): Markup {
  return html`class="scroll" role="group" tabindex="0" aria-label="${label}"`
}

/** Removes the scroll attributes, for a page that scrolls its parts itself. */
export function unscrolled({ markup }: Markup): string {
  return markup.replaceAll(/ role="group" tabindex="0" aria-label="[^"]*"/g, '')
}

export interface Fact {
  readonly name: string
  readonly value: Markup | string
}

export function facts(entries: readonly Fact[]): Markup {
  return html`<dl class="facts">${entries.map(
    ({ name, value }) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`
}

export function plainValue(value: unknown, number: (value: number) => string = String): string {
  if (typeof value === 'number') return number(value)
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === undefined || value === null) return '–'
  const flat = Object.values(value).every((one) => typeof one !== 'object')
  const pairs = Object.entries(value).map(([name, one]) => `${name} ${plainValue(one, number)}`)
  const text = flat && !Array.isArray(value) ? pairs.join(', ') : JSON.stringify(value)
  if (text.length <= LONGEST_VALUE) return text
  const entries = Array.isArray(value) ? ` (${value.length} entries)` : ''
  return `${text.slice(0, LONGEST_VALUE)}…${entries}`
}

const LONGEST_VALUE = 200
