/**
 * Persons as numbers: the rows with the number of their person in place of the identifier, as a table of the session, so that rows can be
 * grouped by person without any identifier leaving the engine. There may be as many persons as rows: no dictionary would hold them.
 *
 * Cost: two passes over the source, and room in the engine for the columns that are counted.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { countRows } from '../engines/figures.ts'
import { userError } from '../ground/errors.ts'
import { join, type Source, sql, type TableSource } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'

const wrongPersonsColumn = userError('data', 'persons.column')

export interface NumberedPersons {
  readonly source: TableSource
  /** How many there are; numbers are below. */
  readonly count: number
}

/** The column of the numbers. */
export const PERSON_COLUMN = 'halftone person'

const personsTable = 'halftone persons'
const rowsTable = 'halftone rows of persons'

/** `columns` are those that will be counted. The table is the caller's to drop. */
export async function numberPersons(
  engine: Engine,
  source: Source,
  {
    person,
    columns,
    missingValues,
  }: { readonly person: string; readonly columns: readonly string[]; readonly missingValues: readonly string[] },
  run: EngineRun = {},
): Promise<NumberedPersons> {
  const { dialect } = engine
  const value = valueOrMissing(dialect, person, missingValues)
  const number = dialect.identifier(PERSON_COLUMN)
  const selectPersons = sql`SELECT person, ${dialect.wholeNumber(sql`row_number() OVER (ORDER BY ${dialect.ordered(sql`person`)}) - 1`)} AS ${number} FROM (SELECT ${value} AS person FROM ${dialect.scan(source)} GROUP BY 1) AS found WHERE person IS NOT NULL`
  await engine.execute(dialect.createTable(personsTable, selectPersons), run)
  try {
    const nobody = await countRows(engine, sql`${dialect.scan(source)} WHERE ${value} IS NULL`, run)
    if (nobody > 0) {
      throw wrongPersonsColumn`${nobody} rows do not say whose they are: "${person}", the column of persons, is missing there; fill it in, leave these rows out, or remove the key persons to count rows`
    }
    const own = columns.map((column) => sql`own.${dialect.identifier(column)}`)
    const selectRows = sql`SELECT ${join([...own, sql`named.${number}`])} FROM (SELECT *, ${value} AS ${dialect.identifier(joinColumn)} FROM ${dialect.scan(source)}) AS own JOIN ${dialect.identifier(personsTable)} AS named ON own.${dialect.identifier(joinColumn)} = named.person`
    await engine.execute(dialect.createTable(rowsTable, selectRows), run)
    const count = await countRows(engine, dialect.identifier(personsTable), run)
    return { source: { kind: 'table', table: [rowsTable] }, count }
  } finally {
    await engine.execute(dialect.dropTable(personsTable))
  }
}

const joinColumn = 'halftone whose'
