/** Connections are saved without secrets, refused with one, and errors of an address are explained. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, describe, expect, it } from 'vitest'
import { dataRoutes } from '../data/routes.ts'
import { openSession } from '../session.ts'
import type { ConnectionsAnswer } from './api.ts'
import { connectionRoutes } from './routes.ts'

const folder = mkdtempSync(join(tmpdir(), 'halftone-connections-'))
const session = openSession({ folder })
const app = new Hono().route('/connections', connectionRoutes(session)).route('/data', dataRoutes(session))
app.onError((error, context) => context.json({ error: error.message, kind: error.name }, 400))
const file = join(folder, 'connections.yaml')
afterAll(async () => {
  await session.close()
  rmSync(folder, { recursive: true, force: true })
})

async function ask(path: string, body?: object): Promise<{ status: number; text: string }> {
  const init = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await app.request(path, init)
  return { status: answer.status, text: await answer.text() }
}

const clinic = { source: 'postgres://db.example/clinic', table: 'public.people' }

describe('connections', () => {
  it('are kept by name in connections.yaml, and removed', async () => {
    await ask('/connections/save', { name: ' clinic ', connection: clinic })
    const query = { source: 'sc://spark.example:15002', query: 'SELECT 1 AS one' }
    const { text } = await ask('/connections/save', { name: 'lake', connection: query })
    expect((JSON.parse(text) as ConnectionsAnswer).saved).toEqual([
      { name: 'clinic', connection: clinic },
      { name: 'lake', connection: query },
    ])
    await ask('/connections/remove', { name: 'lake' })
    expect(readFileSync(file, 'utf8')).toBe('clinic:\n  source: postgres://db.example/clinic\n  table: public.people\n')
  })

  it.each([
    ['postgres://ann:planted@db.example/clinic', /remove it, and set PGPASSWORD or write it to ~\/\.pgpass/],
    ['postgres://db.example/clinic?password=planted', /PGPASSWORD/],
    ['sc://spark.example/;token=planted', /SPARK_CONNECT_AUTHENTICATE_TOKEN/],
    ['mysql://ann:planted@db.example/clinic', /postgres:\/\/db\.example\/clinic, or of Spark Connect/],
  ])('with a secret in the address are refused, and it is repeated nowhere: %s', async (source, reason) => {
    for (const [path, body] of [
      ['/connections/save', { name: 'own', connection: { source, table: 'people' } }],
      ['/connections/test', { source }],
      ['/data/open', { connection: { source, table: 'people' } }],
    ] as const) {
      const { status, text } = await ask(path, body)
      expect([path, status]).toEqual([path, 400])
      expect(text).toMatch(reason)
      expect(text).not.toContain('planted')
    }
    expect(readFileSync(file, 'utf8')).not.toContain('planted')
  })

  it('that somebody wrote with a password by hand are named with the reason alone', async () => {
    writeFileSync(file, 'own: { source: "postgres://ann:planted@db.example/clinic", table: people }\n')
    const { text } = await ask('/connections')
    expect(text).not.toContain('planted')
    expect((JSON.parse(text) as ConnectionsAnswer).saved).toMatchObject([
      { name: 'own', error: expect.stringMatching(/password/) },
    ])
    writeFileSync(file, '- planted\n')
    expect(await ask('/connections')).toMatchObject({
      status: 400,
      text: expect.stringMatching(/connections\.yaml cannot be read/),
    })
    rmSync(file)
  })

  it('say whether credentials are there, and never what they are', async () => {
    process.env['PGPASSWORD'] = 'planted'
    try {
      const { text } = await ask('/connections')
      const { credentials, saved } = JSON.parse(text) as ConnectionsAnswer
      expect(credentials).toContainEqual({ of: 'postgres', name: 'PGPASSWORD', isThere: true })
      expect(saved).toEqual([])
      expect(text).not.toContain('planted')
    } finally {
      delete process.env['PGPASSWORD']
    }
    expect(existsSync(file)).toBe(false)
  })

  it('say in words that nobody answers', async () => {
    // Nothing listens on the first port of this machine.
    const { status, text } = await ask('/connections/test', { source: 'postgres://127.0.0.1:1/clinic' })
    expect(status).toBe(400)
    expect(text).toMatch(/does not answer .* is it running, and is the address right\?/)
  })

  it('need a name and something to read', async () => {
    expect((await ask('/connections/save', { name: ' ', connection: clinic })).text).toMatch(/needs a name/)
    const { text } = await ask('/connections/save', { name: 'x', connection: { ...clinic, table: 7 } })
    expect(text).toMatch(/data\.table/)
    expect(existsSync(file)).toBe(false)
  })
})
