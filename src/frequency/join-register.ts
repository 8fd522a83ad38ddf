/**
 * Joins the rows and the population register into one table, so that one pass counts both by the same hierarchies, and
 * values that only the register has get codes too. Cost: a pass over both, and room in the engine for the counted
 * columns.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { join, type Source, type Sql, sql, type TableSource } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'
import { PERSON_COLUMN } from './number-persons.ts'

export interface JoinRequest {
  readonly register: Source
  readonly quasiIdentifiers: readonly string[]
  readonly others: readonly string[]
  readonly persons: boolean
  readonly missingValues: readonly string[]
}

/** Origin of a row: 0 the data, 1 the register. */
export const ORIGIN_COLUMN = 'halftone origin'

const joinedTable = 'halftone rows and register'

/** The caller drops the table. */
export async function joinRegister(
  engine: Engine,
  source: Source,
  { register, quasiIdentifiers, others, persons, missingValues }: JoinRequest,
  run: EngineRun = {},
): Promise<TableSource> {
  const { dialect } = engine
  const text = (column: string): Sql =>
    sql`${valueOrMissing(dialect, column, missingValues)} AS ${dialect.identifier(column)}`
  const empty = (column: string): Sql => sql`${dialect.text(sql`NULL`)} AS ${dialect.identifier(column)}`
  const person = dialect.identifier(PERSON_COLUMN)
  const origin = dialect.identifier(ORIGIN_COLUMN)
  const dataColumns = [
    ...quasiIdentifiers.map(text),
    ...others.map(text),
    ...(persons ? [person] : []),
    sql`0 AS ${origin}`,
  ]
  const theirs = [
    ...quasiIdentifiers.map(text),
    ...others.map(empty),
    ...(persons ? [sql`0 AS ${person}`] : []),
    sql`1 AS ${origin}`,
  ]
  const selectJoined = sql`SELECT ${join(dataColumns)} FROM ${dialect.scan(source)} UNION ALL SELECT ${join(theirs)}
    FROM ${dialect.scan(register)}`
  await engine.execute(dialect.createTable(joinedTable, selectJoined), run)
  return { kind: 'table', table: [joinedTable] }
}
