/**
 * The contract of an engine: it transports statements. Everything above it is shared by all engines; rows stay inside,
 * only counts travel. To add one: a dialect in `sql/`, a folder here with a `DatabaseRecord`, a line in `index.ts`, and
 * the promises of `test/promises/engine.ts`.
 */
import type { Dialect, Sink, Source, Sql, ViewedFiles } from '../sql/dialect.ts'

export interface Engine {
  readonly dialect: Dialect
  /** Name and version, for manifests. */
  readonly version: string
  /** Local engines: a private folder, removed on close. */
  readonly folder?: string
  /** Bytes of rows that it can cache beside other work; undefined if it should cache none. */
  readonly room?: number
  /** Databases: the most combinations that may travel; more are refused in advance. */
  readonly mostCombinations?: number
  readonly traffic?: EngineTraffic
  describe(source: Source): Promise<SourceColumn[]>
  /** Databases: the primary key of a table, possibly empty. */
  keyOf?(source: Source): Promise<readonly string[]>
  /** Databases: readable tables and views, sorted by name; at most a thousand. */
  tables?(run?: EngineRun): Promise<readonly ListedTable[]>
  /** Engines without transactions: a text that changes when the source does. */
  stamp?(source: Source): Promise<string>
  /** Clusters: creates a view of files and returns its name. */
  viewFiles?(files: ViewedFiles): Promise<readonly string[]>
  execute(statement: Sql, run?: EngineRun): Promise<void>
  /** The whole result, by columns. Keep it small: counts, not rows. */
  query(statement: Sql, run?: EngineRun): Promise<QueryResult>
  /** Writes the rows of a SELECT, in order, to a local file or a table of the database. */
  export(select: Sql, sink: Sink, run?: EngineRun): Promise<void>
  /** Databases: prepares a table for the release; checks it before anything is counted. */
  openTarget?(request: TargetRequest): Promise<EngineTarget>
  /** Databases: the note of a published table. */
  noteOf?(source: Source): Promise<string | undefined>
  /** Uploads distinct, non-null texts for `dialect.position` and `dialect.contains`. */
  uploadDictionary(name: string, texts: readonly string[]): Promise<void>
  /** Local engines: keeps a key in memory for `dialect.keyed`, so that no statement contains it. */
  holdKey?(name: string, key: Uint8Array): Promise<void>
  close(): Promise<void>
}

/** A database, identified by the scheme of its address. */
export interface DatabaseRecord {
  readonly name: string
  readonly title: string
  readonly summary: string
  /** Lower case, without `://`. */
  readonly schemes: readonly string[]
  /** An address as in a job. */
  readonly example: string
  /** `local` opens the engine that writes local files. */
  open(address: string, local: () => Promise<Engine>): Promise<Engine>
  /** Environment variables for user, password or token. */
  readonly variables?: readonly string[]
  /** Throws if the address is malformed or contains a password or token. Makes no connection. */
  check?(address: string): void
}

export interface ListedTable {
  /** Schema and name. */
  readonly table: readonly string[]
  readonly kind: 'table' | 'view'
  /** The database's estimate, if any. */
  readonly rows?: number | undefined
}

export interface EngineTraffic {
  /** Bytes received: counts, and releases to local files. */
  readonly received: number
  /** Bytes sent: statements, dictionaries and tables of classes. */
  readonly sent: number
  /** Seconds spent waiting for answers. */
  readonly seconds: number
}

export interface TargetRequest {
  readonly table: readonly string[]
  /** Clusters: a folder instead of a table. */
  readonly path?: string | undefined
  /** The release must not replace its source. */
  readonly source: Source
  readonly force: boolean
}

/** A release inside a database: staged under another name, then published. */
export interface EngineTarget {
  readonly staged: readonly string[]
  /** Renames the staged table, with a note that identifies its manifest. Atomic. */
  publish(note: string, run?: EngineRun): Promise<void>
  /** Removes the staged table; does nothing after `publish`. */
  discard(): Promise<void>
}

export interface EngineOptions {
  /** Cores of a local engine; default: all. Does not change results. */
  readonly threads?: number | undefined
  /** Memory of a local engine, such as `1GB` or `512MB`. */
  readonly memory?: string | undefined
}

export interface SourceColumn {
  readonly name: string
  /** The engine's name of the type, for messages. */
  readonly type: string
  readonly kind: 'text' | 'number' | 'date' | 'boolean' | 'list' | 'other'
}

export interface EngineRun {
  readonly signal?: AbortSignal
  /** Share of the statement done, 0 to 1, if the engine knows it. */
  readonly progress?: (share: number) => void
}

/**
 * Columns of a result. 32-bit integers arrive as `Int32Array` (NULL is −1: codes are never negative), other numbers as
 * `Float64Array` (NULL is NaN), everything else as texts.
 */
export interface QueryResult {
  readonly rows: number
  integers(column: string): Int32Array
  numbers(column: string): Float64Array
  texts(column: string): readonly (string | null)[]
}
