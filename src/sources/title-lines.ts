/**
 * Lines above the names of a delimited file: a title, a date, an empty line. The table is where lines begin to have the same number of fields, with
 * a name for each in the first of them; what stands above it has hardly a field.
 */

const DELIMITERS = [',', ';', '\t', '|'] as const
/** Titles are looked for in so many lines. */
const MOST_TITLES = 15
/** So many lines of a table are compared, and as few must be there. */
const COMPARED = 40
const LEAST = 5

/** How many lines stand above the names; `text` is the start of the file. */
export function titleLines(text: string): number {
  const lines = text.split(/\r?\n/, COMPARED)
  // The last one may be cut.
  const whole = lines.length < COMPARED ? lines.slice(0, -1) : lines
  for (const delimiter of DELIMITERS) {
    const fields = whole.map((line) => line.replace(/"[^"]*"/g, 'x').split(delimiter))
    const width = fields.at(-1)?.length ?? 0
    const filled = fields.map((own) => own.filter((field) => field.trim() !== '').length)
    const names = fields.findIndex((own, i) => own.length === width && filled[i] > width / 2)
    if (width < 2 || names < 1 || names > MOST_TITLES || whole.length - names < LEAST) continue
    if (filled[names] === width && fields.slice(names).every((own) => own.length === width)) return names
  }
  return 0
}
