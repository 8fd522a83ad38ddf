/**
 * Builds a tree from the dates of a column: 2004-03-17, 2004-03, 2004-Q1, 2004, 2000s, *; or from its times of day:
 * 08:15, 08:00…08:59, 06:00…11:59, 00:00…11:59, *. Ambiguous forms (03/04/2004) need a pattern (`date-format.ts`).
 */
import { dateReader, daysInMonth } from './date-format.ts'
import { dayNumber, timeText } from './ends/range-label.ts'
import { type PathStep, taxonomyFromPaths } from './taxonomy/taxonomy.ts'

export const DATE_LEVELS = ['day', 'month', 'quarter', 'year', 'decade'] as const
/** Levels of times of day, with their hours. */
export const TIME_LEVELS = { hour: 1, 'quarter-day': 6, 'half-day': 12 } as const
export type DateLevel = (typeof DATE_LEVELS)[number] | keyof typeof TIME_LEVELS

export type DatePrecision = 'day' | 'month' | 'year' | 'time'

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

const TIME = /^\s*(\d{1,2}):([0-5]\d)(?::([0-5]\d)(?:[.,]\d+)?)?(?:\s?([ap])\.?m\.?)?\s*$/i

/** Parses a time of day without a date; fractions of a second are cut off. */
export function parseTime(text: string): ParsedDate | undefined {
  const [, hours, minutes, seconds = '00', half] = TIME.exec(text) ?? []
  if (hours === undefined || (half !== undefined && (Number(hours) < 1 || Number(hours) > 12))) return undefined
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  if (hour > 23) return undefined
  const label = `${String(hour).padStart(2, '0')}:${minutes}`
  return { precision: 'time', label: seconds === '00' ? label : `${label}:${seconds}` }
}

export function parseDateOrTime(text: string): ParsedDate | undefined {
  return parseDate(text) ?? parseTime(text)
}

/** The day number that a text says, or the second of a time of day; NaN where it is neither. */
export function dayOfDate(text: string, read: (text: string) => ParsedDate | undefined = parseDateOrTime): number {
  const date = read(text)
  return date === undefined || date.precision === 'year' ? Number.NaN : dayOfLabel(date.label)
}

/** The day number of a date in its standard form, of a month its first day; of a time of day its second. */
export function dayOfLabel(label: string): number {
  if (label.includes(':')) {
    const [hours, minutes, seconds = 0] = label.split(':').map(Number)
    return (hours * 60 + minutes) * 60 + seconds
  }
  const [year, month, day = 1] = label.split('-').map(Number)
  return dayNumber(year, month, day)
}

export function dateParser(column: string, format: string | undefined): (text: string) => ParsedDate | undefined {
  if (format === undefined) return parseDateOrTime
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
export function dateTaxonomy(labels: readonly string[], precision: DatePrecision, levels?: readonly DateLevel[]) {
  const groups = coarserLevels(precision).filter((level) => levels?.includes(level) ?? true)
  const downwards = [...groups].reverse()
  const sorted = [...labels].sort()
  const paths = sorted.map((label): PathStep[] => [
    ...downwards.map((level) => ({ name: GROUPS[level](label) })),
    { name: label },
  ])
  return { root: taxonomyFromPaths({ name: '*' }, paths), levelNames: [precision, ...groups, 'all'] }
}

/** The levels above a precision, from the finest. */
export function coarserLevels(precision: DatePrecision): DateLevel[] {
  if (precision === 'time') return Object.keys(TIME_LEVELS) as (keyof typeof TIME_LEVELS)[]
  return DATE_LEVELS.slice(DATE_LEVELS.indexOf(precision) + 1)
}

/** The group of a date at a level: 2004-03, 2004-Q1, 2004 or 2000s of 2004-03-17; 06:00…11:59 of 08:15. */
export function dateGroup(level: DateLevel, label: string): string {
  return GROUPS[level](label)
}

const GROUPS: Readonly<Record<DateLevel, (label: string) => string>> = {
  day: (label) => label,
  month: (label) => label.slice(0, 7),
  quarter: (label) => `${label.slice(0, 4)}-Q${Math.ceil(Number(label.slice(5, 7)) / 3)}`,
  year: (label) => label.slice(0, 4),
  decade: (label) => `${label.slice(0, 3)}0s`,
  hour: (label) => hoursAround(label, TIME_LEVELS.hour),
  'quarter-day': (label) => hoursAround(label, TIME_LEVELS['quarter-day']),
  'half-day': (label) => hoursAround(label, TIME_LEVELS['half-day']),
}

function hoursAround(label: string, hours: number): string {
  const width = hours * 3600
  const start = Math.floor(dayOfLabel(label) / width) * width
  return `${timeText(start)}…${timeText(start + width - 1)}`
}
