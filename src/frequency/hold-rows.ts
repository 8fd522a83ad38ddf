/** Loads the rows of a text file into a table of the engine, so that text is parsed once for many queries. */
import { statSync } from 'node:fs'
import type { Engine, EngineRun } from '../engines/engine.ts'
import { type Source, sql } from '../sql/dialect.ts'

const UNPACKED = 10

/** Returns the source itself if it is columnar, if the engine has no room, or if it is not a file. */
export async function holdRows(engine: Engine, source: Source, name: string, run: EngineRun = {}): Promise<Source> {
  const { dialect, room = 0 } = engine
  if (source.kind !== 'files' || source.reader?.byColumns) return source
  const bytes = source.files.map((file) => statSync(file).size * (file.endsWith('.gz') ? UNPACKED : 1))
  if (bytes.reduce((sum, size) => sum + size, 0) > room) return source
  await engine.execute(dialect.createTable(name, sql`SELECT * FROM ${dialect.scan(source)}`), run)
  return { kind: 'table', table: [name] }
}
