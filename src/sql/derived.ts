/**
 * Derived columns: one expression per column over columns of the data, added when a table is scanned, so that no other
 * step knows about them. Patterns take dates apart and integers count them, which is the same on every engine; a value
 * without a result is NULL.
 */
import { datePatterns } from '../hierarchy/date-format.ts'
import { CELL_CHARACTERS, codeLength, DIVISIONS, FINEST, FINEST_ROWS, STRIPS } from '../hierarchy/place-grid.ts'
import type { KEPT_PARTS } from '../table/column.ts'
import type { JobColumn } from '../table/job-schema.ts'
import { allOf, type Dialect, join, type Lookup, ranges, type Sql, sql } from './dialect.ts'
import { valueOrMissing } from './encoding.ts'
import type { Derivation, DerivedColumn, DerivedScan } from './scans.ts'

/** A job names the file of a map. */
type JobDerivation = Omit<Derivation, 'map'> & { readonly map?: readonly [column: string, map: unknown] | undefined }

export type DerivedDialect = Pick<
  Dialect,
  'identifier' | 'literal' | 'text' | 'number' | 'integer' | 'quotient' | 'extracted' | 'once'
>

type MapLookup = (from: Sql, value: Sql, column: DerivedColumn) => Lookup

export function derivedFrom({ years, days, part, map, bin, place }: JobDerivation): readonly string[] {
  return [...new Set(years ?? days ?? place ?? [(part ?? map ?? bin)?.[0] as string])]
}

export function isNumberRule({ map, bin, place }: JobDerivation): boolean {
  return (map ?? bin ?? place) === undefined
}

export function mapDictionary({ column }: DerivedColumn): string {
  return `halftone map ${column}`
}

function binLabels(edges: readonly number[]): string[] {
  const inner = edges.slice(1).map((edge, i) => `[${edges[i]},${edge})`)
  return [`< ${edges[0]}`, ...inner, `≥ ${edges[edges.length - 1]}`]
}

/** Derived numbers are numeric, bins have an order and places their cells, unless the job says otherwise. */
export function withDerivedType(settings: JobColumn): JobColumn {
  const { derive, role, type, order, taxonomy } = settings
  if (derive === undefined || role !== 'quasi-identifier' || (type ?? order ?? taxonomy) !== undefined) return settings
  // The job names the edges, so that no end is a value of the data.
  if (derive.bin !== undefined) return { ends: 'exact', ...settings, order: binLabels(derive.bin.slice(1) as number[]) }
  if (derive.place !== undefined) return { ...settings, type: 'place' }
  return isNumberRule(derive) ? { ...settings, type: 'numeric' } : settings
}

export function derivationText({ years, days, part, map, bin, place }: JobDerivation): string {
  if (years !== undefined) return `years from ${years[0]} to ${years[1]}`
  if (days !== undefined) return `days from ${days[0]} to ${days[1]}`
  if (part !== undefined) return `${part[1]} of ${part[0]}`
  if (place !== undefined) return `cell of ${place[0]} and ${place[1]}`
  return map === undefined ? `bins of ${bin?.[0]}` : `${map[0]} by a map`
}

export function scanDerived(dialect: Dialect, rows: Sql, derived: DerivedScan | undefined): Sql {
  const lookUp: MapLookup = (from, value, column) => {
    const lookup = dialect.position(from, value, mapDictionary(column))
    const shown = column.map?.[1].map(([, text]) => text) ?? []
    const place = lookup.expression
    const text = sql`CASE WHEN ${place} IS NULL THEN NULL ELSE ${dialect.text(dialect.choose(place, shown))} END`
    return { from: lookup.from, expression: text }
  }
  return derived === undefined ? rows : selectDerived(dialect, rows, derived, lookUp)
}

