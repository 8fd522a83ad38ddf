/** Object stores and lake tables. `npm run test:places` gets what is needed and runs this. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as duckdb from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonymize } from '../../src/anonymize.ts'
import { findExtension, openDuckDB } from '../../src/engines/duckdb/duckdb-engine.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import { copyBytes, openPlace } from '../../src/sources/places/copy-here.ts'
import { s3 } from '../../src/sources/places/stores.ts'
import type { Sql } from '../../src/sql/dialect.ts'
import { halftoneCommand } from '../command.ts'
import { needs } from '../needs.ts'
import { KEY, openStore, type Store } from './store.ts'

const python = process.env['HALFTONE_TEST_PLACES']
const ready = {
  met: python !== undefined && process.env['HALFTONE_EXTENSIONS'] !== undefined,
  missing: 'DuckDB extensions for stores and lakes are not installed: npm run test:places',
}

/** In no file or message. The server accepts any secret, so that everything else can go well. */
const CANARY = 'canary-4f1d9c'

let folder: string
let store: Store
const before = { ...process.env }

/** As every format stores it: whole numbers of 64 bits, a date, texts, a fraction with gaps. */
const people = (shift: number) => {
  const number = (salt: number, below: number) => `CAST(hash(i + ${shift}, ${salt}) % ${below} AS BIGINT)`
  return `SELECT 18 + ${number(0, 60)} AS age, DATE '1990-01-01' + CAST(${number(1, 4000)} AS INTEGER) AS seen,
  CAST(10000 + ${number(2, 40)} AS VARCHAR) AS zip,
  CASE WHEN ${number(3, 9)} > 0 THEN ${number(3, 5000)} / 10 END AS costs,
  ['flu', 'cold', 'asthma', 'ärger'][1 + ${number(4, 4)}] AS illness,
  ['low', 'high'][1 + ${number(5, 2)}] AS income FROM range(150) AS t(i)`
}

async function writePeople(): Promise<void> {
  const engine = await openDuckDB({ threads: 1 })
  const copy = (rows: string, name: string) => engine.execute(`COPY (${rows}) TO '${join(folder, name)}'` as Sql)
  await copy(people(0), 'people.parquet')
  await copy(people(0), 'people.csv')
  await copy(people(1000), 'others.parquet')
  await openPlace(s3, engine, 'test', 's3://bucket')
  for (const name of ['people.parquet', 'people.csv'])
    await copyBytes(engine, join(folder, name), `s3://bucket/people/${name}`)
  await engine.close()
}

/** In other processes, and at once: nothing else happens meanwhile. */
function writeLakes(name: string): void {
  const file = join(folder, name)
  const [catalog, data] = [join(folder, 'catalog.ducklake'), join(folder, 'ducklake/')]
  const extension = findExtension('ducklake', `v${duckdb.version().replace(/^v/, '')}`, process.env)
  const statements = `LOAD '${extension}'; ATTACH 'ducklake:${catalog}' AS lake (DATA_PATH '${data}');
    CREATE OR REPLACE TABLE lake.people AS FROM '${file}'`
  const script = `const { DuckDBInstance } = require('@duckdb/node-api')
    DuckDBInstance.create().then((made) => made.connect()).then((open) => open.run(${JSON.stringify(statements)}))`
  for (const [command, ...words] of [
    [process.execPath, '--unhandled-rejections=strict', '-e', script],
    [python as string, join(import.meta.dirname, 'tables.py'), file, folder],
  ]) {
    const { status, stderr } = spawnSync(command, words, { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  }
}

interface JobOptions {
  readonly source: string
  readonly release?: string
  readonly k?: number
  readonly search?: string
}

function writeJob(
  name: string,
  { source, release = `out/${name}.csv`, k = 5, search = 'lattice' }: JobOptions,
): string {
  const job = {
    version: 1,
    data: { source, table: source.startsWith('ducklake:') ? 'people' : undefined },
    columns: {
      age: { role: 'quasi-identifier', type: 'numeric' },
      seen: { role: 'quasi-identifier', type: 'date' },
      zip: { role: 'quasi-identifier', type: 'prefix' },
      costs: { role: 'other' },
      illness: { role: 'sensitive' },
      income: { role: 'target' },
    },
    privacy: { k, 'suppression-limit': 0.1, 'exposure-limit': 1 },
    algorithm: { name: search },
    output: { release },
  }
  const file = join(folder, `${name}.json`)
  writeFileSync(file, JSON.stringify(job))
  return file
}

const release = (name: string) => join(folder, 'out', `${name}.csv`)
const hash = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

beforeAll(async () => {
  if (!ready.met) return
  folder = mkdtempSync(join(tmpdir(), 'halftone-places-'))
  store = await openStore(join(folder, 'store'))
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: KEY,
    AWS_SECRET_ACCESS_KEY: CANARY,
    AWS_ENDPOINT_URL: store.endpoint,
    GCS_ACCESS_KEY_ID: KEY,
    GCS_SECRET_ACCESS_KEY: CANARY,
    GCS_ENDPOINT_URL: store.endpoint,
  })
  await writePeople()
  writeLakes('people.parquet')
})

