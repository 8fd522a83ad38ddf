/**
 * Builds a tree from the dates of a column: 2004-03-17, 2004-03, 2004-Q1, 2004, 2000s, *. Ambiguous forms (03/04/2004)
 * need a pattern (`date-format.ts`).
 */
import { dateReader, daysInMonth } from './date-format.ts'
import { dayNumber } from './ends/range-label.ts'
import { type PathStep, taxonomyFromPaths } from './taxonomy/taxonomy.ts'

export const DATE_LEVELS = ['day', 'month', 'quarter', 'year', 'decade'] as const
export type DateLevel = (typeof DATE_LEVELS)[number]

export type DatePrecision = 'day' | 'month' | 'year'

interface ParsedDate {
  readonly precision: DatePrecision
  readonly label: string
}

const PATTERN =
  /^\s*(\d{4})(?:([-/])(\d{2})(?:\2(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?\s*$/

const DAY_FIRST = /^\s*(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/

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

/** The day number that a text says, NaN where it is no day. */
export function dayOfDate(text: string, read: (text: string) => ParsedDate | undefined = parseDate): number {
  const date = read(text)
  return date === undefined || date.precision === 'year' ? Number.NaN : dayOfLabel(date.label)
}

/** The day number of a date in its standard form; of a month its first day. */
export function dayOfLabel(label: string): number {
  const [year, month, day = 1] = label.split('-').map(Number)
  return dayNumber(year, month, day)
}

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

/** Builds the tree over dates of one precision. Ignores `levels` that are not coarser than the dates. */
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

/** The group of a date at a level: 2004-03, 2004-Q1, 2004 or 2000s of 2004-03-17. */
export function dateGroup(level: DateLevel, label: string): string {
  return GROUPS[level](label)
}

const GROUPS: Readonly<Record<DateLevel, (label: string) => string>> = {
  day: (label) => label,
  month: (label) => label.slice(0, 7),
  quarter: (label) => `${label.slice(0, 4)}-Q${Math.ceil(Number(label.slice(5, 7)) / 3)}`,
  year: (label) => label.slice(0, 4),
  decade: (label) => `${label.slice(0, 3)}0s`,
}
