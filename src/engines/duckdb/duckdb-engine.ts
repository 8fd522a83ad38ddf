/**
 * DuckDB inside the process, with one connection per engine. Statements are queued, because a second one silently ends
 * a running stream. Data beyond `memory` spills to a private folder.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { delimiter, join as joinPath } from 'node:path'
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { CancelledError, InternalError, userError } from '../../ground/errors.ts'
import { openScratch, type ScratchFolder } from '../../ground/workers/scratch-folder.ts'
import { join, type Scalar, type Sink, type Source, type Sql, sql, textLiteral, word } from '../../sql/dialect.ts'
import { copyToFile, duckdbDialect } from '../../sql/duckdb.ts'
import type { Engine, EngineOptions, EngineRun, QueryResult, SourceColumn } from '../engine.ts'
import { needsRewriting, rewriteText } from '../rewrite-text.ts'
import { StatementQueue } from '../statement-queue.ts'
import { translateError } from './translate-error.ts'

const VARIABLE = 'HALFTONE_EXTENSIONS'
const wrongExtension = userError('present', VARIABLE)

/** Reads a folder of extension files, of packages from PyPI (`pip install --target`), or DuckDB's own. */
export function findExtension(name: string, version: string, environment: NodeJS.ProcessEnv): string {
  const file = `${name}.duckdb_extension`
  const folders = (environment[VARIABLE] ?? '').split(delimiter).filter((folder) => folder !== '')
  const places = folders.flatMap((folder) => [
    joinPath(folder, file),
    joinPath(folder, `duckdb_extension_${name}`, 'extensions', version, file),
    joinPath(folder, version, `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}`, file),
  ])
  const path = places.find((place) => existsSync(place))
  if (path !== undefined) return path
  const gap = folders.length === 0 ? `${VARIABLE} is not set` : `${folders.join(', ')} has no such file`
  const remedy = `${installation(name, version)}, and set ${VARIABLE} to that folder`
  throw wrongExtension`this needs DuckDB's extension ${name} ${version}, but ${gap}; get it with: ${remedy}`
}

export function unloadable(path: string, name: string, version: string): Error {
  const machine = `${process.platform}-${process.arch}`
  const remedy = installation(name, version)
  return wrongExtension`${path} is not ${name} of DuckDB ${version} for ${machine}; get it with: ${remedy}`
}

function installation(name: string, version: string): string {
  return `pip install --target FOLDER duckdb-extension-${name}==${version.replace(/^v/, '')}`
}

let late: Promise<typeof import('./read-columns.ts')> | undefined

/** Imported when an engine is first opened, and only once: an import takes longer than a small statement. */
export function withLibrary(): Promise<typeof import('./read-columns.ts')> {
  late ??= import('./read-columns.ts')
  return late
}

interface InstanceOptions {
  readonly threads: number | undefined
  readonly memory: string
}

export interface BorrowedInstance {
  readonly key: string
  readonly instance: DuckDBInstance
  readonly connection: DuckDBConnection
}

/** As many as engines are commonly open at once; others are closed. */
const MOST_IDLE = 4
const idle: { readonly key: string; readonly instance: DuckDBInstance }[] = []

const coming = new Map<string, Promise<DuckDBInstance>>()

/** Starts to create an instance in DuckDB's own thread. Opening the engine reports errors. */
export async function prepareDuckDB({ threads, memory = defaultMemory }: EngineOptions): Promise<void> {
  await withLibrary()
  const made = createInstance({ threads, memory })
  made.catch(() => {})
  coming.set(optionsKey({ threads, memory }), made)
}

export async function borrowInstance(options: InstanceOptions, folder: string): Promise<BorrowedInstance> {
  const key = optionsKey(options)
  const at = idle.findIndex((entry) => entry.key === key)
  const [waiting] = at < 0 ? [] : idle.splice(at, 1)
  const again = waiting && (await prepare(key, waiting.instance, folder).catch(() => end(waiting.instance)))
  if (again !== undefined) return again
  const prepared = coming.get(key)
  coming.delete(key)
  const instance = await (prepared ?? createInstance(options))
  return prepare(key, instance, folder).catch((error) => {
    end(instance)
    throw error
  })
}

function optionsKey({ threads, memory }: InstanceOptions): string {
  return `${threads} ${memory}`
}

async function createInstance({ threads, memory }: InstanceOptions): Promise<DuckDBInstance> {
  const { api } = await withLibrary()
  const settings: Record<string, string> = {
    memory_limit: memory,
    preserve_insertion_order: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_persistent_secrets: 'false',
    enable_external_file_cache: 'false',
    // Binary text comparison, on every machine.
    default_collation: '',
  }
  if (threads !== undefined) settings['threads'] = String(threads)
  return api.DuckDBInstance.create(':memory:', settings)
}

/** Closes the connection. After a failed statement the instance's state is unknown, so it is not reused. */
export function giveBack({ key, instance, connection }: BorrowedInstance, failed: boolean): void {
  connection.closeSync()
  if (failed || idle.length >= MOST_IDLE) end(instance)
  else idle.push({ key, instance })
}

