/**
 * Reuses DuckDB instances: creating one takes 12 ms of CPU, a tenth of a small job, and everything an engine leaves
 * ends with its connection. An instance serves one engine at a time, so memory limits hold.
 */
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { textLiteral } from '../../sql/dialect.ts'

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
export async function prepareInstance(options: InstanceOptions): Promise<void> {
  await withLibrary()
  const made = createInstance(options)
  made.catch(() => {})
  coming.set(optionsKey(options), made)
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
