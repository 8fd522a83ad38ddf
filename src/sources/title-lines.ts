/** Finds title lines above the column names: the table begins where lines start to have the same width. */

const DELIMITERS = [',', ';', '\t', '|'] as const
const MOST_TITLES = 15
const COMPARED = 40
const LEAST = 5

export function titleLines(text: string): number {
  const lines = text.split(/\r?\n/, COMPARED)
  const whole = lines.length < COMPARED ? lines.slice(0, -1) : lines
  const tables = DELIMITERS.map((delimiter) =>
    whole.map((line) => line.replace(/"[^"]*"/g, 'x').split(delimiter)),
  ).filter((fields) => (fields.at(-1)?.length ?? 0) >= 2)
  const [fields] = tables.sort((one, other) => (other.at(-1)?.length ?? 0) - (one.at(-1)?.length ?? 0))
  const width = fields?.at(-1)?.length ?? 0
  const filled = (fields ?? []).map((line) => line.filter((field) => field.trim() !== '').length)
  const names = filled.findIndex((count, i) => fields[i].length === width && count > width / 2)
  if (names < 1 || names > MOST_TITLES || whole.length - names < LEAST || filled[names] < width) return 0
  return fields.slice(names).every((line) => line.length === width) ? names : 0
}
