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
  const tables = DELIMITERS.map((delimiter) =>
    whole.map((line) => line.replace(/"[^"]*"/g, 'x').split(delimiter)),
  ).filter((fields) => (fields.at(-1)?.length ?? 0) >= 2)
  // The sign that parts most fields is the delimiter; a decimal comma parts fewer.
  const [fields] = tables.sort((one, other) => (other.at(-1)?.length ?? 0) - (one.at(-1)?.length ?? 0))
  const width = fields?.at(-1)?.length ?? 0
  const filled = (fields ?? []).map((own) => own.filter((field) => field.trim() !== '').length)
  const names = filled.findIndex((count, i) => fields[i].length === width && count > width / 2)
  if (names < 1 || names > MOST_TITLES || whole.length - names < LEAST || filled[names] < width) return 0
  return fields.slice(names).every((own) => own.length === width) ? names : 0
}
