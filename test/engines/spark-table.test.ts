/** Releases to a table of a real Spark: staged there, verified there, and put in their place by a rename. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonymize } from '../../src/anonymize.ts'
import type { Engine } from '../../src/engines/engine.ts'
import { openLocalEngine } from '../../src/engines/open-engine.ts'
import { readAddress } from '../../src/engines/spark/address.ts'
import { SparkSession, sparkLibrary } from '../../src/engines/spark/session.ts'
import { openSpark } from '../../src/engines/spark/spark-engine.ts'
import { UserError } from '../../src/ground/errors.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import type { AnonymizeRun } from '../../src/run.ts'
import { type Sql, sql } from '../../src/sql/dialect.ts'
import { verifyRelease } from '../../src/tasks/verify.ts'
import { needs } from '../needs.ts'
import { spark, sparkAddress } from './spark.ts'

describe('a real Spark', needs(spark), () => {
  let base: string
  let engine: Engine
  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'halftone-spark-table-'))
    engine = await openSpark(sparkAddress, () => openLocalEngine({ threads: 1 }))
    await engine.execute(sql`CREATE DATABASE IF NOT EXISTS clinic`)
    await clear()
    const odd = sql`SELECT 201, NULL, "it's", CAST('-0' AS DOUBLE), DATE'2020-02-29', NULL UNION ALL SELECT 202, 99, '日本 \\\\', CAST('NaN' AS DOUBLE), NULL, 1.50`
    await engine.execute(
      sql`CREATE TABLE clinic.people USING parquet AS SELECT CAST(id AS INT) AS id, CAST(20 + id % 40 AS INT) AS age, concat('t', id % 3) AS town, id / 8D AS weight, DATE'2020-01-01' AS day, CAST(id AS DECIMAL(10, 2)) AS fee FROM range(1, 201) UNION ALL (${odd})`,
    )
  })
  afterAll(async () => {
    await clear()
    await engine.close()
    rmSync(base, { recursive: true, force: true })
  })
  const clear = async () => {
    for (const name of await tables()) await engine.execute(sql`DROP TABLE clinic.${engine.dialect.identifier(name)}`)
  }
  const tables = async () => (await engine.query(sql`SHOW TABLES IN clinic`)).texts('tableName').map(String).sort()

  function run(changes: object = {}, options: AnonymizeRun = {}) {
    const file = join(base, 'job.json')
    const job = {
      version: 1,
      data: { source: sparkAddress, table: 'clinic.people', key: ['id'], missing: 'category' },
      columns: {
        id: { role: 'identifier' },
        age: { role: 'quasi-identifier', type: 'numeric' },
        town: { role: 'quasi-identifier', order: ['t0', 't1', 't2', "it's", '日本 \\'] },
        weight: { role: 'other' },
        day: { role: 'other' },
        fee: { role: 'other' },
      },
      privacy: { k: 3, 'suppression-limit': 0.5, 'suppressed-group': 'exempt' },
      output: { table: 'clinic.released' },
    }
    writeFileSync(file, JSON.stringify({ ...job, ...changes }))
    return anonymize(readPlan(file), { threads: 1, ...options })
  }
  async function refused(changes: object, options: AnonymizeRun, words: string) {
    const before = [await tables(), readdirSync(base)]
    const error = await run(changes, options).catch((own: unknown) => own)
    expect(error).toBeInstanceOf(UserError)
    expect(String(error)).toContain(words)
    expect([await tables(), readdirSync(base)]).toEqual(before)
  }

  it('output.table: staged, verified and renamed there, in types of the source; replaced with force alone', async () => {
    const { verification, release } = await run()
    expect([verification?.verdict, verification?.rows]).toEqual(['holds', 202])
    expect(release).toContain('clinic.released of sc://')
    expect(await tables()).toEqual(['people', 'released'])
    const columns = await engine.describe({ kind: 'table', table: ['clinic', 'released'] })
    expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'age string',
      'town string',
      'weight double',
      'day date',
      'fee decimal(10,2)',
    ])
    expect(JSON.parse(readFileSync(join(base, 'clinic.released.manifest.json'), 'utf8')).table).toBe(release)
    await refused({}, {}, 'exists already')
    await refused({ output: { table: 'clinic.people' } }, { force: true }, 'the table that the data come from')
    expect((await run({}, { force: true })).verification?.verdict).toBe('holds')
    expect(await tables()).toEqual(['people', 'released'])
  })

  it('output.path: staged and verified as a table, copied to a folder; refused where something is, or where the data are', async () => {
    const path = join(base, 'lake', 'people')
    const { verification, release } = await run({ output: { path } })
    expect([verification?.verdict, verification?.rows]).toEqual(['holds', 202])
    expect(release).toBe(`${path} of ${sparkAddress}`)
    expect(JSON.parse(readFileSync(join(base, 'people.manifest.json'), 'utf8')).table).toBe(release)
    expect(await tables()).toEqual(['people', 'released'])
    const staged = await engine.query(sql`SHOW TABLES IN default LIKE 'halftone_staged*'`)
    expect(staged.rows).toBe(0)
    // This session has seen the table before it was replaced.
    await engine.execute(sql`REFRESH TABLE clinic.released`)
    const rows = (from: Sql) => sql`SELECT * FROM ${from}`
    const [there, table] = [sql`parquet.${engine.dialect.identifier(path)}`, sql`clinic.released`]
    const differing = await engine.query(
      sql`SELECT CAST(COUNT(*) AS INT) AS n FROM ((${rows(there)} EXCEPT ALL ${rows(table)}) UNION ALL (${rows(table)} EXCEPT ALL ${rows(there)})) AS both`,
    )
    expect([...differing.integers('n')]).toEqual([0])
    await refused({ output: { path } }, {}, 'exists already')
    await refused({ output: { path: 'lake/other' } }, {}, 'must be a whole path')
    const columns = { age: { role: 'quasi-identifier', order: ['*', '20'] }, town: { role: 'other' } }
    const data = { source: sparkAddress, path, unlisted: 'drop', key: ['town'] }
    await refused({ data, columns, output: { path } }, { force: true }, 'holds files that the data come from')
    const source = { source: sparkAddress, table: 'clinic.released', base }
    await run({}, { force: true })
    expect((await verifyRelease({ source, job: readPlan(join(base, 'job.json')) })).verdict).toBe('holds')
    await engine.execute(sql`COMMENT ON TABLE clinic.released IS 'of another run'`)
    await expect(verifyRelease({ source, job: readPlan(join(base, 'job.json')) })).rejects.toThrow('belong together')
  })

  it('a table that changes during the run stops it; what was staged is removed', async () => {
    let changing: Promise<void> | undefined
    const change = ({ step }: { readonly step: string }) => {
      if (step === 'search')
        changing ??= engine.execute(sql`INSERT INTO clinic.people SELECT 300, 30, 't1', 1D, DATE'2020-01-01', 1.0`)
    }
    await refused({}, { force: true, progress: change }, 'was changed while it was read')
    await changing
  })

  it('two runs on one table: the later one is refused, and a place that cannot be written to as well', async () => {
    let other: Promise<void> | undefined
    const meanwhile = ({ step }: { readonly step: string }) => {
      if (step === 'verify') other ??= engine.execute(sql`CREATE TABLE clinic.twice USING parquet AS SELECT 1 AS first`)
    }
    const error = await run({ output: { table: 'clinic.twice' } }, { progress: meanwhile }).catch((own: unknown) => own)
    await other
    expect(String(error)).toContain('appeared while the run was under way')
    expect(await tables()).toEqual(['people', 'released', 'twice'])
    expect([...(await engine.query(sql`SELECT * FROM clinic.twice`)).integers('first')]).toEqual([1])
    await engine.execute(sql`DROP TABLE clinic.twice`)
    await refused({ output: { path: '/proc/halftone' } }, {}, 'may not read or write there')
    expect((await engine.query(sql`SHOW TABLES IN default LIKE 'halftone_staged*'`)).rows).toBe(0)
  })

  it('a session that somebody else has ended: nothing is published, and what was staged is named', async () => {
    const source = `${sparkAddress}/;session_id=${randomUUID()}`
    const other = new SparkSession(await sparkLibrary(), readAddress(source, {}))
    let ended: Promise<void> | undefined
    const end = ({ step }: { readonly step: string }) => {
      if (step === 'verify') ended ??= other.close()
    }
    const data = { source, table: 'clinic.people', key: ['id'], missing: 'category' }
    const before = await tables()
    const error = await run({ data, output: { table: 'clinic.ended' } }, { progress: end }).catch((own: unknown) => own)
    await ended
    expect(error).toBeInstanceOf(UserError)
    const [, staged = ''] =
      /nothing was published, but the table [\w.]*(halftone_staged_\w+) may still/.exec(String(error)) ?? []
    expect(await tables()).toEqual([...before, staged].sort())
    await engine.execute(sql`DROP TABLE clinic.${engine.dialect.identifier(staged)}`)
  })

  it('a statement that is too long is refused, and the next one is answered', async () => {
    const long = sql`SELECT 1 AS one /* ${'x'.repeat(129 << 20) as Sql} */`
    await expect(engine.query(long)).rejects.toThrow('larger than Spark takes')
    expect((await engine.query(sql`SELECT 1 AS one`)).rows).toBe(1)
  })

  it('a run that is cancelled while it writes leaves nothing staged', async () => {
    const abort = new AbortController()
    const progress = ({ step }: { readonly step: string }) => step === 'write' && abort.abort()
    await expect(run({}, { force: true, signal: abort.signal, progress })).rejects.toThrow('cancelled')
    expect(await tables()).toEqual(['people', 'released'])
  })
})