export function selectDerived(
  dialect: DerivedDialect,
  rows: Sql,
  { names, columns, missingValues, typed }: DerivedScan,
  lookUp: MapLookup,
): Sql {
  let from = rows
  const parts: Sql[] = []
  const keep = (expression: Sql): Sql => {
    const name = dialect.identifier(`halftone derived ${parts.length}`)
    parts.push(sql`${expression} AS ${name}`)
    return name
  }
  const results = columns.map((column) => {
    const { years, days, part, bin, place, format } = column
    const value = (name: string) => valueOrMissing(dialect, name, missingValues)
    const name = dialect.identifier(column.column)
    if (part?.[1] === 'hour') {
      const hour = keep(dialect.integer(dialect.extracted(value(part[0]), HOUR)))
      const inDay = sql`CASE WHEN ${hour} < 24 THEN ${hour} END`
      return sql`${typed ? inDay : dialect.text(inDay)} AS ${name}`
    }
    if (part?.[1].endsWith(' text')) {
      const standard = standardText(dialect, value(part[0]), part[1], format)
      return sql`COALESCE(${keep(standard)}, ${keep(value(part[0]))}) AS ${name}`
    }
    if (part?.[1] === 'second') {
      const hour = keep(hourOfDay(dialect, value(part[0])))
      const [minute, second] = [MINUTE, SECOND].map((pattern) => dialect.extracted(value(part[0]), pattern))
      const seconds = keep(dialect.integer(sql`COALESCE(${second}, '0')`))
      return sql`${dialect.text(sql`${hour} * 3600 + ${keep(dialect.integer(minute))} * 60 + ${seconds}`)} AS ${name}`
    }
    const dates = (years ?? days ?? part?.slice(0, 1) ?? []).map((name) => {
      const text = part?.[1] === 'day' ? wholeDate(dialect, value(name), 'month', format) : value(name)
      const [year, month, day] = (['Y', 'm', 'd'] as const).map((one) =>
        keep(dialect.integer(datePart(dialect, text, one, format))),
      )
      return { year, month, day }
    })
    if (dates.length > 0) {
      const number = sql`CASE WHEN ${allOf(dates.map(isDate))} THEN ${dateNumber(dialect, column, dates)} END`
      const positive = sql`CASE WHEN ${number} >= 0 THEN ${number} END`
      return sql`${typed ? positive : dialect.text(positive)} AS ${name}`
    }
    if (bin !== undefined) {
      const [source, ...edges] = bin
      const number = keep(dialect.number(value(source)))
      const labels = binLabels(edges).map((label) => dialect.literal(label))
      const ends = edges.map((edge) => dialect.literal(edge))
      const label = ranges(number, ends, labels)
      return sql`CASE WHEN ${number} IS NOT NULL THEN ${label} END AS ${name}`
    }
    if (place !== undefined) {
      const [latitude, longitude] = place.map((source) => dialect.number(value(source)))
      const y = finestCell(dialect, latitude, 90, sql`${FINEST_ROWS}`)
      const start = sql`${dialect.quotient(y, FINEST)} * 3 + 1`
      const strips = dialect.integer(sql`SUBSTR(${dialect.literal(STRIPS_IN_DIGITS)}, ${start}, 3)`)
      const x = finestCell(dialect, longitude, 180, sql`(${strips} * ${FINEST})`)
      return sql`${cellCode(dialect, keep(y), keep(x), codeLength(column.cell ?? '100m'))} AS ${name}`
    }
    const lookup = lookUp(from, value(derivedFrom(column)[0]), column)
    from = lookup.from
    return sql`${keep(lookup.expression)} AS ${name}`
  })
  const kept = names.map((name) => dialect.identifier(name))
  const taken = sql`(SELECT ${join([...kept, ...parts])} FROM ${from}${dialect.once}) AS halftone_parts`
  return sql`(SELECT ${join([...kept, ...results])} FROM ${taken}${dialect.once}) AS halftone_table`
}

const STRIPS_IN_DIGITS = STRIPS.map((strips) => String(strips).padStart(3, '0')).join('')

/** Counts the finest cells below a coordinate; NULL beyond `most` degrees. The last cell has both of its borders. */
function finestCell(dialect: DerivedDialect, degrees: Sql, most: number, cells: Sql): Sql {
  const cell = dialect.integer(sql`FLOOR((${degrees} + ${most}) * ${cells} / ${2 * most})`)
  return sql`CASE WHEN ${degrees} BETWEEN ${-most} AND ${most} THEN LEAST(${cell}, ${cells} - 1) END`
}

