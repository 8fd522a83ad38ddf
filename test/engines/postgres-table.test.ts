/** Releases to a table of a real PostgreSQL: what is published, what is refused, and what failures leave behind. */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import type { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { anonymize } from '../../src/anonymize.ts'
import { postgresLibrary } from '../../src/engines/postgres/postgres-engine.ts'
import { UserError } from '../../src/ground/errors.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import type { AnonymizeRun } from '../../src/run.ts'
import { dryRun } from '../../src/tasks/dry-run.ts'
import { verifyRelease } from '../../src/tasks/verify.ts'
import { type Need, needs } from '../needs.ts'
import { postgres, postgresAddress as server } from './postgres.ts'

// A database of its own: connections are ended here, and room is taken away.
const postgresAddress = server.replace(/\/postgres$/, '/halftone_table')

const serverUser = 'postgres'

/** A disk of its own can be made here: by root alone, and not in every container. */
const tinyDisk: Need = {
  met: postgres.met && spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'halftone', '/mnt']).status === 0,
  missing: 'nobody may mount a disk here',
}

const columns = {
  id: { role: 'identifier' },
  age: { role: 'quasi-identifier', type: 'numeric' },
  town: { role: 'quasi-identifier', order: ['t0', 't1', 't2', "it's"] },
  weight: { role: 'other' },
  ill: { role: 'sensitive' },
}
const job = {
  version: 1,
  data: { source: postgresAddress, table: 'clinic.people', unlisted: 'drop' },
  columns,
  privacy: { k: 3, 'suppression-limit': 0.5, 'suppressed-group': 'exempt' },
  output: { table: 'clinic.released' },
}
const released = `SELECT age, town, weight, ill FROM clinic.released`

