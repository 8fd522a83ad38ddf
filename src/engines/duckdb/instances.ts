/**
 * Instances of DuckDB, which serve one engine after the other. Making one and ending it takes 12 ms of a processor, a tenth of what a
 * small job takes; a connection takes a hundredth of that, and everything that an engine leaves (temporary tables and types, variables,
 * settings of its session) goes with its connection. An instance has one engine at a time: its memory is that of one.
 */
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { textLiteral } from '../../sql/dialect.ts'

let late: Promise<typeof import('./read-columns.ts')> | undefined

/** What needs DuckDB's library: imported when an engine is first opened, and once, because an import takes longer than a small statement. */
export function withLibrary(): Promise<typeof import('./read-columns.ts')> {
  late ??= import('./read-columns.ts')
  return late
}

/** Both are of the whole instance. */
interface InstanceOptions {
  readonly threads: number | undefined
  readonly memory: string
}

export interface BorrowedInstance {
  readonly key: string
  readonly instance: DuckDBInstance
  readonly connection: DuckDBConnection
}

/** As many as engines are commonly open at once: whatever is more is ended. */
const MOST_IDLE = 4
const idle: { readonly key: string; readonly instance: DuckDBInstance }[] = []

const coming = new Map<string, Promise<DuckDBInstance>>()

/**
 * Begins to make an instance for an engine that will be opened soon: DuckDB does that in a thread of its own, and a job can be read meanwhile. What goes
 * wrong is said when the engine is opened.
 */
export async function prepareInstance(options: InstanceOptions): Promise<void> {
  await withLibrary()
  const made = createInstance(options)
  made.catch(() => {})
  coming.set(keyOf(options), made)
}

/** An instance with a connection, for as long as it is not given back; what does not fit memory goes to the folder. */
export async function borrowInstance(options: InstanceOptions, folder: string): Promise<BorrowedInstance> {
  const key = keyOf(options)
  const at = idle.findIndex((own) => own.key === key)
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

function keyOf({ threads, memory }: InstanceOptions): string {
  return `${threads} ${memory}`
}

async function createInstance({ threads, memory }: InstanceOptions): Promise<DuckDBInstance> {
  const { api } = await withLibrary()
  const settings: Record<string, string> = {
    memory_limit: memory,
    preserve_insertion_order: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    // What a file holds is read from the file, every time.
    enable_external_file_cache: 'false',
    // Text is compared byte by byte and times are read in one zone, whatever machine this is.
    default_collation: '',
  }
  // DuckDB refuses an option that is there and undefined.
  if (threads !== undefined) settings['threads'] = String(threads)
  return api.DuckDBInstance.create(':memory:', settings)
}

/** Ends the connection. After a statement that failed nobody knows what state the instance is in: it does not serve again. */
export function giveBack({ key, instance, connection }: BorrowedInstance, failed: boolean): void {
  connection.closeSync()
  if (failed || idle.length >= MOST_IDLE) end(instance)
  else idle.push({ key, instance })
}

/** DuckDB refuses another folder once it has written to one. */
async function prepare(key: string, instance: DuckDBInstance, folder: string): Promise<BorrowedInstance> {
  const connection = await instance.connect()
  try {
    // A table of hundreds of quasi-identifiers makes long sums and conditions, which the parser counts as deep ones.
    await connection.run(
      `SET temp_directory = ${textLiteral(folder)}; SET TimeZone = 'UTC'; SET max_expression_depth = 20000`,
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
