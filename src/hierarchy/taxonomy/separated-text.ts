/**
 * Lines of separated fields, as small files of people and tools have them: `;`, `,` or tab, quotes where needed, blanks around
 * fields, empty lines, any line end. For hierarchy files only; data goes through the engine.
 */
import { userError } from '../../ground/errors.ts'

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
  const blank = separator === '\t' ? ' ' : ' \t'
  const bare = `[^${separator}\r\n]*`
  // A field in quotes, and what follows them, which belongs to it too: `"a" b` is read as `a b`, nothing is lost. Or one without. Then what ends it.
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
    if (fields.some((own) => own !== '')) rows.push({ fields, line: begin })
    fields = []
    begin = ++line
  }
  return { rows }
}
