/**
 * Proposes numbers in place of dates: an age in place of a birth date, days in place of the later of two dates; and a
 * place in place of latitude and longitude. A date that nearly follows from a number, or from a number and another
 * date, is left out. Each is tried on the first rows, then on all.
 */
import type { EngineRun } from '../engines/engine.ts'
import { askFigures } from '../engines/figures.ts'
import type { HeldFirst } from '../frequency/hold-rows.ts'
import { UserError } from '../ground/errors.ts'
import { deriveColumns } from '../sources/derive-columns.ts'
import type { Table } from '../sources/table.ts'
import { type Source, type Sql, sql } from '../sql/dialect.ts'
import type { DerivedColumn } from '../sql/scans.ts'
import { type ColumnFacts, means, showsRange, wholeRange, wholeSpan } from './roles/column-facts.ts'
import { decimalMark, withPlainNumbers } from './roles/decimal-mark.ts'
import { LEAST_EVIDENCE, type SettledRole } from './roles/settle-relations.ts'

export interface DerivedProposals {
  readonly roles: readonly SettledRole[]
  /** The derived column to take in place of a date, or of the first of two coordinates, by its name. */
  readonly instead: ReadonlyMap<string, DerivedColumn>
}

const MOST_DATES = 6
/** Numbers in a range up to this are near any other ones of a small range. */
const LEAST_SPAN = 5
/** The first day may count or not, and the birthday of the year be past. */
const MOST_APART = 2
const NEAR = 'halftone number of a date'

export async function proposeDerived(
  table: Table,
  { source, first }: HeldFirst,
  roles: readonly SettledRole[],
  missingValues: readonly string[],
  run: EngineRun,
): Promise<DerivedProposals> {
  const settled = [...roles]
  const { dialect } = table.engine
  const name = ({ facts }: SettledRole) => facts.profile.name
  const free = (wanted: string) => table.columns.every((column) => column.name.toLowerCase() !== wanted.toLowerCase())
  const released = roles.filter(({ role }) => role === 'quasi-identifier' || role === 'other')
  const instead = findPlaces(
    released.map(({ facts }) => facts),
    free,
  )
  const dates = roles.filter(({ role, facts }) => role === 'quasi-identifier' && isFullDate(facts)).slice(0, MOST_DATES)
  const births = dates.filter(({ facts }) => means(facts, 'birth') !== undefined)
  const events = dates.filter((date) => !births.includes(date))
  const age = roles.some(({ facts }) => means(facts, 'age') !== undefined) ? undefined : 'age'
  const numbers = released.filter(({ facts }) => {
    return (
      facts.kind === 'numbers' && facts.whole && facts.known >= LEAST_EVIDENCE && wholeSpan(facts.profile) > LEAST_SPAN
    )
  })
  const alone = { beside: undefined, usual: undefined }
  const trials = [
    ...(numbers.length > 0 ? dates : []).map((date) => {
      return { ...alone, date, derive: { part: [name(date), 'year'] } } as const
    }),
    ...births.flatMap((date) =>
      events.map((beside) => ({ date, beside, usual: age, derive: { years: [name(date), name(beside)] } }) as const),
    ),
    ...events.flatMap((date) =>
      events.map((beside) => ({ date, beside, usual: 'days', derive: { days: [name(beside), name(date)] } }) as const),
    ),
  ]
  const isLeftOut = (date: SettledRole) => settled[roles.indexOf(date)] !== date
  for (const { date, beside, usual, derive } of trials) {
    const { dateFormat } = date.facts
    if (date === beside || isLeftOut(date) || (beside && isLeftOut(beside))) continue
    if ((beside ?? date).facts.dateFormat?.format !== dateFormat?.format) continue
    const column = { column: NEAR, ...derive, format: givenFormat(date.facts) }
    const sign = beside === undefined ? sql`+` : sql`-`
    const head = await tryColumn(column, first)
    let number = head && (await findNumber(head, sign, numbers))
    const isProposed = usual !== undefined && free(usual) && !instead.has(name(date))
    if (head === undefined || (number === undefined && !isProposed)) continue
    const whole = first === source ? head : await tryColumn(column, source)
    if (whole === undefined) continue
    number &&= await findNumber(whole, sign, [number])
    const ofDate = (other: string) => `It nearly follows from ${beside ? `"${name(beside)}" and ` : ''}"${other}", `
    if (number !== undefined) {
      const reason = `${ofDate(name(number))}so it is left out.`
      settled[roles.indexOf(date)] = { ...date, role: 'identifier', sure: 'likely', reason }
      const known = `${ofDate(name(date))}which others can know.`
      if (number.role === 'other')
        settled[roles.indexOf(number)] = { ...number, role: 'quasi-identifier', sure: 'likely', reason: known }
    } else if (isProposed) instead.set(name(date), { ...column, column: usual })
  }
  return { roles: settled, instead }

  /** The rows with the column; undefined if some row has no result. */
  async function tryColumn(column: DerivedColumn, rows: Source): Promise<Table | undefined> {
    try {
      return await deriveColumns({ ...table, source: rows }, { columns: [column], missingValues })
    } catch (error) {
      if (error instanceof UserError) return undefined
      throw error
    }
  }

  /** The number of the data whose sum with the derived one, or difference, hardly varies. */
  async function findNumber({ source: rows }: Table, sign: Sql, among: readonly SettledRole[]) {
    if (among.length === 0) return undefined
    const plain = (column: string) => dialect.number(dialect.text(dialect.identifier(column)))
    const figures = among.flatMap((number, i) => {
      const far = sql`${plain(name(number))} ${sign} ${plain(NEAR)}`
      return [[`known ${i}`, sql`COUNT(${far})`] as const, [`apart ${i}`, sql`MAX(${far}) - MIN(${far})`] as const]
    })
    const found = await askFigures(table.engine, Object.fromEntries(figures), dialect.scan(rows), run)
    return among.find((_, i) => found[`known ${i}`] >= LEAST_EVIDENCE && found[`apart ${i}`] <= MOST_APART)
  }
}