describe('a real PostgreSQL', needs(postgres), () => {
  let base: string
  let client: Client
  const rowsOf = async (statement: string) => (await client.query({ text: statement, rowMode: 'array' })).rows
  const tables = () => rowsOf(`SELECT relname FROM pg_class WHERE relnamespace = 'clinic'::regnamespace ORDER BY 1`)

  beforeAll(async () => {
    const { pg } = await postgresLibrary()
    const maker = new pg.Client({ connectionString: server })
    await maker.connect()
    await maker.query('DROP DATABASE IF EXISTS halftone_table WITH (FORCE)')
    await maker.query('CREATE DATABASE halftone_table')
    await maker.end()
    client = new pg.Client({ connectionString: postgresAddress })
    await client.connect()
  })
  beforeEach(async () => {
    base = mkdtempSync(join(tmpdir(), 'halftone-table-'))
    await client.query(`DROP SCHEMA IF EXISTS clinic CASCADE; CREATE SCHEMA clinic;
      CREATE TABLE clinic.people AS SELECT n AS id, 20 + n % 40 AS age, 't' || n % 3 AS town, n / 8::float8 AS weight, n % 5 = 0 AS ill FROM generate_series(1, 200) AS n;
      INSERT INTO clinic.people VALUES (201, NULL, 'it''s', '-0', NULL), (202, 99, '', 'NaN', NULL)`)
    return () => rmSync(base, { recursive: true, force: true })
  })
  afterAll(async () => {
    await client.query('DROP SCHEMA IF EXISTS clinic CASCADE')
    await client.end()
  })

  function run(changes: object = {}, options: AnonymizeRun = {}) {
    const file = join(base, 'job.json')
    writeFileSync(file, JSON.stringify({ ...job, ...changes, data: { ...job.data, missing: 'category' } }))
    return anonymize(readPlan(file), { threads: 1, ...options })
  }
  async function refused(changes: object, options: AnonymizeRun, words: string) {
    const before = [await tables(), readdirSync(base).filter((name) => name !== 'job.json')]
    const error = await run(changes, options).catch((own: unknown) => own)
    expect(error).toBeInstanceOf(UserError)
    expect(String(error)).toContain(words)
    expect([await tables(), readdirSync(base).filter((name) => name !== 'job.json')]).toEqual(before)
  }

  it('output.table: the rows of the release to a file, in their types; the manifest says where, the table which manifest', async () => {
    const { release, verification, table } = await run()
    expect([release, table]).toEqual([
      `clinic.released of postgres://${new URL(postgresAddress).host}/halftone_table`,
      'clinic.released',
    ])
    expect(verification?.verdict).toBe('holds')
    await run({ output: { release: 'release.csv' } })
    await client.query(`CREATE TABLE clinic.again (age text, town text, weight float8, ill boolean)`)
    const lines = readFileSync(join(base, 'release.csv'), 'utf8').trimEnd().split('\n').slice(1)
    for (const line of lines) {
      const cells = (line.match(/("([^"]|"")*"|[^,"]*)(,|$)/g) ?? []).map((cell) => cell.replace(/,$/, ''))
      const values = cells
        .slice(0, 4)
        .map((cell) => (cell === '' ? null : cell.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"')))
      await client.query('INSERT INTO clinic.again VALUES ($1, $2, $3, $4)', values)
    }
    const differing = `(${released} EXCEPT ALL SELECT * FROM clinic.again) UNION ALL (SELECT * FROM clinic.again EXCEPT ALL ${released})`
    expect(await rowsOf(differing)).toEqual([])
    const types = `SELECT attname || ' ' || format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = 'clinic.released'::regclass AND attnum > 0 ORDER BY attnum`
    expect((await rowsOf(types)).flat()).toEqual(['age text', 'town text', 'weight double precision', 'ill boolean'])
    const text = readFileSync(join(base, 'clinic.released.manifest.json'), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ table: release, output: [] })
    const [[note]] = await rowsOf(`SELECT obj_description('clinic.released'::regclass)`)
    expect(note).toContain(createHash('sha256').update(text).digest('hex'))
    expect((await tables()).flat()).toEqual(['again', 'people', 'released'])
  })

  it('verify compares the comment of a table with the manifest of the job', async () => {
    await run()
    const source = { source: postgresAddress, table: 'clinic.released', base }
    const verified = () => verifyRelease({ source, job: readPlan(join(base, 'job.json')) })
    expect((await verified()).verdict).toBe('holds')
    await client.query(`COMMENT ON TABLE clinic.released IS 'of another run'`)
    await expect(verified()).rejects.toThrow('do not belong together')
  })

  it('limits.combinations: numbers are cut into bins in the server, and warning and manifest say so', async () => {
    const limits = { combinations: 100 }
    // Public ends would leave few combinations without any loss.
    const { warnings, verification, combinations } = await run({ limits, privacy: { ...job.privacy, ends: 'exact' } })
    expect(verification).toMatchObject({ verdict: 'holds', rows: 202 })
    expect(combinations).toBeLessThanOrEqual(100)
    expect(warnings.join()).toContain('age was cut into 16 bins')
    const manifest = JSON.parse(readFileSync(join(base, 'clinic.released.manifest.json'), 'utf8'))
    expect(manifest.coarsened).toMatchObject({ columns: ['age'], bins: 16 })
    await refused({ limits: { combinations: 3 }, output: { table: 'clinic.other' } }, {}, 'different combinations')
  })

  it('output.path is refused', () => refused({ output: { path: '/lake/people' } }, {}, 'a folder of a Spark cluster'))

  it('a statement that is planned layer by layer: eight quasi-identifiers with suppressed rows', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `c${i}`)
    const cells = names.map((name, i) => `(n * ${i + 3} % 7)::text AS ${name}`)
    await client.query(
      `CREATE TABLE clinic.wide AS SELECT ${cells.join(', ')} FROM generate_series(1, 300) AS n; ANALYZE clinic.wide`,
    )
    const wide = Object.fromEntries(names.map((name) => [name, { role: 'quasi-identifier', type: 'numeric' }]))
    const file = join(base, 'wide.json')
    const data = { source: postgresAddress, table: 'clinic.wide' }
    const privacy = { k: 20, 'suppression-limit': 0.9 }
    writeFileSync(file, JSON.stringify({ ...job, data, columns: wide, privacy }))
    const { verification, seconds } = await anonymize(readPlan(file), { threads: 1 })
    expect([verification?.verdict, seconds['write'] < 60]).toEqual(['holds', true])
  })

  it('output.table with persons and classes: verified in the database by tables of the session', async () => {
    const { id: _, ...rest } = columns
    const persons = { columns: { ...rest, id: { role: 'identifier' } }, persons: { column: 'id' } }
    expect((await run(persons)).verification).toMatchObject({ verdict: 'holds', persons: 202 })
    const boxes = await run({ algorithm: { name: 'mondrian' } }, { force: true })
    expect(boxes.verification?.verdict).toBe('holds')
    const smallest = `SELECT MIN(n) FROM (SELECT COUNT(*)::int AS n FROM clinic.released GROUP BY age, town) AS classes`
    expect((await rowsOf(smallest))[0][0]).toBeGreaterThanOrEqual(3)
  })

  it('a table that exists is replaced with --force alone, with its rights, and by nobody but its owner', async () => {
    await client.query(
      `DROP ROLE IF EXISTS reader; CREATE ROLE reader; CREATE TABLE clinic.released AS SELECT 1 AS old; GRANT SELECT ON clinic.released TO reader`,
    )
    await refused({}, {}, 'exists already')
    await refused({ output: { table: 'clinic.people' } }, { force: true }, 'the table that the data come from')
    await run({}, { force: true })
    expect(
      await rowsOf(
        `SELECT has_table_privilege('reader', 'clinic.released', 'SELECT'), COUNT(*)::int FROM ${'clinic.released'}`,
      ),
    ).toEqual([[true, 202]])
    await client.query('CREATE VIEW clinic.looks AS SELECT * FROM clinic.released')
    await refused({}, { force: true }, 'depend')
    await refused({ output: { table: 'clinic.looks' } }, { force: true }, 'no plain table')
    await client.query('DROP SCHEMA clinic CASCADE; CREATE SCHEMA clinic; DROP ROLE reader')
  })

  it('nothing is written without a right, into no schema, or beside another run', async () => {
    await client.query(
      `DROP ROLE IF EXISTS weak; CREATE ROLE weak LOGIN; GRANT USAGE ON SCHEMA clinic TO weak; GRANT SELECT ON clinic.people TO weak`,
    )
    const source = postgresAddress.replace('//halftone@', '//weak@')
    const weak = readPlanWith({ source })
    await expect(anonymize(weak)).rejects.toThrow('may not create tables')
    await client.query(`DROP OWNED BY weak; DROP ROLE weak`)
    await refused({ output: { table: 'nowhere.released' } }, {}, 'that there is not')
    await refused({ output: { table: 'a.b.c' } }, {}, 'a table of this database')
    await client.query(`SELECT pg_advisory_lock(hashtextextended('halftone "clinic"."released"', 0))`)
    await refused({}, {}, 'another run')
    await client.query('SELECT pg_advisory_unlock_all()')
  })

  it('rows that change during the run are released as they were when it began', async () => {
    const { verification } = await run({}, { progress: changeOnce() })
    expect(verification).toMatchObject({ verdict: 'holds', rows: 202 })
    expect(await rowsOf(`SELECT COUNT(*)::int FROM clinic.released WHERE town = 'late'`)).toEqual([[0]])
  })

  it('a server that ends the connection at any step leaves nothing behind', async () => {
    for (const step of ['count', 'search', 'write', 'verify', 'publish']) {
      let ended = false
      const end = ({ step: now }: { readonly step: string }) => {
        if (now !== step || ended) return
        ended = true
        void client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'halftone' AND datname = current_database()`,
        )
      }
      await refused({}, { progress: end }, 'the connection to PostgreSQL was lost')
    }
  })

  it('a statement that is longer, or deeper, than the server takes stops the run', async () => {
    const deep = `SELECT ${'('.repeat(100_000)}1${')'.repeat(100_000)} AS age`
    const plan = readPlanWith(
      { table: undefined, query: deep },
      { columns: { age: { role: 'quasi-identifier', type: 'numeric' } } },
    )
    await expect(anonymize(plan)).rejects.toThrow('larger than PostgreSQL takes')
    expect((await tables()).flat()).toEqual(['people'])
  })

  it('limits.combinations: dates and codes are counted by a level in the server', async () => {
    await client.query(
      `CREATE TABLE clinic.visits AS SELECT (DATE '2019-01-01' + n % 700) AS day, lpad((n * 7919 % 90000)::text, 5, '0') AS postcode FROM generate_series(1, 3000) AS n`,
    )
    const visits = {
      columns: {
        day: { role: 'quasi-identifier', type: 'date' },
        postcode: { role: 'quasi-identifier', type: 'prefix' },
      },
      limits: { combinations: 800 },
      privacy: { k: 5, 'suppression-limit': 0.3 },
      output: { table: 'clinic.released' },
    }
    const plan = readPlanWith({ table: 'clinic.visits' }, visits)
    const { verification, warnings, combinations = 0 } = await anonymize(plan, { threads: 1 })
    expect(verification).toMatchObject({ verdict: 'holds', rows: 3000 })
    expect(combinations).toBeLessThanOrEqual(800)
    expect(warnings.join()).toMatch(
      /day was counted by (month|quarter|year|decade), postcode was counted by \d character/,
    )
    expect(await rowsOf(`SELECT COUNT(*)::int FROM clinic.released WHERE day ~ '^\\d{4}-\\d{2}-\\d{2}'`)).toEqual([[0]])
  })

  it('a disk of the server that is full stops the release, and nothing is left', async () => {
    // More than the memory of a sort.
    await client.query(
      `ALTER TABLE clinic.people ADD note text; INSERT INTO clinic.people SELECT n, n % 90, 't' || n % 3, n, n % 5 = 0, repeat('x', 1600) FROM generate_series(1, 60000) AS n`,
    )
    await client.query('ALTER DATABASE halftone_table SET temp_file_limit = 64')
    try {
      await refused({ columns: { ...columns, note: { role: 'other' } } }, {}, 'no room left')
    } finally {
      await client.query('ALTER DATABASE halftone_table RESET temp_file_limit')
    }
  })

  it('a full disk: a tablespace of eight megabytes', needs(tinyDisk), async () => {
    const disk = mkdtempSync(join(tmpdir(), 'halftone-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=777', 'halftone', disk])
    try {
      execFileSync('install', ['-d', '-o', serverUser, '-m', '700', join(disk, 'space')])
      await client.query(`CREATE TABLESPACE tiny LOCATION '${join(disk, 'space')}'`)
      await client.query('ALTER DATABASE halftone_table SET default_tablespace = tiny')
      await client.query(
        `INSERT INTO clinic.people SELECT n, n % 90, 't' || n % 3, n, n % 5 = 0 FROM generate_series(1, 200000) AS n`,
      )
      await refused({}, {}, 'no room left')
    } finally {
      await client.query('ALTER DATABASE halftone_table RESET default_tablespace')
      await client.query('DROP TABLESPACE IF EXISTS tiny')
      execFileSync('umount', [disk])
      rmSync(disk, { recursive: true, force: true })
    }
  })

  it('a password is in no output: files, result, dry run, errors; a wrong one is refused', async () => {
    const planted = 'planted-4711'
    await client.query(`DROP ROLE IF EXISTS locked; CREATE ROLE locked SUPERUSER LOGIN PASSWORD '${planted}'`)
    vi.stubEnv('PGPASSWORD', planted)
    try {
      const data = { source: postgresAddress.replace('//halftone@', '//locked@') }
      const said: unknown[] = [
        await anonymize(readPlanWith(data, { output: { table: 'clinic.released', report: 'report.html' } })),
      ]
      const files = readPlanWith(data, { output: { release: 'out/release.csv', report: 'out/report.html' } })
      said.push(await anonymize(files), await dryRun(files))
      said.push(await anonymize(readPlanWith({ ...data, table: 'clinic.nothing' })).catch((error: unknown) => error))
      said.push(
        await anonymize(readPlanWith({ ...data, table: undefined, query: 'SELEC 1' })).catch((error: unknown) => error),
      )
      vi.stubEnv('PGPASSWORD', `${planted}-wrong`)
      const refusal = await anonymize(files).catch((error: unknown) => error)
      expect(String(refusal)).toContain('refuses the user or the password')
      const written = readdirSync(base, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      const texts = written.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
      expect(texts.length).toBeGreaterThan(8)
      const [[note]] = await rowsOf(`SELECT obj_description('clinic.released'::regclass)`)
      expect([...texts, String(note), inspect([...said, refusal], { depth: 30 })].join()).not.toContain(planted)
    } finally {
      vi.unstubAllEnvs()
      await client.query('DROP OWNED BY locked CASCADE; DROP ROLE locked')
    }
  })

  it('a run that is cancelled leaves nothing behind', async () => {
    const abort = new AbortController()
    const options = {
      signal: abort.signal,
      progress: ({ step }: { readonly step: string }) => step === 'write' && abort.abort(),
    }
    await expect(run({}, options)).rejects.toThrow('cancelled')
    expect((await tables()).flat()).toEqual(['people'])
  })

  function readPlanWith(data: object, changes: object = {}) {
    const file = join(base, 'job.json')
    writeFileSync(file, JSON.stringify({ ...job, ...changes, data: { ...job.data, missing: 'category', ...data } }))
    return readPlan(file)
  }
  function changeOnce() {
    let changed = false
    return ({ step }: { readonly step: string }) => {
      if (step !== 'search' || changed) return
      changed = true
      void client.query(`UPDATE clinic.people SET town = 'late'; DELETE FROM clinic.people WHERE id < 100`)
    }
  }
})
