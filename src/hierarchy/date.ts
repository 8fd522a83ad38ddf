/**
 * Dates become a tree made from the days at hand: day, month, quarter, year, decade, all, labelled 2004-03-17, 2004-03, 2004-Q1,
 * 2004, 2000s, *. Read are 2004-03-17, 2004/03/17 and 17.03.2004, with or without a time of day (which is cut off), 2004-03 and
 * 2004; forms where day and month can be mistaken for each other (03/04/2004) are read by a pattern (`date-format.ts`).
 */
import { dateReader, daysInMonth } from './date-format.ts'
import { type PathStep, taxonomyFromPaths } from './taxonomy/taxonomy.ts'

export const DATE_LEVELS = ['day', 'month', 'quarter', 'year', 'decade'] as const
export type DateLevel = (typeof DATE_LEVELS)[number]

/** How precise a date is. */
export type DatePrecision = 'day' | 'month' | 'year'

interface ParsedDate {
  readonly precision: DatePrecision
  /** The date in its standard form: the leaf it becomes. */
  readonly label: string
}

const PATTERN =
  /^\s*(\d{4})(?:([-/])(\d{2})(?:\2(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?\s*$/

/** With points between them the day always comes first. */
const DAY_FIRST = /^\s*(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/

/** The date that a text says, or undefined. */
export function parseDate(text: string): ParsedDate | undefined {
  const match = PATTERN.exec(
    text.replace(DAY_FIRST, (_, day, month, year) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`),
  )
  if (match === null) return undefined
  const [, year, , month, day] = match
  if (month === undefined) return { precision: 'year', label: year }
  if (Number(month) < 1 || Number(month) > 12) return undefined
  if (day === undefined) return { precision: 'month', label: `${year}-${month}` }
  if (Number(day) < 1 || Number(day) > daysInMonth(Number(year), Number(month))) return undefined
  return { precision: 'day', label: `${year}-${month}-${day}` }
}

/** How the dates of a column are read: by the pattern that the job gives, or in the forms that cannot be mistaken. */
export function dateParser(column: string, format: string | undefined): (text: string) => ParsedDate | undefined {
  if (format === undefined) return parseDate
  const read = dateReader(column, format)
  return (text) => {
    const date = read(text)
    if (date === undefined) return undefined
    const month = `${String(date.year).padStart(4, '0')}-${String(date.month).padStart(2, '0')}`
    if (date.day === undefined) return { precision: 'month', label: month }
    return { precision: 'day', label: `${month}-${String(date.day).padStart(2, '0')}` }
  }
}

/**
 * The tree over dates of one precision, given by their labels, in order of time. `levels` are the groups wanted between the
 * dates and the root; what is not coarser than the dates themselves has no effect.
 */
export function dateTaxonomy(
  labels: readonly string[],
  precision: DatePrecision,
  levels: readonly DateLevel[] = DATE_LEVELS,
) {
  const finest = DATE_LEVELS.indexOf(precision)
  const groups = DATE_LEVELS.filter((level, rank) => rank > finest && levels.includes(level))
  const downwards = [...groups].reverse()
  const sorted = [...labels].sort()
  const paths = sorted.map((label): PathStep[] => [
    ...downwards.map((level) => ({ name: GROUPS[level](label) })),
    { name: label },
  ])
  return { root: taxonomyFromPaths({ name: '*' }, paths), levelNames: [precision, ...groups, 'all'] }
}

/** What a date is called at each level. */
const GROUPS: Readonly<Record<DateLevel, (label: string) => string>> = {
  day: (label) => label,
  month: (label) => label.slice(0, 7),
  quarter: (label) => `${label.slice(0, 4)}-Q${Math.ceil(Number(label.slice(5, 7)) / 3)}`,
  year: (label) => label.slice(0, 4),
  decade: (label) => `${label.slice(0, 3)}0s`,
}
