/**
 * The contract of an engine: the transport of statements. Everything above it is shared by all engines; rows stay inside, only
 * counts travel. To add one: a dialect in `sql/`, a folder here with a `DatabaseRecord`, a line in `index.ts`, and the promises of
 * `test/promises/engine.ts`.
 */
import type { Dialect, Sink, Source, Sql, ViewedFiles } from '../sql/dialect.ts'

export interface Engine {
  readonly dialect: Dialect
  /** Name and version, for manifests. */
  readonly version: string
  /** Of a local engine: a folder of its own, which goes when it closes. */
  readonly folder?: string
  /** Bytes of rows that it can hold beside its other work; undefined where it should hold none. */
  readonly room?: number
  /** Of a database: combinations that may travel; more are refused before any of them does. */
  readonly mostCombinations?: number
  /** Of a database: what it was asked until now. */
  readonly traffic?: EngineTraffic
  /** Columns of a source, as the engine sees them. */
  describe(source: Source): Promise<SourceColumn[]>
  /** Of a database: the columns of a table's primary key; none where it has none. */
  keyOf?(source: Source): Promise<readonly string[]>
  /** Of a database: the tables and views that the user may read, in the order of their names; at most a thousand. */
  tables?(run?: EngineRun): Promise<readonly ListedTable[]>
  /** Of an engine without transactions: a text that is another one when the source has changed. */
  stamp?(source: Source): Promise<string>
  /** Of a cluster: makes files that it sees a table of the session, and answers with its name. */
  viewFiles?(files: ViewedFiles): Promise<readonly string[]>
  execute(statement: Sql, run?: EngineRun): Promise<void>
  /** The whole answer, columnar. Keep answers small: counts, not rows. */
  query(statement: Sql, run?: EngineRun): Promise<QueryResult>
  /** Writes the rows of a SELECT, in its order, to a file of this machine or, of a database, to a table of its own. */
  export(select: Sql, sink: Sink, run?: EngineRun): Promise<void>
  /** Of a database: a place for a release inside it, which is checked before anything is counted. */
  openTarget?(request: TargetRequest): Promise<EngineTarget>
  /** Of a database: what a published table says of itself. */
  noteOf?(source: Source): Promise<string | undefined>
  /** Makes texts known under a name for `dialect.position` and `dialect.contains`. No text twice, no NULL. */
  uploadDictionary(name: string, texts: readonly string[]): Promise<void>
  /** Of a local engine: keeps a key in memory for `dialect.keyed`, so that no statement holds it. */
  holdKey?(name: string, key: Uint8Array): Promise<void>
  close(): Promise<void>
}

/** A database, known by how its addresses begin. */
export interface DatabaseRecord {
  readonly name: string
  readonly title: string
  readonly summary: string
  /** What stands before `://`, in small letters. */
  readonly schemes: readonly string[]
  /** An address as a job has it. */
  readonly example: string
  /** `local` opens the engine that writes files of this machine. */
  open(address: string, local: () => Promise<Engine>): Promise<Engine>
  /** Variables of the environment that hold user, password or token. */
  readonly variables?: readonly string[]
  /** Refuses an address that is none, and one with a password or a token in it, without asking anybody. */
  check?(address: string): void
}

export interface ListedTable {
  /** Schema and name. */
  readonly table: readonly string[]
  readonly kind: 'table' | 'view'
  /** About how many rows it has, where the database has estimated it. */
  readonly rows?: number | undefined
}

export interface EngineTraffic {
  /** Bytes that came from it: counts, and a release that is a file of this machine. */
  readonly received: number
  /** Bytes that went there: statements, dictionaries and tables of classes. */
  readonly sent: number
  /** Seconds that were waited for its answers. */
  readonly seconds: number
}

export interface TargetRequest {
  readonly table: readonly string[]
  /** Of a cluster: a folder in place of a table. */
  readonly path?: string | undefined
  /** What the release is made from: it must not be replaced by it. */
  readonly source: Source
  /** Replace a table that is there. */
  readonly force: boolean
}

/** A release inside a database: staged where nobody takes it for a release, and then put in its place. */
export interface EngineTarget {
  readonly staged: readonly string[]
  /** Puts the staged table in its place, with a note that says which manifest belongs to it. All of it, or nothing. */
  publish(note: string, run?: EngineRun): Promise<void>
  /** Removes what was staged; does nothing after `publish`. */
  discard(): Promise<void>
}

export interface EngineOptions {
  /** Cores that a local engine uses; all by default. The result does not depend on it. */
  readonly threads?: number | undefined
  /** Memory of a local engine, such as `1GB` or `512MB`. */
  readonly memory?: string | undefined
}

export interface SourceColumn {
  readonly name: string
  /** The engine's own name of the type, for people. */
  readonly type: string
  /** What it holds, as far as we care. */
  readonly kind: 'text' | 'number' | 'date' | 'boolean' | 'list' | 'other'
}

export interface EngineRun {
  readonly signal?: AbortSignal
  /** Share of the statement done, 0 to 1, where the engine knows it. */
  readonly progress?: (share: number) => void
}

/**
 * Columns of an answer. Whole numbers that fit 32 bits with a sign arrive as `Int32Array` (NULL is −1: our codes are never negative),
 * other numbers as `Float64Array` (NULL is NaN), everything else as texts.
 */
export interface QueryResult {
  readonly rows: number
  integers(column: string): Int32Array
  numbers(column: string): Float64Array
  texts(column: string): readonly (string | null)[]
}