async function prepare(key: string, instance: DuckDBInstance, folder: string): Promise<BorrowedInstance> {
  const connection = await instance.connect()
  try {
    // Hundreds of quasi-identifiers make long sums and conditions, which the parser counts as deep.
    await connection.run(
      `SET temp_directory = ${textLiteral(folder)}; SET TimeZone = 'UTC'; SET max_expression_depth = 20000;
        RESET allocator_bulk_deallocation_flush_threshold`,
    )
    return { key, instance, connection }
  } catch (error) {
    connection.closeSync()
    throw error
  }
}

function end(instance: DuckDBInstance): undefined {
  instance.closeSync()
}

const wrongMemory = userError('value', '--memory')
const wrongSecret = userError('value', 'environment')

const defaultMemory = '1GB'

export async function openDuckDB(options: EngineOptions = {}): Promise<Engine> {
  const { version } = (await withLibrary()).api
  checkOptions(options)
  const { threads, memory = defaultMemory } = options
  const folder = await openScratch('engine')
  try {
    const borrowed = await borrowInstance({ threads, memory }, folder.path)
    return new DuckDBEngine(borrowed, folder, `DuckDB ${version()}`, parseBytes(memory) / 2)
  } catch (error) {
    await folder.remove()
    throw wrongMemory`the engine does not start with memory ${memory} and threads ${threads ?? 'of the machine'}
      (${(error as Error).message}); give it at least 64MB and one thread`
  }
}

function checkOptions({ threads, memory }: EngineOptions): void {
  if (threads !== undefined && !(Number.isInteger(threads) && threads >= 1))
    throw userError('value', '--threads')`threads must be a whole number of at least 1; got ${threads}`
  if (memory !== undefined && !/^\d+(\.\d+)?\s*(KB|MB|GB|TB|KiB|MiB|GiB|TiB)$/i.test(memory))
    throw wrongMemory`memory must be a size such as 512MB or 4GB; got "${memory}"`
}

function parseBytes(memory: string): number {
  const unit = /([KMGT])(i?)B$/i.exec(memory)
  const power = 'KMGT'.indexOf(unit?.[1].toUpperCase() ?? '') + 1
  return Number.parseFloat(memory) * (unit?.[2] ? 1024 : 1000) ** power
}

class DuckDBEngine implements Engine {
  readonly dialect = duckdbDialect
  readonly version: string
  readonly room: number
  readonly #borrowed: BorrowedInstance
  readonly #connection: DuckDBConnection
  readonly folder: string
  readonly #scratch: ScratchFolder
  readonly #queue = new StatementQueue()
  #failed = false
  /** Extensions and credentials stay in an instance, so nobody else gets it. */
  #extended = false

  constructor(borrowed: BorrowedInstance, folder: ScratchFolder, version: string, room: number) {
    this.#borrowed = borrowed
    this.#connection = borrowed.connection
    this.#scratch = folder
    this.folder = folder.path
    this.version = version
    this.room = room
  }

  async describe(source: Source): Promise<SourceColumn[]> {
    const known = columnsGiven(source)
    if (known !== undefined) return known.map(([name, type]) => ({ name, type, kind: columnKind(type) }))
    const result = await this.query(sql`DESCRIBE SELECT * FROM ${this.dialect.scan(source)}`)
    const names = result.texts('column_name')
    const types = result.texts('column_type')
    return names.map((name, i) => ({ name: String(name), type: String(types[i]), kind: columnKind(String(types[i])) }))
  }