/** The characters of a cell: two for its row of 100 km, two for its strip, and one for each division. */
function cellCode({ literal, quotient }: DerivedDialect, y: Sql, x: Sql, length: number): Sql {
  const digits = [y, x].flatMap((cell) => {
    const coarsest = quotient(cell, FINEST)
    return [quotient(sql`(${coarsest})`, CELL_CHARACTERS.length), sql`MOD(${coarsest}, ${CELL_CHARACTERS.length})`]
  })
  for (const { cells, parts } of DIVISIONS) {
    const [row, column] = [y, x].map((cell) => sql`MOD(${quotient(cell, cells)}, ${parts})`)
    digits.push(sql`${row} * ${parts} + ${column}`)
  }
  const characters = digits.slice(0, length).map((digit) => sql`SUBSTR(${literal(CELL_CHARACTERS)}, ${digit} + 1, 1)`)
  return join(characters, ' || ')
}

/** The hour of `08:15` or `2004-03-17T08:15:00Z`; none of `8:15 PM`. */
const HOUR = '([0-9]{1,2}):[0-9]{2}[ Z0-9:.,+-]*$'

interface DateColumns {
  readonly year: Sql
  readonly month: Sql
  readonly day: Sql
}

function datePart(dialect: DerivedDialect, text: Sql, part: 'Y' | 'm' | 'd', format: string | undefined): Sql {
  if (part === 'd' && format?.includes('%d') === false) return sql`'01'`
  const texts = datePatterns(part, format).map((pattern) => dialect.extracted(text, pattern))
  const digits = texts.length === 1 ? texts[0] : sql`COALESCE(${join(texts)})`
  return part === 'Y' && format?.includes('%y')
    ? sql`CASE WHEN ${digits} < '30' THEN '20' ELSE '19' END || ${digits}`
    : digits
}

/** Completes a date that has no day, or no month either, by the first one. */
function wholeDate(dialect: DerivedDialect, text: Sql, least: 'month' | 'year', format: string | undefined): Sql {
  if (format !== undefined) return text
  const month = sql`${dialect.extracted(sql`REPLACE(${text}, '/', '-')`, '^ *([0-9]{4}-[0-9]{2}) *$')} || '-01'`
  const year = least === 'month' ? sql`` : sql`${dialect.extracted(text, '^ *([0-9]{4}) *$')} || '-01-01', `
  return sql`COALESCE(${year}${month}, ${text})`
}

const MINUTE = '[0-9]{1,2}:([0-9]{2})'
const SECOND = '[0-9]{1,2}:[0-9]{2}:([0-9]{2})'

/** The hour of `08:15`, `8:15 PM` or `2004-03-17T08:15:00Z`; NULL if there is none. */
function hourOfDay(dialect: DerivedDialect, text: Sql): Sql {
  const hour = dialect.integer(dialect.extracted(text, '([0-9]{1,2}):[0-9]{2}'))
  const half = sql`LOWER(${dialect.extracted(text, ':[0-9].* ?([AaPp])[.]?[Mm]')})`
  return sql`CASE ${half} WHEN 'p' THEN MOD(${hour}, 12) + 12 WHEN 'a' THEN MOD(${hour}, 12) ELSE ${hour} END`
}

/** A date, a month or a time of day as trees have it; NULL if the text is none. */
function standardText(dialect: DerivedDialect, text: Sql, part: string, format: string | undefined): Sql {
  if (part === 'time text') {
    const [minute, second] = [MINUTE, SECOND].map((pattern) => dialect.extracted(text, pattern))
    const seconds = sql`CASE WHEN ${second} <> '00' THEN ':' || ${second} ELSE '' END`
    return sql`LPAD(${dialect.text(hourOfDay(dialect, text))}, 2, '0') || ':' || ${minute} || ${seconds}`
  }
  const stages = dateTexts(dialect, part === 'month text' ? 'month' : 'day', format)
  return stages.reduce((value, stage) => stage(value), text)
}

