/** Profiles each column of an opened file in DuckDB; the page gets a few hundred numbers, whatever the file size. */
import { dateParser, parseDate } from '../../../src/hierarchy/date.ts'
import { detectDateFormat } from '../../../src/hierarchy/date-format.ts'
import { parseNumber } from '../../../src/hierarchy/number.ts'
import type { ProfiledColumn } from '../../../src/hierarchy/propose.ts'
import { decimalMark, withPlainNumbers } from '../../../src/init/roles/decimal-mark.ts'
import { type Sql, sql } from '../../../src/sql/dialect.ts'
import { remembered } from '../remembered.ts'
import type { ColumnFacts, DataProfile, Histogram, ValueCount } from './api.ts'
import { binWidth, dateHistogram, numberHistogram } from './histogram.ts'
import type { OpenedFile } from './opened-files.ts'

const SHOWN_VALUES = 8
/** Histograms of dates and amounts count this many distinct values. */
const MOST_VALUES = 200_000

const profiled = remembered<OpenedFile, DataProfile>()

export function profileFile(file: OpenedFile): Promise<DataProfile> {
  return profiled(file, '', () => makeProfile(file))
}

async function makeProfile(file: OpenedFile): Promise<DataProfile> {
  const profiles = await file.profiles()
  const columns: ColumnFacts[] = []
  for (const profile of profiles) columns.push(await columnFacts(file, profile))
  return { rows: file.table.rows, columns }
}

async function columnFacts(file: OpenedFile, profile: ProfiledColumn): Promise<ColumnFacts> {
  const { name, values, counts, missingCount } = profile
  const distinct = profile.distinct ?? values.length
  const top = values
    .map((value, i): ValueCount => ({ value, count: counts[i] }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, SHOWN_VALUES)
  const facts = { name, distinct, exact: distinct === values.length, missing: missingCount, top }
  if (values.length === 0) return { ...facts, type: 'empty' }
  // Codes such as postcodes: 01391 is not 1391.
  if (values.some((value) => /^0\d+$/.test(value))) return { ...facts, type: 'text' }
  const parsed = values.map(parseNumber)
  const numbers = parsed.some(Number.isNaN)
    ? undefined
    : facts.exact
      ? countNumbers(parsed, counts)
      : await profileNumbers(file, name)
  if (numbers !== undefined) return { ...facts, type: 'number', histogram: numbers }
  const isPlain = values.every((value) => parseDate(value) !== undefined)
  const format = isPlain ? undefined : detectDateFormat(values)?.format
  const listed = async () =>
    facts.exact ? values.map((value, i) => ({ value, count: counts[i] })) : countValues(file, name, MOST_VALUES)
  const dates = isPlain || format !== undefined ? dateHistogram(await listed(), dateParser(name, format)) : undefined
  if (dates !== undefined) return { ...facts, type: 'date', histogram: dates }
  if (decimalMark(values) !== ',') return { ...facts, type: 'text' }
  const amounts = await listed()
  const texts = { values: amounts.map(({ value }) => value), counts: amounts.map(({ count }) => count) }
  const plain = withPlainNumbers({ ...profile, ...texts }, ',')
  return { ...facts, type: 'number', decimal: ',', histogram: countNumbers(plain.values.map(Number), plain.counts) }
}

function countNumbers(numbers: readonly number[], counts: ArrayLike<number>): Histogram {
  const isWhole = numbers.every(Number.isInteger)
  const [least, most] = numbers.reduce(([low, high], x) => [Math.min(low, x), Math.max(high, x)], [Infinity, -Infinity])
  const width = binWidth(least, most, isWhole)
  const rows = new Map<number, number>()
  numbers.forEach((number, i) => {
    const quotient = (number - width.origin) / width.width
    // Values within rounding error below an integer count as that integer, as in the core's bins.
    const bin = Math.min(width.bins - 1, Math.floor(quotient + 1e-9 * Math.max(1, Math.abs(quotient))))
    rows.set(bin, (rows.get(bin) ?? 0) + counts[i])
  })
  return numberHistogram(width, rows, isWhole)
}

/** Undefined if a value is not a number. */
async function profileNumbers(file: OpenedFile, column: string): Promise<Histogram | undefined> {
  const { engine, source } = file.table.table
  const { dialect } = engine
  const value = cellText(file, column)
  const number = dialect.number(value)
  const run = { signal: file.closed }
  const selectFigures = sql`SELECT MIN(x) AS least, MAX(x) AS most, ${dialect.wholeNumber(sql`COUNT(v)`)} AS known,
    ${dialect.wholeNumber(sql`COUNT(x)`)} AS numbers,
    ${dialect.wholeNumber(sql`COUNT(CASE WHEN x = FLOOR(x) THEN 1 END)`)} AS whole FROM (SELECT ${value} AS v, ${number}
    AS x FROM ${dialect.scan(source)}) AS cells`
  const figures = await engine.query(selectFigures, run)
  const known = figures.numbers('known')[0]
  if (known !== figures.numbers('numbers')[0]) return undefined
  const whole = figures.numbers('whole')[0] === known
  const width = binWidth(figures.numbers('least')[0], figures.numbers('most')[0], whole)
  const quotient = sql`((${number} - ${dialect.literal(width.origin)}) / ${dialect.literal(width.width)})`
  // As `countNumbers` does.
  const bin = dialect.integer(sql`LEAST(${width.bins - 1}, FLOOR(${quotient} + 1e-9 * GREATEST(1, ABS(${quotient}))))`)
  const selectCounted = sql`SELECT ${bin} AS bin, ${dialect.wholeNumber(sql`COUNT(*)`)} AS n FROM
    ${dialect.scan(source)} WHERE ${value} IS NOT NULL GROUP BY 1`
  const counted = await engine.query(selectCounted, run)
  const rows = counted.numbers('n')
  return numberHistogram(width, new Map(Array.from(counted.integers('bin'), (place, i) => [place, rows[i]])), whole)
}

export async function countValues(file: OpenedFile, column: string, most: number): Promise<ValueCount[]> {
  const { engine, source } = file.table.table
  const { dialect } = engine
  const value = cellText(file, column)
  const selectResult = sql`SELECT ${value} AS value, ${dialect.wholeNumber(sql`COUNT(*)`)} AS n FROM
    ${dialect.scan(source)} WHERE ${value} IS NOT NULL GROUP BY 1 ORDER BY 1 LIMIT ${most}`
  const result = await engine.query(selectResult, { signal: file.closed })
  const counts = result.numbers('n')
  return result.texts('value').map((text, i) => ({ value: text as string, count: counts[i] }))
}

function cellText({ table, missingValues }: OpenedFile, column: string): Sql {
  const { dialect } = table.table.engine
  return missingValues.reduce<Sql>(
    (value, missing) => sql`NULLIF(${value}, ${dialect.literal(missing)})`,
    dialect.identifier(column),
  )
}
