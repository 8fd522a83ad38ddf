/**
 * Which engine reads a source. A run has two of them, that of its data, where the rows stay, and a
 * local one, which reads and writes files of this machine: what is staged is verified there. Where the data are files both are the
 * same one.
 */
import { openDuckDB, prepareDuckDB } from './duckdb/duckdb-engine.ts'
import type { DatabaseRecord, Engine, EngineOptions } from './engine.ts'
import { findDatabase } from './index.ts'

/** What a source says of where it is. */
interface Located {
  readonly source: string | readonly string[]
}

/** The engine in which a source's rows are. */
export function openEngine({ source }: Located, options: EngineOptions = {}): Promise<Engine> {
  const local = () => openLocalEngine(options)
  return isDatabase(source) ? (findDatabase(source) as DatabaseRecord).open(source, local) : local()
}

/** Whether a source is the address of a database and no file. */
export function isDatabase(source: Located['source']): source is string {
  return findDatabase(source) !== undefined
}

/** Refuses an address that is none, and one with a password or a token in it, without asking anybody. */
export function checkAddress(source: string): void {
  findDatabase(source)?.check?.(source)
}

/** The engine for files of this machine. */
export function openLocalEngine(options: EngineOptions = {}): Promise<Engine> {
  return openDuckDB(options)
}

/** Begins what the engine for files needs before it can be opened with the same options; resolves when that goes on by itself. */
export function prepareLocalEngine(options: EngineOptions): Promise<void> {
  return prepareDuckDB(options)
}

export interface Engines {
  /** Where the rows of the source are. */
  readonly data: Engine
  /** For staged files and their verification. */
  readonly local: Engine
  /** The one of them that reads a source. */
  of(source: Located): Engine
  close(): Promise<void>
}

/** Both engines of a run. */
export async function openEngines(source: Located, options: EngineOptions = {}): Promise<Engines> {
  const data = await openEngine(source, options)
  if (!isDatabase(source.source)) return { data, local: data, of: () => data, close: () => data.close() }
  const local = await openLocalEngine(options).catch(async (error) => {
    await data.close()
    throw error
  })
  const of = (own: Located) => (isDatabase(own.source) ? data : local)
  return { data, local, of, close: async () => void (await Promise.all([data.close(), local.close()])) }
}