/** The kept part of a date: first the date as `2004-03-17`, or its hour, then its part as in `hierarchy/coarsen.ts`. */
export function dateTexts(
  dialect: DerivedDialect,
  keep: (typeof KEPT_PARTS)[number],
  format: string | undefined,
): ((text: Sql) => Sql)[] {
  const whole = (text: Sql) => {
    const least =
      keep === 'year' || keep === 'decade' ? 'year' : keep === 'day' || keep === 'hour' ? undefined : 'month'
    const full = least === undefined ? text : wholeDate(dialect, text, least, format)
    const [year, month, day] = (['Y', 'm', 'd'] as const).map((part) => datePart(dialect, full, part, format))
    const date = sql`${year} || '-' || LPAD(${month}, 2, '0') || '-' || LPAD(${day}, 2, '0')`
    if (keep !== 'hour') return date
    return sql`COALESCE(${date} || ' ', '') || LPAD(${dialect.text(hourOfDay(dialect, text))}, 2, '0') || ':00'`
  }
  const month = (date: Sql) => sql`SUBSTR(${date}, 6, 2)`
  const quarter = (date: Sql) =>
    sql`CASE WHEN ${month(date)} < '04' THEN '1' WHEN ${month(date)} < '07' THEN '2' WHEN ${month(date)} < '10' THEN '3'
      ELSE '4' END`
  const parts: Readonly<Record<typeof keep, (date: Sql) => Sql>> = {
    hour: (text) => text,
    day: (date) => date,
    month: (date) => sql`SUBSTR(${date}, 1, 7)`,
    quarter: (date) => sql`SUBSTR(${date}, 1, 4) || '-Q' || ${quarter(date)}`,
    year: (date) => sql`SUBSTR(${date}, 1, 4)`,
    decade: (date) => sql`SUBSTR(${date}, 1, 3) || '0s'`,
  }
  return [whole, parts[keep]]
}

function isDate({ year, month, day }: DateColumns): Sql {
  const leap = sql`MOD(${year}, 4) = 0 AND (MOD(${year}, 100) <> 0 OR MOD(${year}, 400) = 0)`
  const february = sql`CASE WHEN ${leap} THEN 29 ELSE 28 END`
  const last = sql`CASE WHEN ${month} = 2 THEN ${february} WHEN ${month} IN (4, 6, 9, 11) THEN 30 ELSE 31 END`
  return sql`${year} >= 1 AND ${month} BETWEEN 1 AND 12 AND ${day} BETWEEN 1 AND ${last}`
}

function dateNumber(dialect: DerivedDialect, { years, days, part }: Derivation, dates: readonly DateColumns[]): Sql {
  const [from, to] = dates
  if (years !== undefined) {
    const [born, now] = dates.map(({ month, day }) => sql`${month} * 100 + ${day}`)
    return sql`${to.year} - ${from.year} - CASE WHEN ${now} < ${born} THEN 1 ELSE 0 END`
  }
  if (days !== undefined) return sql`(${dayNumber(dialect, to)}) - (${dayNumber(dialect, from)})`
  if (part?.[1] === 'day') return dayNumber(dialect, from)
  if (part?.[1] === 'quarter') return dialect.quotient(sql`(${from.month} + 2)`, 3)
  // 0000-03-01, day 0, was a Wednesday.
  if (part?.[1] === 'weekday') return sql`MOD(${dayNumber(dialect, from)} + 2, 7) + 1`
  return part?.[1] === 'year' ? from.year : from.month
}

/** Days since 0000-03-01 in the Gregorian calendar; the year begins in March, so that a leap day is its last. */
function dayNumber(dialect: DerivedDialect, { year, month, day }: DateColumns): Sql {
  const y = sql`(${year} - CASE WHEN ${month} <= 2 THEN 1 ELSE 0 END)`
  const m = sql`(${month} + CASE WHEN ${month} > 2 THEN -3 ELSE 9 END)`
  const [fourth, hundredth, fourHundredth] = [4, 100, 400].map((divisor) => dialect.quotient(y, divisor))
  const monthDays = dialect.quotient(sql`(153 * ${m} + 2)`, 5)
  return sql`365 * ${y} + (${fourth}) - (${hundredth}) + (${fourHundredth}) + (${monthDays}) + ${day} - 1`
}
