/** HTTP routes of connections: list, save, remove, test; and where credentials are found. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { databases } from '../../../src/engines/index.ts'
import { checkAddress, isDatabase, openEngine } from '../../../src/engines/open-engine.ts'
import { plainTable } from '../../../src/sources/table-name.ts'
import { requireText } from '../job/body.ts'
import { jsonRoutes } from '../json-routes.ts'
import type { Session } from '../session.ts'
import type { ConnectionsAnswer, Credential, SaveConnectionRequest, TestAnswer } from './api.ts'
import { CONNECTIONS_FILE, notAnAddress, removeConnection, saveConnection, savedConnections } from './saved.ts'

export function connectionRoutes(session: Session): Hono {
  const { routes, get, post } = jsonRoutes()
  const all = (): ConnectionsAnswer => ({
    file: CONNECTIONS_FILE,
    saved: savedConnections(session),
    credentials: credentials(),
  })
  get('/', all)
  post<SaveConnectionRequest>('/save', async ({ name, connection }) => {
    await saveConnection(session, requireText(name, 'name'), connection)
    return all()
  })
  post<SaveConnectionRequest>('/remove', async ({ name }) => {
    await removeConnection(session, requireText(name, 'name'))
    return all()
  })
  post<{ source: string }>('/test', ({ source }, { signal }) => testConnection(requireText(source, 'source'), signal))
  return routes
}

async function testConnection(source: string, signal: AbortSignal): Promise<TestAnswer> {
  if (!isDatabase(source)) throw notAnAddress()
  checkAddress(source)
  const engine = await openEngine({ source })
  try {
    const tables = (await engine.tables?.({ signal })) ?? []
    return {
      version: engine.version,
      tables: tables.map(({ table, kind, rows }) => ({ table: plainTable(table), kind, rows })),
    }
  } finally {
    await engine.close()
  }
}

function credentials(): Credential[] {
  const { PGPASSFILE } = process.env
  const file = PGPASSFILE ?? join(homedir(), '.pgpass')
  const name = PGPASSFILE === undefined ? '~/.pgpass' : 'the file of PGPASSFILE'
  const variables = databases.flatMap(({ name: of, variables: names = [] }) =>
    names.map((variable) => ({ of, name: variable, isThere: (process.env[variable] ?? '') !== '' })),
  )
  return [...variables, { of: 'postgres', name, isThere: existsSync(file) }]
}
