/** Builds markup as values. `html` escapes everything else: labels from users' files are hostile until escaped. */
import { joinLines } from '../../ground/format.ts'

/** Text that is safe in a page. Only `html` and `trusted` create it. */
export interface Markup {
  readonly markup: string
}

type Part = Markup | string | number | false | undefined | readonly Part[]

/** Escapes strings and numbers; `false` and `undefined` print nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const texts = joinLines(strings)
  let markup = texts[0]
  for (let i = 0; i < parts.length; i++) markup += written(parts[i]) + texts[i + 1]
  return { markup }
}

/** Wraps existing markup, such as the SVG of a chart. Never call it with text from a file. */
export function trusted(markup: string): Markup {
  return { markup }
}

function written(part: Part): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string') return escaped(visible(part))
  if (typeof part === 'number') return escaped(String(part))
  if ('markup' in part) return part.markup
  return part.map(written).join('')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** Makes invisible characters visible, including direction overrides, which could disguise a label. */
export function visible(text: string): string {
  return text
    .replace(/\r\n|[\n\r\u2028\u2029]/g, '↵')
    .replaceAll('\t', '⇥')
    .replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu, (character) => {
      return `\\u{${(character.codePointAt(0) as number).toString(16)}}`
    })
}

/** Lets a long name break after its underscores. */
export function breakable(name: string): Markup {
  const [first, ...others] = name.split(/(?<=_)/)
  return html`${first}${others.map((part) => html`<wbr>${part}`)}`
}

export function shortened(text: string, limit: number): string {
  const characters = Array.from(text)
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}…`
}

/** `latticeNodes`, `lattice-nodes` and `lattice_nodes` become `lattice nodes`; abbreviations are kept. */
export function asWords(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])(?=[a-z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`)
    .replace(/[-_]+/g, ' ')
}

/** Lengths are percentages, so it fits any width. Screen readers skip it: the number is beside it. */
export function bar(share: number, kind: 'rows' | 'before' | 'after' | 'value' = 'rows'): Markup {
  const width = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0
  return html`<svg class="bar ${kind}" aria-hidden="true" focusable="false"><rect class="track" width="100%"
    height="100%" rx="2"/>${
      width > 0 && html`<rect class="fill" width="${percent(width)}" height="100%" rx="2"/>`
    }</svg>`
}

export function percent(share: number): string {
  return `${Math.max(1.2, Number((share * 100).toFixed(2)))}%`
}

/** Pixels: the text column on a laptop and the narrowest phone, so that no text shrinks below 12 pixels. */
const WIDE = 720
const NARROW = 320

export function chart(draw: (settings: { readonly width: number; readonly colours: 'page' }) => string): Markup {
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

export interface Section {
  readonly id: string
  readonly contents: string
  readonly title: string
  readonly body: Markup
  readonly style?: string
}

export function drawSection({ id, title, body }: Section): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${body}
</section>
`
}
