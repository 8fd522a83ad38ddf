/** Parses hierarchy files with `;`, `,` or tab and optional quotes. Data files go through the engine instead. */
import { userError } from '../../ground/errors.ts'

interface SeparatedRow {
  readonly fields: readonly string[]
  readonly line: number
}

const SEPARATORS = [';', '\t', ','] as const
type Separator = (typeof SEPARATORS)[number]

const SAMPLE_CHARACTERS = 65_536

/**
 * Detects the separator: the one after which most lines end in the field `*`, then the one that splits the most lines,
 * then `;` before tab before comma. `a;b,c;*` is split at `;`.
 */
export function detectSeparator(text: string): Separator {
  let sample = text.slice(0, SAMPLE_CHARACTERS)
  if (sample.length < text.length) sample = sample.slice(0, sample.lastIndexOf('\n') + 1)
  let best: Separator = ';'
  let bestStars = 0
  let bestParted = 0
  for (const separator of SEPARATORS) {
    const rows = splitRows(sample, separator).rows
    if (rows.length === 0) continue
    const several = rows.filter(({ fields }) => fields.length > 1)
    // Shares, not counts: a wrong separator splits quoted fields into more rows.
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

export function parseSeparated(text: string, separator: Separator, name: string): SeparatedRow[] {
  const { rows, openQuote } = splitRows(text, separator)
  if (openQuote !== undefined)
    throw userError('file')`${name}:${openQuote} a quoted field begins here and never ends; close it with "`
  return rows
}

export function separatedField(text: string): string {
  return /[;,\t"\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function splitRows(text: string, separator: Separator): { rows: SeparatedRow[]; openQuote?: number } {
  const blank = separator === '\t' ? ' ' : ' \t'
  const bare = `[^${separator}\r\n]*`
  // A quoted field with any text after the quotes (`"a" b` reads as `a b`), or a bare field; then its end.
  const field = new RegExp(
    `[${blank}]*(?:"([^"]*(?:""[^"]*)*)"(?!")(${bare})|(?![${blank}"])(${bare}))(${separator}|\r\n|\n|\r|$)`,
    'gy',
  )
  const rows: SeparatedRow[] = []
  let [begin, line] = [1, 1]
  let fields: string[] = []
  while (field.lastIndex < text.length || fields.length > 0) {
    const found = field.exec(text)
    if (found === null) return { rows, openQuote: line }
    const [, inQuotes, behind, plain, end] = found
    fields.push(inQuotes === undefined ? plain.trimEnd() : inQuotes.replaceAll('""', '"') + behind.trimEnd())
    line += (inQuotes?.split('\n').length ?? 1) - 1
    if (end === separator) continue
    if (fields.some((text) => text !== '')) rows.push({ fields, line: begin })
    fields = []
    begin = ++line
  }
  return { rows }
}
