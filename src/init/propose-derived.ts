/**
 * Proposes numbers in place of dates: an age in place of a birth date, days in place of the later of two dates. A date
 * that follows from another and a number of days in the data is left out. Each proposal is tried on the first rows,
 * then on all.
 */
import type { EngineRun } from '../engines/engine.ts'
import { countRows } from '../engines/figures.ts'
import type { HeldFirst } from '../frequency/hold-rows.ts'
import { UserError } from '../ground/errors.ts'
import { deriveColumns } from '../sources/derive-columns.ts'
import type { Table } from '../sources/table.ts'
import { sql } from '../sql/dialect.ts'
import type { DerivedColumn } from '../sql/scans.ts'
import { type ColumnFacts, means } from './roles/column-facts.ts'
import { LEAST_EVIDENCE, type SettledRole } from './roles/settle-relations.ts'

export interface DerivedProposals {
  readonly roles: readonly SettledRole[]
  /** The derived column to take in place of a date, by the name of the date. */
  readonly instead: ReadonlyMap<string, DerivedColumn>
}

const MOST_DATES = 6

export async function proposeDerived(
  table: Table,
  { source, first }: HeldFirst,
  roles: readonly SettledRole[],
  missingValues: readonly string[],
  run: EngineRun,
): Promise<DerivedProposals> {
  const settled = [...roles]
  const instead = new Map<string, DerivedColumn>()
  const name = ({ facts }: SettledRole) => facts.profile.name
  const free = (wanted: string) => table.columns.every((column) => column.name.toLowerCase() !== wanted)
  const dates = roles.filter(({ role, facts }) => role === 'quasi-identifier' && isFullDate(facts)).slice(0, MOST_DATES)
  const births = dates.filter(({ facts }) => means(facts, 'birth') !== undefined)
  const events = dates.filter((date) => !births.includes(date))
  const hasAge = roles.some(({ facts }) => means(facts, 'age') !== undefined)
  for (const birth of births) {
    const event = events.find(({ facts }) => facts.dateFormat?.format === birth.facts.dateFormat?.format)
    if (event === undefined || hasAge || !free('age')) continue
    const age = { column: 'age', years: [name(birth), name(event)] as const, format: givenFormat(birth.facts) }
    if ((await tryColumn(age)) !== undefined) instead.set(name(birth), age)
  }
  for (const [i, later] of events.entries()) {
    for (const earlier of events.filter((_, j) => j !== i)) {
      if (later.facts.dateFormat?.format !== earlier.facts.dateFormat?.format || !free('days')) continue
      const days = { column: 'days', days: [name(earlier), name(later)] as const, format: givenFormat(later.facts) }
      const derived = await tryColumn(days)
      if (derived === undefined) continue
      const stay = await findDays(derived)
      if (stay === undefined) {
        instead.set(name(later), days)
        continue
      }
      const place = roles.findIndex((role) => name(role) === stay)
      const known = `It is the days from "${name(earlier)}" to "${name(later)}", which others can know.`
      settled[place] = { ...roles[place], role: 'quasi-identifier', sure: 'likely', reason: known }
      const reason = `It follows from "${name(earlier)}" and "${stay}", so it is left out.`
      settled[roles.indexOf(later)] = { ...later, role: 'identifier', sure: 'likely', reason }
    }
  }
  return { roles: settled, instead }

  /** The first and all rows with the column; undefined if some row has no result. */
  async function tryColumn(column: DerivedColumn): Promise<Table[] | undefined> {
    try {
      const tables: Table[] = []
      for (const rows of new Set([first, source]))
        tables.push(await deriveColumns({ ...table, source: rows }, { columns: [column], missingValues }))
      return tables
    } catch (error) {
      if (error instanceof UserError) return undefined
      throw error
    }
  }

  /** The column of the data with the days, which may count the first day or not. */
  async function findDays(tables: readonly Table[]): Promise<string | undefined> {
    const { engine } = table
    const { dialect } = engine
    const number = (column: string) => dialect.number(dialect.text(dialect.identifier(column)))
    for (const { role, facts } of roles) {
      const isReleased = role === 'quasi-identifier' || role === 'other'
      if (!isReleased || facts.kind !== 'numbers' || !facts.whole || facts.known < LEAST_EVIDENCE) continue
      if (facts.distinct < 3) continue
      const gap = sql`ABS(${number(facts.profile.name)} - ${number('days')})`
      let others = 0
      for (const { source: rows } of tables) {
        const other = sql`${dialect.scan(rows)} WHERE ${gap} > 1 OR ${number(facts.profile.name)} IS NULL`
        others ||= await countRows(engine, other, run)
      }
      if (others === 0) return facts.profile.name
    }
    return undefined
  }
}

const USUAL_FORMATS = ['%Y-%m-%d', '%Y/%m/%d', '%d.%m.%Y']

function givenFormat({ dateFormat }: ColumnFacts): string | undefined {
  return dateFormat === undefined || USUAL_FORMATS.includes(dateFormat.format) ? undefined : dateFormat.format
}

function isFullDate({ kind, dateFormat }: ColumnFacts): boolean {
  return kind === 'dates' && dateFormat?.or === undefined && (dateFormat?.format.includes('%d') ?? false)
}
