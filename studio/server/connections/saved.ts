/**
 * Connections saved in `connections.yaml`, by name and without passwords. One with a password, written by hand, is
 * refused and not shown.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as yaml from 'yaml'
import { checkAddress, isDatabase } from '../../../src/engines/open-engine.ts'
import { UserError } from '../../../src/ground/errors.ts'
import { pathInside } from '../folder.ts'
import { writeWhole } from '../job/documents.ts'
import { checkedJob } from '../job/job-paths.ts'
import type { Session } from '../session.ts'
import type { Connection, SavedConnection } from './api.ts'

export const CONNECTIONS_FILE = 'connections.yaml'

export function savedConnections(session: Session): SavedConnection[] {
  return Object.entries(readAll(session)).map(([name, connection]) => {
    try {
      return { name, connection: checkedConnection(connection) }
    } catch (error) {
      return { name, error: (error as Error).message }
    }
  })
}

export async function saveConnection(session: Session, name: string, connection: unknown): Promise<void> {
  const wanted = name.trim()
  if (wanted === '') throw new UserError('a connection needs a name; say one', { path: 'name', rule: 'present' })
  await writeAll(session, { ...readAll(session), [wanted]: checkedConnection(connection) })
}

export async function removeConnection(session: Session, name: string): Promise<void> {
  const { [name]: _gone, ...others } = readAll(session)
  await writeAll(session, others)
}

/** Validates the keys of `data` for a database, without a secret. */
export function checkedConnection(connection: unknown): Connection {
  const { source, ...asked } = (connection ?? {}) as Partial<Connection>
  if (typeof source !== 'string' || !isDatabase(source)) throw notAnAddress()
  checkAddress(source)
  const rest = { version: 1, columns: {}, privacy: { k: 2 }, output: { release: 'release.csv' } }
  const { data } = checkedJob({ ...rest, data: { source, ...asked } }, 'the connection')
  const { table, query, path, key } = data
  return Object.fromEntries(
    Object.entries({ source, table, query, path, key }).filter(([, value]) => value !== undefined),
  ) as Connection
}

/** Omits the address: it may contain a password. */
export function notAnAddress(): UserError {
  return new UserError(
    'the address must be one of PostgreSQL, such as postgres://db.example/clinic, or of Spark Connect, such as ' +
      'sc://spark.example:15002',
    { path: 'data.source', rule: 'value' },
  )
}

function readAll({ folder }: Session): Record<string, unknown> {
  const file = pathInside(folder, CONNECTIONS_FILE)
  if (!existsSync(file)) return {}
  try {
    const all = yaml.parse(readFileSync(file, 'utf8')) as unknown
    if (all === null) return {}
    if (typeof all === 'object' && !Array.isArray(all)) return all as Record<string, unknown>
  } catch {
    // Reported below, without its text.
  }
  throw new UserError(
    `${CONNECTIONS_FILE} cannot be read: it must have a name and its source on each line; fix it, or remove it`,
    { path: CONNECTIONS_FILE, rule: 'file' },
  )
}

function writeAll({ folder }: Session, all: Readonly<Record<string, unknown>>): Promise<void> {
  return writeWhole(join(folder, CONNECTIONS_FILE), yaml.stringify(all))
}
