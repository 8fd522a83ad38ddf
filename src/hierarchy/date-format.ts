/**
 * Parses dates by a pattern such as `%d/%m/%Y`: `%Y` and `%y` are the year (two digits below 30 mean 20xx, others
 * 19xx), `%m` the month, `%b` its name, `%d` the day. A time of day after the date is ignored.
 */
import { userError } from '../ground/errors.ts'

/** Patterns to try, the most common first. Includes both orders wherever day and month can be swapped. */
// biome-ignore format: a table
export const DATE_FORMATS: readonly string[] = [
  '%Y-%m-%d', '%Y/%m/%d', '%d.%m.%Y', '%m/%d/%Y', '%d/%m/%Y', '%d-%m-%Y', '%m-%d-%Y', '%d.%m.%y', '%m/%d/%y',
  '%d/%m/%y', '%d-%m-%y', '%m-%d-%y', '%Y.%m.%d', '%Y%m%d', '%d%m%Y', '%m%d%Y', '%Y年%m月%d日', '%d-%b-%Y', '%d-%b-%y',
  '%d %b %Y', '%d. %b %Y', '%b %d, %Y', '%b %d %Y', '%d%b%Y', '%m/%Y', '%b %Y',
]

const COMPACT = /^%[Ymd]%[bmd]%[Yd]$/

const LONGEST_FORMAT = 100
const LONGEST_DATE = 500

const TIME = String.raw`(?:[T ,]\s*\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s?(?:[AaPp]\.?[Mm]\.?)?\s?(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?`

/** First letters of month names, in the languages of `roles/vocabulary.ts`; the longest match wins. */
// biome-ignore format: a table
const MONTHS: readonly string[] = [
  'jan ene gen janv', 'feb fev fevr', 'mar mrt mae marz mars marc', 'apr abr avr', 'may mai mag mei', 'jun giu juin',
  'jul lug juil', 'aug ago aou', 'sep set', 'oct okt out ott', 'nov', 'dec dez dic',
]

export function dateReader(column: string, format: string) {
  const wrongValue = userError('value', `columns.${column}`)
  const parts: string[] = []
  const pattern = format.replace(/%(.)|([^%]+)/g, (_, directive: string | undefined, literal: string | undefined) => {
    if (literal !== undefined) return literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')
    parts.push(directive as string)
    const group = { Y: '(\\d{4})', y: '(\\d{2})', m: '(\\d{1,2})', d: '(\\d{1,2})', b: '(\\p{L}{3,})\\.?' }[
      directive as string
    ]
    if (group === undefined)
      throw wrongValue`format of column "${column}" may have %Y, %y, %m, %b, %d; got %${directive}: write "%d.%m.%Y"`
    return COMPACT.test(format) ? group.replace('{1,2}', '{2}') : group
  })
  if (!parts.some((part) => part === 'Y' || part === 'y') || !parts.some((part) => part === 'm' || part === 'b'))
    throw wrongValue`format of column "${column}" must name year and month; got "${format}": write "%d.%m.%Y"`
  if (new Set(parts).size < parts.length || format.length > LONGEST_FORMAT)
    throw wrongValue`format of column "${column}" must have at most ${LONGEST_FORMAT} characters, and each part of a
      date once; got "${format.slice(0, LONGEST_FORMAT)}": write for example "%d.%m.%Y"`
  const expression = new RegExp(`^\\s*${pattern}${TIME}\\s*$`, 'u')
  return (text: string) => {
    const match = text.length > LONGEST_DATE ? null : expression.exec(text)
    if (match === null) return undefined
    let year = 0
    let month = 0
    let day: number | undefined
    parts.forEach((part, i) => {
      const found = match[i + 1]
      if (part === 'Y') year = Number(found)
      else if (part === 'y') year = Number(found) + (Number(found) < 30 ? 2000 : 1900)
      else if (part === 'm') month = Number(found)
      else if (part === 'b') month = monthNamed(found)
      else day = Number(found)
    })
    if (month < 1 || month > 12 || (day !== undefined && (day < 1 || day > daysInMonth(year, month)))) return undefined
    return { year, month, day }
  }
}

/**
 * Regular expressions for one part of a date (`Y`, `m` or `d`), in the syntax that all engines share: the part is the
 * first group. Without a format they are those of `parseDate`.
 */
export function datePatterns(part: 'Y' | 'm' | 'd', format?: string): string[] {
  const formats = format === undefined ? ['%Y-%m-%d', '%Y/%m/%d', '%d.%m.%Y'] : [format]
  return formats.map((one) => {
    const short = COMPACT.test(one) ? '[0-9]{2}' : '[0-9]{1,2}'
    const widths: Readonly<Record<string, string>> = { Y: '[0-9]{4}', y: '[0-9]{2}', m: short, d: short }
    const pattern = one.replace(/%(.)|([^%])/gu, (_, directive: string | undefined, sign: string) => {
      if (directive === undefined) return /[\\^\]]/.test(sign) ? `\\${sign}` : `[${sign}]`
      return directive.replace('y', 'Y') === part ? `(${widths[directive]})` : widths[directive]
    })
    return `^ *${pattern}(?:[T ,].*)?$`
  })
}

function monthNamed(text: string): number {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return MONTHS.findIndex((names) => names.split(' ').some((name) => plain.startsWith(name))) + 1
}

export interface FoundFormat {
  readonly format: string
  readonly or?: string
}

/** Returns the pattern that all values fit, if any. Eight digits are a date only between 1850 and 2100. */
export function detectDateFormat(values: readonly string[]): FoundFormat | undefined {
  // The patterns of all formats take longer to compile than a small run to search: no date is a number of few digits.
  if (values.length === 0 || !values.every((value) => /[0-9]/.test(value) && !/^\d{0,7}$/.test(value))) return undefined
  const fitting = DATE_FORMATS.filter((format) => {
    const read = dateReader('', format)
    return values.every((value) => {
      const date = read(value)
      return date !== undefined && (!COMPACT.test(format) || (date.year >= 1850 && date.year <= 2100))
    })
  })
  if (fitting.length === 0) return undefined
  const [format, ...others] = fitting
  return { format, or: others.find((other) => sorted(other) === sorted(format)) }
}

export function isDayFirst(format: string): boolean {
  return format.indexOf('%d') >= 0 && format.indexOf('%d') < format.indexOf('%m')
}

function sorted(format: string): string {
  return [...format].sort().join('')
}

export function daysInMonth(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
}
