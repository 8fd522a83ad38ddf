/**
 * A worker of a real Spark is killed, with the process that works for it, while rows are counted and while the release is written: the run ends as it
 * would have. Tasks that are lost are run again by the other worker.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonymize } from '../../src/anonymize.ts'
import type { Engine } from '../../src/engines/engine.ts'
import { openLocalEngine } from '../../src/engines/open-engine.ts'
import { openSpark } from '../../src/engines/spark/spark-engine.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import type { RunProgress } from '../../src/run.ts'
import { sql } from '../../src/sql/dialect.ts'
import { needs } from '../needs.ts'
import { slowPeople, spark, sparkAddress, sparkProcess, startSpark } from './spark.ts'

const ROWS = 400_000

describe('a real Spark', needs(spark), () => {
  let base: string
  let engine: Engine
  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'halftone-worker-'))
    engine = await openSpark(sparkAddress, () => openLocalEngine({ threads: 1 }))
    await engine.execute(sql`CREATE DATABASE IF NOT EXISTS killing`)
    const lines = Array.from({ length: ROWS }, (_, n) => `${n},${18 + (n % 70)},${'abc'[(n * 7) % 3]}`)
    writeFileSync(join(base, 'people.csv'), `id,age,town\n${lines.join('\n')}\n`)
  })
  afterAll(async () => {
    await engine.execute(sql`DROP DATABASE IF EXISTS killing CASCADE`)
    await engine.close()
    rmSync(base, { recursive: true, force: true })
  })

  const query = slowPeople(ROWS)

  async function run(data: object, output: object, progress?: (now: RunProgress) => void) {
    const job = {
      version: 1,
      data,
      columns: {
        id: { role: 'identifier' },
        age: { role: 'quasi-identifier', type: 'numeric' },
        town: { role: 'quasi-identifier', order: ['a', 'b', 'c'] },
      },
      privacy: { k: 6000 },
      output,
    }
    writeFileSync(join(base, 'job.json'), JSON.stringify(job))
    const { verification } = await anonymize(readPlan(join(base, 'job.json')), { threads: 1, force: true, progress })
    expect([verification?.verdict, verification?.rows]).toEqual(['holds', ROWS])
  }
  /** At a progress of the step that is neither its beginning nor its end. */
  const killing = (worker: 1 | 2, at: string) => {
    const when: number[] = []
    const progress = ({ step, share = 0 }: RunProgress) => {
      if (step !== at || share <= 0 || share >= 1 || when.length > 0) return
      when.push(share)
      const daemon = sparkProcess(`worker${worker}`)
      const working = execFileSync('pgrep', ['-P', String(daemon)], { encoding: 'utf8' })
        .trim()
        .split('\n')
      for (const process_ of [daemon, ...working.map(Number)]) process.kill(process_, 'SIGKILL')
    }
    return { when, progress }
  }
  const restart = (worker: number) => execFileSync(startSpark, ['worker', String(worker)])

  it('a worker that is killed while rows are counted changes nothing of the release', async () => {
    await run({ source: 'people.csv' }, { release: 'here.csv' })
    const { when, progress } = killing(2, 'count')
    try {
      await run({ source: sparkAddress, query, key: ['id'] }, { release: 'there.csv' }, progress)
    } finally {
      restart(2)
    }
    expect(when).toHaveLength(1)
    expect(readFileSync(join(base, 'there.csv')).equals(readFileSync(join(base, 'here.csv')))).toBe(true)
  })

  it('a worker that is killed while the release is written changes nothing of its table', async () => {
    const { when, progress } = killing(1, 'write')
    try {
      await run({ source: sparkAddress, query, key: ['id'] }, { table: 'killing.released' }, progress)
    } finally {
      restart(1)
    }
    expect(when).toHaveLength(1)
    const classes = (from: string) =>
      sql`SELECT age, town, CAST(COUNT(*) AS INT) AS n FROM ${engine.dialect.identifier(...from.split('.'))} GROUP BY age, town ORDER BY age, town`
    const there = await engine.query(classes('killing.released'))
    const [, ...lines] = readFileSync(join(base, 'here.csv'), 'utf8').trimEnd().split('\n')
    const counts = new Map<string, number>()
    for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
    const towns = there.texts('town')
    const sizes = there.integers('n')
    const found = there.texts('age').map((age, i) => [`${age},${towns[i]}`, sizes[i]] as const)
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries([...counts].map(([line, n]) => [line.replaceAll('"', ''), n])),
    )
    expect((await engine.query(sql`SHOW TABLES IN killing`)).texts('tableName')).toEqual(['released'])
  })
})
