/** Chooses the engines of a run: the data's, where rows stay, and a local one for files; for files both are one. */
import { openDuckDB } from './duckdb/duckdb-engine.ts'
import type { DatabaseRecord, Engine, EngineOptions } from './engine.ts'
import { findDatabase } from './index.ts'

interface Located {
  readonly source: string | readonly string[]
}

export function openEngine({ source }: Located, options: EngineOptions = {}): Promise<Engine> {
  const local = () => openLocalEngine(options)
  return isDatabase(source) ? (findDatabase(source) as DatabaseRecord).open(source, local) : local()
}

export function isDatabase(source: Located['source']): source is string {
  return findDatabase(source) !== undefined
}

export function openLocalEngine(options: EngineOptions = {}): Promise<Engine> {
  return openDuckDB(options)
}

export { prepareDuckDB as prepareLocalEngine } from './duckdb/duckdb-engine.ts'

export interface Engines {
  readonly data: Engine
  readonly local: Engine
  of(source: Located): Engine
  close(): Promise<void>
}

export async function openEngines(source: Located, options: EngineOptions = {}): Promise<Engines> {
  const data = await openEngine(source, options)
  if (!isDatabase(source.source)) return { data, local: data, of: () => data, close: () => data.close() }
  const local = await openLocalEngine(options).catch(async (error) => {
    await data.close()
    throw error
  })
  const of = (located: Located) => (isDatabase(located.source) ? data : local)
  return { data, local, of, close: async () => void (await Promise.all([data.close(), local.close()])) }
}
