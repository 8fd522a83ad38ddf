/**
 * A written file as a table of the session: everything that is counted of it afterwards reads this, and the file is parsed once. Classes, values of
 * sensitive columns and what other columns give away took a pass over the text each. Cost: a pass, and room for the rows in the engine.
 */
import type { EngineRun } from '../engines/engine.ts'
import type { Table } from '../sources/open-source.ts'
import { sql } from '../sql/dialect.ts'

const RELEASED = 'halftone released'

/** The engine's session has it until it is closed. */
export async function readOnce(file: Table, run: EngineRun = {}): Promise<Table> {
  const { engine, source } = file
  // What is a table already is read by columns.
  if (source.kind === 'table') return file
  const { dialect } = engine
  await engine.execute(dialect.createTable(RELEASED, sql`SELECT * FROM ${dialect.scan(source)}`), run)
  return { ...file, source: { kind: 'table', table: [RELEASED] } }
}
