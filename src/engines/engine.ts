/**
 * The contract of an engine: it transports statements. Everything above it is shared by all engines; rows stay inside,
 * only counts travel. To add one: a dialect in `sql/`, a folder here with a `DatabaseRecord`, a line in `index.ts`, and
 * the promises of `test/promises/engine.ts`.
 */
import type { Dialect, Scalar, Sink, Source, Sql, ViewedFiles } from '../sql/dialect.ts'

export interface Engine {
  readonly dialect: Dialect
  /** Name and version, for manifests. */
  readonly version: string
  readonly folder?: string
  /** Bytes of rows that it can cache beside other work; undefined if it should cache none. */
  readonly room?: number
  /** Databases: the most combinations that may travel; more are refused in advance. */
  readonly mostCombinations?: number
  readonly traffic?: EngineTraffic
  describe(source: Source): Promise<SourceColumn[]>
  primaryKey?(source: Source): Promise<readonly string[]>
  tables?(run?: EngineRun): Promise<readonly ListedTable[]>
  stamp?(source: Source): Promise<string>
  viewFiles?(files: ViewedFiles): Promise<readonly string[]>
  execute(statement: Sql, run?: EngineRun): Promise<void>
  /** The whole result, by columns. Keep it small: counts, not rows. */
  query(statement: Sql, run?: EngineRun): Promise<QueryResult>
  /** Writes the rows of a SELECT, in order, to a local file or a table of the database. */
  export(select: Sql, sink: Sink, run?: EngineRun): Promise<void>
  /** Databases: prepares a table for the release; checks it before anything is counted. */
  openTarget?(request: TargetRequest): Promise<EngineTarget>
  readNote?(source: Source): Promise<string | undefined>
  /** Uploads distinct, non-null texts for `dialect.position` and `dialect.contains`. */
  uploadDictionary(name: string, texts: readonly string[]): Promise<void>
  /** Local engines: keeps a key in memory for `dialect.keyed`, so that no statement contains it. */
  holdKey?(name: string, key: Uint8Array): Promise<void>
  /** Local engines: loads extensions from the user's folders, and credentials that no message shows. */
  extend?(extensions: readonly string[], secret?: Readonly<Record<string, Scalar | undefined>>): Promise<void>
  close(): Promise<void>
}

export interface DatabaseRecord {
  readonly name: string
  readonly title: string
  readonly summary: string
  readonly schemes: readonly string[]
  readonly example: string
  /** `local` opens the engine that writes local files. */
  open(address: string, local: () => Promise<Engine>): Promise<Engine>
}

export interface ListedTable {
  readonly table: readonly string[]
  readonly kind: 'table' | 'view'
  readonly rows?: number | undefined
}

export interface EngineTraffic {
  /** Bytes received: counts, and releases to local files. */
  readonly received: number
  /** Bytes sent: statements, dictionaries and tables of classes. */
  readonly sent: number
  readonly seconds: number
}

export interface TargetRequest {
  readonly table: readonly string[]
  readonly path?: string | undefined
  readonly source: Source
  readonly force: boolean
}

/** A release inside a database: staged under another name, then published. */
export interface EngineTarget {
  readonly staged: readonly string[]
  /** Renames the staged table, with a note that identifies its manifest. Atomic. */
  publish(note: string, run?: EngineRun): Promise<void>
  discard(): Promise<void>
}

export interface EngineOptions {
  /** Cores of a local engine; default: all. Does not change results. */
  readonly threads?: number | undefined
  readonly memory?: string | undefined
}

export interface SourceColumn {
  readonly name: string
  readonly type: string
  readonly kind: 'text' | 'number' | 'date' | 'boolean' | 'list' | 'other'
}

export interface EngineRun {
  readonly signal?: AbortSignal
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