afterAll(async () => {
  if (!ready.met) return
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a table in a store or a lake', needs(ready), () => {
  const sources = {
    s3: 's3://bucket/people/*.parquet',
    gcs: 'gs://bucket/people/people.parquet',
    delta: 'delta:delta/people',
    iceberg: 'iceberg:iceberg/lake/people',
    ducklake: 'ducklake:catalog.ducklake',
  }
  const searches = ['lattice', 'genetic', 'top-down', 'bottom-up', 'boxes', 'mondrian']
  const jobs = searches.flatMap((search) => [2, 3, 5, 8, 12].map((k) => ({ search, k })))

  it.each(jobs)('gives the release of a local file: $search, k = $k', async ({ search, k }) => {
    const run = async (name: string, source: string) => {
      const plan = readPlan(writeJob(name, { source, k, search }))
      const result = await anonymize(plan, { force: true, threads: 1 })
      expect(result.outcome).toBe('found')
      return hash(release(name))
    }
    const local = await run('local', 'people.parquet')
    for (const [name, source] of Object.entries(sources)) expect([name, await run(name, source)]).toEqual([name, local])
  })

  it('reads text and lists from a store', async () => {
    await anonymize(readPlan(writeJob('local', { source: 'people.csv' })), { force: true })
    await anonymize(readPlan(writeJob('text', { source: 's3://bucket/people/people.csv' })), { force: true })
    expect(hash(release('text'))).toBe(hash(release('local')))
  })

  it.each(['delta', 'iceberg', 'ducklake'] as const)('%s: reads the snapshot that it found', async (name) => {
    const source = sources[name]
    await anonymize(readPlan(writeJob('old', { source: 'people.parquet' })), { force: true })
    let isNew = false
    const rewrite = () => {
      if (!isNew) writeLakes('others.parquet')
      isNew = true
    }
    const manifest = () => JSON.parse(readFileSync(join(folder, 'out', 'pinned.manifest.json'), 'utf8')).input[0]
    const plan = readPlan(writeJob('pinned', { source }))
    await anonymize(plan, { force: true, progress: ({ step }) => void (step === 'count' && rewrite()) })
    const { snapshot } = manifest()
    expect(snapshot).toMatch(/^\d+$/)
    expect(hash(release('pinned'))).toBe(hash(release('old')))
    // The newest is another; the job can name the old one.
    await anonymize(plan, { force: true })
    expect(manifest().snapshot).not.toBe(snapshot)
    expect(hash(release('pinned'))).not.toBe(hash(release('old')))
    await anonymize(readPlan(writeJob('pinned', { source: `${source}@${snapshot}` })), { force: true })
    expect(manifest().snapshot).toBe(snapshot)
    expect(hash(release('pinned'))).toBe(hash(release('old')))
    writeLakes('people.parquet')
  })
})

interface Ended {
  readonly code: number | null
  readonly text: string
}

/** Asynchronous, since the store answers in this process. */
function run(words: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [...halftoneCommand(), ...words], { env: { ...process.env, ...environment } })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
    child.on('close', (code) => done({ code, text }))
  })
}

function filesWith(text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const file = join(folder, name)
    return statSync(file).isFile() && readFileSync(file).includes(text)
  })
}

