/**
 * Rows and the register that their people are in as one table, so that both are counted in one pass, by the same values and the same
 * hierarchies: a value that only the register has gets a code too. What the register does not have stays empty there.
 *
 * Cost: a pass over both, and room in the engine for the columns that are counted.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { join, type Source, type Sql, sql, type TableSource } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'
import { PERSON_COLUMN } from './number-persons.ts'

export interface JoinRequest {
  readonly register: Source
  readonly quasiIdentifiers: readonly string[]
  /** Other columns that are counted, of the rows alone. */
  readonly others: readonly string[]
  /** The rows have numbers of persons. */
  readonly persons: boolean
  readonly missingValues: readonly string[]
}

/** Says where a row comes from: 0 the data, 1 the register. */
export const ORIGIN_COLUMN = 'halftone origin'

const joinedTable = 'halftone rows and register'

/** The table is the caller's to drop. */
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
  const own = [...quasiIdentifiers.map(text), ...others.map(text), ...(persons ? [person] : []), sql`0 AS ${origin}`]
  const theirs = [
    ...quasiIdentifiers.map(text),
    ...others.map(empty),
    ...(persons ? [sql`0 AS ${person}`] : []),
    sql`1 AS ${origin}`,
  ]
  const selectJoined = sql`SELECT ${join(own)} FROM ${dialect.scan(source)} UNION ALL SELECT ${join(theirs)} FROM ${dialect.scan(register)}`
  await engine.execute(dialect.createTable(joinedTable, selectJoined), run)
  return { kind: 'table', table: [joinedTable] }
}
