/**
 * Which engine reads a source: the only place that names one. A run has two of them, that of its data, where the rows stay, and a
 * local one, which reads and writes files of this machine: what is staged is verified there. Where the data are files both are the
 * same one.
 */
import { openDuckDB } from './duckdb/duckdb-engine.ts'
import type { Engine, EngineOptions } from './engine.ts'

/** What a source says of where it is. */
interface Located {
  readonly source: string | readonly string[]
}

/** The engine in which a source's rows are. */
export function openEngine(_source: Located, options: EngineOptions = {}): Promise<Engine> {
  return openLocalEngine(options)
}

/** The engine for files of this machine. */
export function openLocalEngine(options: EngineOptions = {}): Promise<Engine> {
  return openDuckDB(options)
}

export interface Engines {
  /** Where the rows of the source are. */
  readonly data: Engine
  /** For staged files and their verification. */
  readonly local: Engine
  close(): Promise<void>
}

/** Both engines of a run. */
export async function openEngines(source: Located, options: EngineOptions = {}): Promise<Engines> {
  const engine = await openEngine(source, options)
  return { data: engine, local: engine, close: () => engine.close() }
}
