/**
 * Lines of separated fields, as small files of people and tools have them: `;`, `,` or tab, quotes where needed, blanks around
 * fields, empty lines, any line end. For hierarchy files only; data goes through the engine.
 */
import { userError } from '../errors.ts'

interface SeparatedRow {
  readonly fields: readonly string[]
  /** Line of the file on which the row begins, from 1. */
  readonly line: number
}

const SEPARATORS = [';', '\t', ','] as const
type Separator = (typeof SEPARATORS)[number]

/** How much of a file is looked at to tell its separator. */
const SAMPLE_CHARACTERS = 65_536

/**
 * The separator of leaf-per-line text: the one by which the largest share of the first lines ends in a field `*`; then the one
 * that parts the largest share; then `;` before tab before comma. `a;b,c;*` is parted by `;`.
 */
export function separatorOf(text: string): Separator {
  let sample = text.slice(0, SAMPLE_CHARACTERS)
  if (sample.length < text.length) sample = sample.slice(0, sample.lastIndexOf('\n') + 1)
  let best: Separator = ';'
  let bestStars = 0
  let bestParted = 0
  for (const separator of SEPARATORS) {
    const rows = rowsOf(sample, separator).rows
    if (rows.length === 0) continue
    const several = rows.filter(({ fields }) => fields.length > 1)
    // Shares, not numbers: a wrong separator tears quoted fields into more rows.
    const parted = several.length / rows.length
    const stars = several.filter(({ fields }) => fields.findLast((field) => field !== '') === '*').length / rows.length
    if (stars > bestStars || (stars === bestStars && parted > bestParted)) {
      best = separator
      bestStars = stars
      bestParted = parted
    }
  }
  return best
}

/** The rows of a text, without empty lines. `name` stands in errors. */
export function parseSeparated(text: string, separator: Separator, name: string): SeparatedRow[] {
  const { rows, openQuote } = rowsOf(text, separator)
  if (openQuote !== undefined)
    throw userError('file')`${name}:${openQuote} a quoted field begins here and never ends; close it with "`
  return rows
}

/** A field as it is written: in quotes where a separator, a quote, a line end or an outer blank would be misread. */
export function separatedField(text: string): string {
  return /[;,\t"\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function rowsOf(text: string, separator: Separator): { rows: SeparatedRow[]; openQuote?: number } {
  const rows: SeparatedRow[] = []
  let position = 0
  let line = 1
  while (position < text.length) {
    const begin = line
    const fields: string[] = []
    for (;;) {
      position = skipBlanks(text, position, separator)
      if (text[position] === '"') {
        const quoted = readQuoted(text, position)
        if (quoted === undefined) return { rows, openQuote: line }
        line += newlines(quoted.field)
        position = fieldEnd(text, quoted.end, separator)
        // What follows a closing quote belongs to the field too: `"a" b` is read as `a b`, nothing is lost.
        fields.push(quoted.field + text.slice(quoted.end, position).trimEnd())
      } else {
        const end = fieldEnd(text, position, separator)
        fields.push(text.slice(position, end).trimEnd())
        position = end
      }
      if (text[position] !== separator) break
      position++
    }
    if (text[position] === '\r' && text[position + 1] === '\n') position++
    position++
    line++
    if (fields.some((field) => field !== '')) rows.push({ fields, line: begin })
  }
  return { rows }
}

function skipBlanks(text: string, position: number, separator: Separator): number {
  while (text[position] === ' ' || (text[position] === '\t' && separator !== '\t')) position++
  return position
}

function fieldEnd(text: string, position: number, separator: Separator): number {
  while (position < text.length && text[position] !== separator && text[position] !== '\n' && text[position] !== '\r') {
    position++
  }
  return position
}

function readQuoted(text: string, position: number): { field: string; end: number } | undefined {
  let field = ''
  let from = position + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return undefined
    field += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { field, end: quote + 1 }
    field += '"'
    from = quote + 2
  }
}

function newlines(text: string): number {
  let count = 0
  for (const character of text) if (character === '\n') count++
  return count
}
