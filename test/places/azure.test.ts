/** A whole run on Azure Blob Storage, with Azurite in its place. `npm run test:places` gets what is needed and runs this. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDuckDB } from '../../src/engines/duckdb/duckdb-engine.ts'
import { copyBytes, openPlace } from '../../src/sources/places/copy-here.ts'
import { azure } from '../../src/sources/places/stores.ts'
import type { Sql } from '../../src/sql/dialect.ts'
import { halftoneCommand } from '../command.ts'
import { needs } from '../needs.ts'

const azurite = process.env['HALFTONE_TEST_AZURITE'] ?? ''
const ready = {
  met: existsSync(azurite) && process.env['HALFTONE_EXTENSIONS'] !== undefined,
  missing: 'Azurite or the azure extension of DuckDB is not installed: npm run test:places',
}

const ACCOUNT = 'halftone'
/** In no file or message. */
const KEY = Buffer.from('canary-4f1d9c of a storage account').toString('base64')
const connection = (port: number, key = KEY) =>
  `DefaultEndpointsProtocol=http;AccountName=${ACCOUNT};AccountKey=${key};BlobEndpoint=http://127.0.0.1:${port}/${ACCOUNT};`

let folder: string
let server: ChildProcess
let port: number

beforeAll(async () => {
  if (!ready.met) return
  folder = mkdtempSync(join(tmpdir(), 'halftone-azure-'))
  port = await freePort()
  const words = ['--inMemoryPersistence', '--silent', '--skipApiVersionCheck', '--blobPort', String(port)]
  const env = { ...process.env, AZURITE_ACCOUNTS: `${ACCOUNT}:${KEY}` }
  server = spawn(process.execPath, [azurite, ...words], { cwd: folder, env, stdio: 'ignore' })
  await createContainer('box')
  const engine = await openDuckDB({ threads: 1 })
  const rows = 'SELECT 18 + hash(i) % 60 AS age, i % 3 AS zone FROM range(200) AS t(i)'
  await engine.execute(`COPY (${rows}) TO '${join(folder, 'people.parquet')}'` as Sql)
  process.env['AZURE_STORAGE_CONNECTION_STRING'] = connection(port)
  await openPlace(azure, engine, 'test', 'az://box')
  await copyBytes(engine, join(folder, 'people.parquet'), 'az://box/people/people.parquet')
  await engine.close()
})

afterAll(() => {
  if (!ready.met) return
  delete process.env['AZURE_STORAGE_CONNECTION_STRING']
  server.kill()
  rmSync(folder, { recursive: true, force: true })
})

function freePort(): Promise<number> {
  const probe = createServer()
  return new Promise((done) =>
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address() as { port: number }
      probe.close(() => done(address.port))
    }),
  )
}

/** Once the server answers. */
async function createContainer(name: string): Promise<void> {
  const headers = { 'x-ms-date': new Date().toUTCString(), 'x-ms-version': '2021-08-06' }
  const place = `/${ACCOUNT}/${ACCOUNT}/${name}`
  const lines = Object.entries(headers).map(([header, value]) => `${header}:${value}`)
  const text = ['PUT', ...Array(11).fill(''), ...lines, place, 'restype:container'].join('\n')
  const signature = createHmac('sha256', Buffer.from(KEY, 'base64')).update(text).digest('base64')
  const address = `http://127.0.0.1:${port}/${ACCOUNT}/${name}?restype=container`
  const request = { method: 'PUT', headers: { ...headers, authorization: `SharedKey ${ACCOUNT}:${signature}` } }
  for (let tries = 0; ; tries++) {
    const answer = await fetch(address, request).catch(() => undefined)
    if (answer?.status === 201) return
    if (tries === 300) throw new Error(`Azurite answers ${answer?.status}`)
    await new Promise((done) => setTimeout(done, 200))
  }
}

function writeJob(name: string, source: string, release: string): string {
  const numeric = { role: 'quasi-identifier', type: 'numeric' }
  const job = {
    version: 1,
    data: { source },
    columns: { age: numeric, zone: numeric },
    privacy: { k: 5 },
    algorithm: { name: 'lattice' },
    output: { release },
  }
  writeFileSync(join(folder, name), JSON.stringify(job))
  return name
}

function run(words: readonly string[], key?: string): Promise<{ code: number | null; text: string }> {
  const env = { ...process.env, AZURE_STORAGE_CONNECTION_STRING: connection(port, key) }
  const child = spawn(process.execPath, [...halftoneCommand(), ...words], { cwd: folder, env })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  return new Promise((done) => child.on('close', (code) => done({ code, text })))
}

/** Texts of the blobs that fit a pattern, by name. */
async function readBlobs(pattern: string): Promise<Record<string, string>> {
  const engine = await openDuckDB({ threads: 1 })
  await openPlace(azure, engine, 'test', 'az://box')
  const found = await engine.query(`SELECT filename, content FROM read_text('az://box/${pattern}')` as Sql)
  const texts = found.texts('content')
  await engine.close()
  return Object.fromEntries(found.texts('filename').map((name, i) => [String(name), String(texts[i])]))
}

describe('Azure Blob Storage', needs(ready), () => {
  it('is the source of a run and the place of its release, with the bytes of a local one', async () => {
    expect((await run(['run', writeJob('here.json', 'people.parquet', 'here.csv')])).code).toBe(0)
    const place = 'az://box/out/release.csv'
    const job = writeJob('there.json', 'az://box/people/*.parquet', place)
    const first = await run(['run', job])
    expect([first.code, first.text]).toEqual([0, expect.stringContaining(place)])
    const blobs = await readBlobs('out/**')
    expect(Object.keys(blobs).sort()).toEqual([place, 'az://box/out/release.manifest.json'])
    expect(blobs[place]).toBe(readFileSync(join(folder, 'here.csv'), 'utf8'))
    expect((await run(['verify', place, '--job', job])).code).toBe(0)
    expect(await run(['run', job])).toMatchObject({ code: 2, text: expect.stringContaining('exists already') })
    const again = await run(['run', job, '--force'])
    expect(again.code).toBe(0)
    for (const { text } of [first, again]) expect(text).not.toContain(KEY)
    expect(filesWith(KEY)).toEqual([])
  })

  it('a wrong key is refused: nothing published, no key printed', async () => {
    const wrong = Buffer.from('another canary').toString('base64')
    const job = writeJob('wrong.json', 'az://box/people/*.parquet', 'az://box/wrong/release.csv')
    const { code, text } = await run(['run', job], wrong)
    expect([code, text]).toEqual([2, expect.not.stringContaining(wrong)])
    expect(text).not.toContain('our fault')
    expect(await readBlobs('wrong/**')).toEqual({})
  })
})

function filesWith(text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(folder, name)).isFile() && readFileSync(join(folder, name)).includes(text),
  )
}