  execute(statement: Sql, run: EngineRun = {}): Promise<void> {
    return this.#inTurn(statement, run, async () => {
      await this.#connection.run(statement)
    })
  }

  query(statement: Sql, run: EngineRun = {}): Promise<QueryResult> {
    return this.#inTurn(statement, run, async () => {
      const { readColumns } = await withLibrary()
      // Not as a stream: a single thread produces it, and each vector costs a wait.
      return readColumns(await this.#connection.run(statement))
    })
  }

  async export(select: Sql, sink: Sink, run: EngineRun = {}): Promise<void> {
    if (sink.format === 'table') return this.execute(this.dialect.createTable(sink.table[0], select), run)
    if (sink.format === 'typed') return this.#copyTyped(copyToFile(select, sink), run)
    if (sink.make === undefined && !needsRewriting(sink)) return this.execute(copyToFile(select, sink), run)
    const text = joinPath(this.folder, `sheet-${randomUUID()}.csv`)
    const plain = { ...sink, file: text, format: 'csv', compression: 'none' } as const
    const made = sink.make === undefined ? {} : { delimiter: ',', quote: undefined }
    await this.execute(copyToFile(select, { ...plain, ...made }), run)
    try {
      if (sink.make === undefined) await rewriteText(text, sink)
      else await sink.make(text, sink.file)
    } finally {
      await rm(text)
    }
  }

  /** With two threads at least: one alone cuts groups of rows elsewhere if some rows are left out. */
  async #copyTyped(copy: Sql, run: EngineRun): Promise<void> {
    const { numbers } = await this.query(sql`SELECT current_setting('threads') AS threads`)
    const isAlone = numbers('threads')[0] === 1
    if (isAlone) await this.execute(sql`SET threads = 2`)
    try {
      await this.execute(copy, run)
    } finally {
      if (isAlone) await this.execute(sql`SET threads = 1`)
    }
  }

  async uploadDictionary(name: string, texts: readonly string[]): Promise<void> {
    const type = this.dialect.identifier(name)
    const list = join(texts.map((text) => this.dialect.literal(text)))
    // A text with a NUL byte is an expression, which only a query can contain.
    const values = texts.some((text) => text.includes('\0')) ? sql`SELECT UNNEST([${list}])` : list
    await this.execute(sql`CREATE OR REPLACE TEMP TYPE ${type} AS ENUM (${values})`)
  }

  /** HMAC (RFC 2104): the key, padded to a block of 64 bytes, XORed with each of two constants. */
  async holdKey(name: string, key: Uint8Array): Promise<void> {
    for (const [part, mixed] of [
      ['inner', 0x36],
      ['outer', 0x5c],
    ] as const) {
      const block = Buffer.alloc(64, mixed)
      for (const [i, byte] of key.entries()) block[i] = byte ^ mixed
      const { identifier, literal } = this.dialect
      const bytes = sql`unhex(${literal(block.toString('hex'))})`
      await this.execute(sql`SET VARIABLE ${identifier(`${name} ${part}`)} = ${bytes}`).catch(() => {
        throw new InternalError('the engine does not take a key')
      })
    }
  }

  async extend(extensions: readonly string[], secret?: Readonly<Record<string, Scalar | undefined>>): Promise<void> {
    const version = this.version.replace(/^DuckDB /, '')
    const { literal } = this.dialect
    this.#extended = true
    for (const name of extensions) {
      const path = findExtension(name, version, process.env)
      await this.execute(sql`LOAD ${literal(path)}`).catch(() => {
        throw unloadable(path, name, version)
      })
    }
    if (secret === undefined) return
    const options = Object.entries(secret).filter(([, value]) => value !== undefined)
    const list = join(options.map(([name, value]) => sql`${word(name)} ${literal(value as Scalar)}`))
    const name = this.dialect.identifier(String(secret['TYPE']))
    await this.execute(sql`CREATE OR REPLACE SECRET ${name} (${list})`).catch(() => {
      throw wrongSecret`the credentials in the environment cannot be used; see whether each is whole`
    })
  }

  close(): Promise<void> {
    return this.#queue.close(async () => {
      giveBack(this.#borrowed, this.#failed || this.#extended)
      await this.#scratch.remove()
    })
  }

  #inTurn<T>(statement: Sql, run: EngineRun, work: () => Promise<T>): Promise<T> {
    return this.#queue.inTurn(() => this.#interruptible(statement, run, work))
  }

  async #interruptible<T>(statement: Sql, { signal, progress }: EngineRun, work: () => Promise<T>): Promise<T> {
    if (signal?.aborted) throw new CancelledError()
    // Repeated until the statement ends: an interrupt before its start is lost.
    let again: NodeJS.Timeout | undefined
    const interrupt = () => {
      this.#connection.interrupt()
      again = setInterval(() => this.#connection.interrupt(), 20)
    }
    signal?.addEventListener('abort', interrupt)
    const timer =
      progress &&
      setInterval(() => {
        const { percentage } = this.#connection.progress
        if (percentage > 0) progress(Math.min(1, percentage / 100))
      }, 200)
    timer?.unref()
    try {
      return await work()
    } catch (error) {
      this.#failed = true
      throw signal?.aborted ? new CancelledError() : translateError(error, statement, this.#extended)
    } finally {
      clearInterval(timer)
      clearInterval(again)
      signal?.removeEventListener('abort', interrupt)
    }
  }
}

/** Returns the names and types given in the statement; undefined if DuckDB might change them. */
function columnsGiven(source: Source): (readonly [name: string, type: string])[] | undefined {
  if (source.kind !== 'files' || source.numbers !== undefined || source.keyed !== undefined) return undefined
  const { csv } = source
  if (source.format !== 'csv' || csv === undefined) return undefined
  if (new Set(csv.columns.map((name) => name.toLowerCase())).size < csv.columns.length) return undefined
  return csv.columns.map((name, i) => [name, csv.ours?.types[i] ?? 'VARCHAR'])
}

function columnKind(type: string): SourceColumn['kind'] {
  if (/^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DOUBLE|FLOAT|DECIMAL)/.test(type) && !type.endsWith('[]')) return 'number'
  if (type === 'VARCHAR' || type.startsWith('ENUM')) return 'text'
  if (type === 'DATE') return 'date'
  if (type === 'BOOLEAN') return 'boolean'
  return type.endsWith('[]') ? 'list' : 'other'
}