const LATITUDE = /^(lat|bre+[dit]|enlem|leveys|szer|zemepisna|широта|纬度|緯度|위도)/
const LONGITUDE = /^(lon|lng|l[ae]+ng|boylam|pituus|dlug|долгота|经度|経度|경도)/

/** Pairs of latitude and longitude with matching names, such as `home_lat` and `home_lon`. */
function findPlaces(columns: readonly ColumnFacts[], free: (name: string) => boolean): Map<string, DerivedColumn> {
  const found = new Map<string, DerivedColumn>()
  for (const [i, latitude] of columns.entries()) {
    const of = restBeside(latitude, LATITUDE, 90)
    const same = (one: ColumnFacts) => of !== undefined && restBeside(one, LONGITUDE, 180) === of
    const place = columns.findIndex(same)
    const column = of === '' ? 'place' : `${of}-place`
    if (place < 0 || !free(column)) continue
    const names = [latitude, columns[place]].map(({ profile }) => profile.name) as [string, string]
    found.set(names[place < i ? 1 : 0], { column, place: names })
  }
  return found
}

/** The other words of the name; undefined if none matches, or the values are no degrees. */
function restBeside(facts: ColumnFacts, word: RegExp, most: number): string | undefined {
  const { words, profile, kind, distinct } = facts
  const at = words.findIndex((one) => word.test(one))
  const mark = kind === 'amounts' ? decimalMark(profile.values) : undefined
  if (at < 0 || (kind !== 'numbers' && mark === undefined) || !showsRange(profile, distinct)) return undefined
  const { low, high } = wholeRange(mark === undefined ? profile : withPlainNumbers(profile, mark))
  return low >= -most && high <= most ? words.toSpliced(at, 1).join('-') : undefined
}

const USUAL_FORMATS = ['%Y-%m-%d', '%Y/%m/%d', '%d.%m.%Y']

function givenFormat({ dateFormat }: ColumnFacts): string | undefined {
  return dateFormat === undefined || USUAL_FORMATS.includes(dateFormat.format) ? undefined : dateFormat.format
}

function isFullDate({ kind, dateFormat }: ColumnFacts): boolean {
  return kind === 'dates' && dateFormat?.or === undefined && (dateFormat?.format.includes('%d') ?? false)
}
