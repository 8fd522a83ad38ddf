/**
 * Replaces the person identifier of each row by a number, in a session table, so that no identifier leaves the engine
 * and no dictionary must hold as many persons as rows. Cost: two passes over the source, and room in the engine for the
 * counted columns.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { countRows } from '../engines/figures.ts'
import { userError } from '../ground/errors.ts'
import { join, type Source, sql, type TableSource } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'

const wrongPersonsColumn = userError('data', 'persons.column')

export const PERSON_COLUMN = 'halftone person'

const personsTable = 'halftone persons'
const rowsTable = 'halftone rows of persons'

/** `columns` will be counted. The caller drops the table. */
export async function numberPersons(
  engine: Engine,
  source: Source,
  {
    person,
    columns,
    missingValues,
  }: { readonly person: string; readonly columns: readonly string[]; readonly missingValues: readonly string[] },
  run: EngineRun = {},
): Promise<{ readonly source: TableSource; readonly count: number }> {
  const { dialect } = engine
  const value = valueOrMissing(dialect, person, missingValues)
  const number = dialect.identifier(PERSON_COLUMN)
  const selectPersons = sql`SELECT person,
    ${dialect.wholeNumber(sql`row_number() OVER (ORDER BY ${dialect.ordered(sql`person`)}) - 1`)} AS ${number} FROM
    (SELECT ${value} AS person FROM ${dialect.scan(source)} GROUP BY 1) AS found WHERE person IS NOT NULL`
  await engine.execute(dialect.createTable(personsTable, selectPersons), run)
  try {
    const nobody = await countRows(engine, sql`${dialect.scan(source)} WHERE ${value} IS NULL`, run)
    if (nobody > 0)
      throw wrongPersonsColumn`${nobody} rows do not say whose they are: "${person}", the column of persons, is missing
        there; fill it in, leave these rows out, or remove the key persons to count rows`
    const cells = columns.map((column) => sql`own.${dialect.identifier(column)}`)
    const selectRows = sql`SELECT ${join([...cells, sql`named.${number}`])} FROM (SELECT *, ${value} AS
      ${dialect.identifier(joinColumn)} FROM ${dialect.scan(source)}) AS own JOIN ${dialect.identifier(personsTable)} AS
      named ON own.${dialect.identifier(joinColumn)} = named.person`
    await engine.execute(dialect.createTable(rowsTable, selectRows), run)
    const count = await countRows(engine, dialect.identifier(personsTable), run)
    return { source: { kind: 'table', table: [rowsTable] }, count }
  } finally {
    await engine.execute(dialect.dropTable(personsTable))
  }
}

const joinColumn = 'halftone whose'
