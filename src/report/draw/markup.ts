/** Builds markup as values. `html` escapes everything else: labels from users' files are hostile until escaped. */

/** Text that is safe in a page. Only `html` and `trusted` create it. */
export interface Markup {
  readonly markup: string
}

type Part = Markup | string | number | false | undefined | readonly Part[]

/** Escapes strings and numbers; `false` and `undefined` print nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let markup = strings[0]
  for (let i = 0; i < parts.length; i++) markup += written(parts[i]) + strings[i + 1]
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
