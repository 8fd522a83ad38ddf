/** Connections over HTTP: those of the folder, where credentials are found, who answers at an address. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { checkAddress, databases, isDatabase, openEngine, plainTable } from '../../../src/workbench.ts'
import { readBody, textOf } from '../job/body.ts'
import type { Session } from '../session.ts'
import type { ConnectionsAnswer, Credential, SaveConnectionRequest, TestAnswer } from './api.ts'
import { CONNECTIONS_FILE, notAnAddress, removeConnection, saveConnection, savedConnections } from './saved.ts'

export function connectionRoutes(session: Session): Hono {
  const routes = new Hono()
  const all = (): ConnectionsAnswer => ({
    file: CONNECTIONS_FILE,
    saved: savedConnections(session),
    credentials: credentials(),
  })
  routes.get('/', (context) => context.json(all()))
  routes.post('/save', async (context) => {
    const { name, connection } = await readBody<SaveConnectionRequest>(context)
    await saveConnection(session, textOf(name, 'name'), connection)
    return context.json(all())
  })
  routes.post('/remove', async (context) => {
    const { name } = await readBody<SaveConnectionRequest>(context)
    await removeConnection(session, textOf(name, 'name'))
    return context.json(all())
  })
  routes.post('/test', async (context) => {
    const { source } = await readBody<{ source: string }>(context)
    return context.json(await testConnection(textOf(source, 'source'), context.req.raw.signal))
  })
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
  const variables = databases.flatMap(({ name: of, variables: own = [] }) =>
    own.map((variable) => ({ of, name: variable, isThere: (process.env[variable] ?? '') !== '' })),
  )
  return [...variables, { of: 'postgres', name, isThere: existsSync(file) }]
}
