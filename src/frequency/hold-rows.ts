/** The rows of a text file as a table of the engine: text is read once, however many questions are asked of its columns one by one. */
import { statSync } from 'node:fs'
import type { Engine, EngineRun } from '../engines/engine.ts'
import { type Source, sql } from '../sql/dialect.ts'

/** A compressed byte is so many of text, or fewer. */
const UNPACKED = 10

/** The source itself where it is read by columns anyhow, where the engine has no room, or where it holds no files. */
export async function holdRows(engine: Engine, source: Source, name: string, run: EngineRun = {}): Promise<Source> {
  const { dialect, room = 0 } = engine
  if (source.kind !== 'files' || source.reader?.byColumns) return source
  const bytes = source.files.map((file) => statSync(file).size * (file.endsWith('.gz') ? UNPACKED : 1))
  if (bytes.reduce((sum, own) => sum + own, 0) > room) return source
  await engine.execute(dialect.createTable(name, sql`SELECT * FROM ${dialect.scan(source)}`), run)
  return { kind: 'table', table: [name] }
}
