/**
 * Ranges as a release prints them, and back: `39`, `[17,39]`, `[2.5,5)`, `≥ 85`, `≤ 19`, `< 20`, months
 * `1964-08…1984-05`, weeks `2023-W05…2023-W12`, times `08:00…11:59`, `… or missing`. The ends of public bins are
 * printed in units: whole numbers, months and minutes to the last one inside, decimals up to the border. Dates are day
 * numbers, counted from 1970, times of day are seconds.
 */
import { daysInMonth } from '../date-format.ts'
import { numberBefore } from './public-bins.ts'

/** The unit in which public ends are counted. */
export const END_UNITS = ['whole', 'decimal', 'month', 'week', 'time'] as const
export type EndUnit = (typeof END_UNITS)[number]

/**
 * The number that a text says, or NaN: digits with an optional sign, point and exponent, blanks around them. Whole
 * numbers too long to be held exactly are none, because they would come out as other numbers.
 */
export function parseNumber(text: string): number {
  if (!/^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/.test(text)) return Number.NaN
  const value = Number(text)
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER && (!Number.isFinite(value) || /^[^.eE]*$/.test(text)))
    return Number.NaN
  return value + 0
}

/** A number as it stands in a release: no exponent below 1e16, no trailing `.0`. */
export function formatNumber(value: number): string {
  return Object.is(value, -0) ? '0' : String(value)
}

/** A range whose ends are values; a single value is itself, unless `always` an interval. */
export function rangeLabel(low: number, high: number, always = false): string {
  return low === high && !always ? formatNumber(low) : `[${formatNumber(low)},${formatNumber(high)}]`
}

/** A range whose ends are borders of public bins; undefined for an open end. */
export function publicLabel(unit: EndUnit, low: number | undefined, high: number | undefined): string {
  if (low === undefined && high === undefined) return '*'
  const [first, last] = [low === undefined ? '' : endText(unit, low), high === undefined ? '' : endText(unit, high)]
  // The border itself belongs to the next bin.
  if (unit === 'decimal' && high !== undefined) {
    const border = formatNumber(numberAfter(high))
    return low === undefined ? `< ${border}` : `[${first},${border})`
  }
  if (low === undefined) return `≤ ${last}`
  if (high === undefined) return `≥ ${first}`
  if (first === last) return first
  return isDate(unit) ? `${first}…${last}` : `[${first},${last}]`
}

export function isDate(unit: EndUnit | undefined): unit is 'month' | 'week' | 'time' {
  return unit === 'month' || unit === 'week' || unit === 'time'
}

function endText(unit: EndUnit, value: number): string {
  if (unit === 'time') return timeText(value)
  return unit === 'month' ? monthText(value) : unit === 'week' ? weekText(value) : formatNumber(value)
}

export interface LabelledRange {
  readonly low: number
  readonly high: number
  /** Covers missing values too. */
  readonly missing: boolean
  /** The ends are day numbers, or seconds of the day with `times`. */
  readonly dates: boolean
  readonly times?: boolean
  /** The label prints the number after `high`, as in `[2.5,5)`. */
  readonly border?: boolean
}

/** The range that a label says, both ends included; undefined for any other text. */
export function readRange(label: string): LabelledRange | undefined {
  const missing = label.endsWith(OR_MISSING)
  const text = missing ? label.slice(0, -OR_MISSING.length) : label
  const range = readNumbers(text) ?? readDates(text)
  return range && { ...range, missing }
}

export const OR_MISSING = ' or missing'

/** The ends as a table of numbers has them: nothing for an open one, a border for a decimal, a date, a minute. */
export function tidyEnds({ low, high, dates, times, border }: LabelledRange): (number | string | undefined)[] {
  const ends = [low, border ? numberAfter(high) : high]
  const text = times ? timeText : dates ? dayText : (end: number) => end
  return ends.map((end) => (Number.isFinite(end) ? text(end) : undefined))
}

type Ends = Omit<LabelledRange, 'missing'>

