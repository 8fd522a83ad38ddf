/** Releases to a table of a real Spark: staged there, verified there, and put in their place by a rename. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonymize } from '../../src/anonymize.ts'
import type { Engine } from '../../src/engines/engine.ts'
import { openLocalEngine } from '../../src/engines/open-engine.ts'
import { openSpark } from '../../src/engines/spark/spark-engine.ts'
import { UserError } from '../../src/errors.ts'
import { readPlan } from '../../src/read-plan.ts'
import type { AnonymizeRun } from '../../src/run.ts'
import { sql } from '../../src/sql/dialect.ts'
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
      privacy: { k: 3, 'suppression-limit': 0.5 },
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

  it('a table that changes during the run stops it; what was staged is removed', async () => {
    let changing: Promise<void> | undefined
    const change = ({ step }: { readonly step: string }) => {
      if (step === 'search')
        changing ??= engine.execute(sql`INSERT INTO clinic.people SELECT 300, 30, 't1', 1D, DATE'2020-01-01', 1.0`)
    }
    await refused({}, { force: true, progress: change }, 'was changed while it was read')
    await changing
  })

  it('a run that is cancelled while it writes leaves nothing staged', async () => {
    const abort = new AbortController()
    const progress = ({ step }: { readonly step: string }) => step === 'write' && abort.abort()
    await expect(run({}, { force: true, signal: abort.signal, progress })).rejects.toThrow('cancelled')
    expect(await tables()).toEqual(['people', 'released'])
  })
})