describe('a release in a store', needs(ready), () => {
  const inStore = () => store.objects().filter((name) => !name.startsWith('people/'))
  const place = 's3://bucket/out/release.csv'

  it('has the bytes of a local one, its manifest, and no staged objects; private files stay here', async () => {
    await anonymize(readPlan(writeJob('local', { source: 'people.parquet' })), { force: true })
    const job = writeJob('stored', { source: 's3://bucket/people/*.parquet', release: place })
    const { code, text } = await run(['run', job])
    expect([code, text]).toEqual([0, expect.stringContaining(place)])
    expect(inStore()).toEqual(['out/release.csv', 'out/release.manifest.json'])
    expect(hash(join(folder, 'store/bucket/out/release.csv._S3rver_object'))).toBe(hash(release('local')))
    expect(existsSync(join(folder, 'private', 'release.recoding.json'))).toBe(true)
    expect((await run(['verify', place, '--job', job])).code).toBe(0)
    expect(await run(['run', job])).toMatchObject({ code: 2, text: expect.stringContaining('exists already') })
    expect((await run(['run', job, '--force'])).code).toBe(0)
    expect(filesWith(CANARY)).toEqual([])
  })

  const put = (method: string) => method === 'PUT' || method === 'POST'
  const faults: Record<string, { fault: Store['fault']; told: RegExp }> = {
    'all is refused': { fault: () => 'refuse', told: /refused \(403\)/ },
    'reading is refused': {
      fault: (method, path) => (method === 'GET' && /people/.test(path) ? 'refuse' : undefined),
      told: /refused \(403\)/,
    },
    'writing is refused': { fault: (method) => (put(method) ? 'refuse' : undefined), told: /refused \(403\)/ },
    'the store is broken': {
      fault: (method) => (put(method) ? 'fail' : undefined),
      told: /answered with 500|cannot be reached/,
    },
    'the connection is cut while reading': {
      fault: (method, path) => (method === 'GET' && /people\.parquet/.test(path) ? 'cut' : undefined),
      told: /cannot be reached|cannot be read/,
    },
    'the connection is cut while writing': {
      fault: (method, path) => (put(method) && /release\.csv/.test(path) ? 'cut' : undefined),
      told: /cannot be reached|answered with/,
    },
    'an object is half written': {
      fault: (method, path) => (put(method) && /halftone-.*release\.csv/.test(path) ? 'half' : undefined),
      told: /does not have the bytes|cannot be/,
    },
  }

  it.each(Object.keys(faults))('%s: exit 2, nothing published, no credential printed', async (name) => {
    for (const left of ['store/bucket/out', 'private']) rmSync(join(folder, left), { recursive: true, force: true })
    const job = writeJob('faulty', { source: 's3://bucket/people/*.parquet', release: place })
    store.fault = faults[name].fault
    const { code, text } = await run(['run', job])
    store.fault = () => undefined
    expect([code, text]).toEqual([2, expect.stringMatching(faults[name].told)])
    expect(inStore()).toEqual([])
    expect(existsSync(join(folder, 'private', 'release.recoding.json'))).toBe(false)
    for (const secret of [CANARY, 'Credential=']) expect(text).not.toContain(secret)
    expect(filesWith(CANARY)).toEqual([])
  })

  it('a wrong key and half a source are refused', async () => {
    const job = writeJob('faulty', { source: 's3://bucket/people/*.parquet' })
    const wrong = await run(['run', job, '--force'], { AWS_ACCESS_KEY_ID: CANARY })
    expect(wrong).toMatchObject({ code: 2, text: expect.stringMatching(/refused \(403\)/) })
    expect(wrong.text).not.toContain(CANARY)
    const object = join(folder, 'store/bucket/people/people.parquet._S3rver_object')
    copyFileSync(object, join(folder, 'whole'))
    writeFileSync(object, readFileSync(object).subarray(0, 2000))
    const half = await run(['run', job, '--force'])
    copyFileSync(join(folder, 'whole'), object)
    expect(half).toMatchObject({ code: 2, text: expect.stringContaining('people.parquet') })
    expect(existsSync(release('faulty'))).toBe(false)
  })

  it('credentials in an address, a folder without extensions and a missing object are refused with the remedy', async () => {
    const refused = async (source: string, environment: NodeJS.ProcessEnv, told: RegExp) =>
      expect(await run(['run', writeJob('wrong', { source })], environment)).toMatchObject({
        code: 2,
        text: expect.stringMatching(told),
      })
    await refused(`s3://bucket/people.csv?s3_secret_access_key=${CANARY}`, {}, /AWS_SECRET_ACCESS_KEY/)
    mkdirSync(join(folder, 'empty'), { recursive: true })
    await refused(
      's3://bucket/people/*.parquet',
      { HALFTONE_EXTENSIONS: join(folder, 'empty') },
      /pip install --target/,
    )
    await refused('s3://bucket/none.csv', {}, /not there \(404\)/)
    await refused('delta:none', {}, /not a Delta table/)
    await refused('delta:delta/people@99', {}, /snapshot/)
    await refused('ducklake:catalog.ducklake@99999', {}, /snapshot/)
  })
})