function readNumbers(text: string): Ends | undefined {
  const single = parseNumber(text)
  if (!Number.isNaN(single)) return { low: single, high: single, dates: false }
  const [, open, first, last, close] = /^([[(])([^,]+),([^,]+)([\])])$/.exec(text) ?? []
  const [, sign, only] = /^(≥|>=|≤|<=|<|>)\s*(\S+)$/.exec(text) ?? []
  const above = sign === undefined ? open === '(' : sign === '>'
  const below = sign === undefined ? close === ')' : sign === '<'
  const low = first === undefined ? ('≥>='.includes(sign ?? '!') ? parseNumber(only) : -Infinity) : parseNumber(first)
  const high = last === undefined ? ('≤<='.includes(sign ?? '!') ? parseNumber(only) : Infinity) : parseNumber(last)
  if ((open ?? sign) === undefined || Number.isNaN(low) || Number.isNaN(high)) return undefined
  return { low: above ? numberAfter(low) : low, high: below ? numberBefore(high) : high, dates: false, border: below }
}

function readDates(text: string): Ends | undefined {
  const sign = /^[≥≤]\s*/.exec(text)?.[0] ?? ''
  const [first, last = first, more] = text.slice(sign.length).split('…').map(daysNamed)
  if (first === undefined || last === undefined || more !== undefined) return undefined
  const [low, high] = [sign.startsWith('≤') ? -Infinity : first[0], sign.startsWith('≥') ? Infinity : last[1]]
  return text.includes(':') ? { low, high, dates: true, times: true } : { low, high, dates: true }
}

/** First and last day of a month or week, first and last second of a minute. */
function daysNamed(text: string): readonly [number, number] | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  if (hours !== undefined) {
    const second = (Number(hours) * 60 + Number(minutes)) * 60
    return [second, second + 59]
  }
  const [, year, week, month] = /^(\d{4})-(?:W(\d{2})|(\d{2}))$/.exec(text) ?? []
  if (week !== undefined) {
    const monday = findMonday(dayNumber(Number(year), 1, 4)) + 7 * (Number(week) - 1)
    return [monday, monday + 6]
  }
  if (month === undefined || Number(month) < 1 || Number(month) > 12) return undefined
  const first = dayNumber(Number(year), Number(month), 1)
  return [first, first + daysInMonth(Number(year), Number(month)) - 1]
}

/** Days since 1970. */
export function dayNumber(year: number, month: number, day: number): number {
  // Years below 100 are not those of the last century here.
  return new Date(0).setUTCFullYear(year, month - 1, day) / DAY
}

const DAY = 86_400_000

/** The calendar date of a day number. */
function toCalendar(day: number): { readonly year: number; readonly month: number } {
  const date = new Date(day * DAY)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 }
}

/** Months since the year 0, as a number to group by; and the first day of such a month. */
export function monthIndex(day: number): number {
  const { year, month } = toCalendar(day)
  return year * 12 + month - 1
}

export function firstOfMonth(index: number): number {
  return dayNumber(Math.floor(index / 12), (((index % 12) + 12) % 12) + 1, 1)
}

/** The Monday of a day's week. */
export function findMonday(day: number): number {
  // 1970 began on a Thursday.
  return day - ((((day + 3) % 7) + 7) % 7)
}

function monthText(day: number): string {
  const { year, month } = toCalendar(day)
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
}

/** The minute of a second of the day. */
export function timeText(second: number): string {
  return new Date(second * 1000).toISOString().slice(11, 16)
}

/** By ISO 8601: the week belongs to the year of its Thursday. */
function weekText(day: number): string {
  const monday = findMonday(day)
  const { year } = toCalendar(monday + 3)
  const week = (monday - findMonday(dayNumber(year, 1, 4))) / 7 + 1
  return `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`
}

/** The date of a day number, as ISO 8601 writes it. */
export function dayText(day: number): string {
  return `${monthText(day)}-${String(new Date(day * DAY).getUTCDate()).padStart(2, '0')}`
}

function numberAfter(value: number): number {
  return -numberBefore(-value)
}
