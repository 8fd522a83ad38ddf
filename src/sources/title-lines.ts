/**
 * Finds title lines above the column names of a delimited file. The table begins at the first line with a name in every
 * field and lines of the same width below.
 */

const DELIMITERS = [',', ';', '\t', '|'] as const
/** Lines searched for titles. */
const MOST_TITLES = 15
/** Lines of the table to compare, at most and at least. */
const COMPARED = 40
const LEAST = 5

/** Counts the lines above the names; `text` is the start of the file. */
export function titleLines(text: string): number {
  const lines = text.split(/\r?\n/, COMPARED)
  // The last line may be cut off.
  const whole = lines.length < COMPARED ? lines.slice(0, -1) : lines
  const tables = DELIMITERS.map((delimiter) =>
    whole.map((line) => line.replace(/"[^"]*"/g, 'x').split(delimiter)),
  ).filter((fields) => (fields.at(-1)?.length ?? 0) >= 2)
  // The delimiter gives the most fields; a decimal comma gives fewer.
  const [fields] = tables.sort((one, other) => (other.at(-1)?.length ?? 0) - (one.at(-1)?.length ?? 0))
  const width = fields?.at(-1)?.length ?? 0
  const filled = (fields ?? []).map((own) => own.filter((field) => field.trim() !== '').length)
  const names = filled.findIndex((count, i) => fields[i].length === width && count > width / 2)
  if (names < 1 || names > MOST_TITLES || whole.length - names < LEAST || filled[names] < width) return 0
  return fields.slice(names).every((own) => own.length === width) ? names : 0
}
