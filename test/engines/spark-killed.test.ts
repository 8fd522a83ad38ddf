/** Spark Connect is killed while rows are counted: the message names the cause, and no table that was never made. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { anonymize } from '../../src/anonymize.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import { needs } from '../needs.ts'
import { slowPeople, spark, sparkAddress, sparkProcess, startSpark } from './spark.ts'

const folder = mkdtempSync(join(tmpdir(), 'halftone-killed-'))
const job = {
  version: 1,
  data: { source: sparkAddress, query: slowPeople(400_000), key: ['id'] },
  columns: {
    id: { role: 'identifier' },
    age: { role: 'quasi-identifier', type: 'numeric' },
    town: { role: 'quasi-identifier', order: ['a', 'b', 'c'] },
  },
  privacy: { k: 6000 },
  output: { table: 'never_released', manifest: 'out/manifest.json' },
}

describe('a real Spark', needs(spark), () => {
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
    // Other tests need it.
    execFileSync(startSpark)
  })

  it('says that it does not answer, and has no table to drop', async () => {
    writeFileSync(join(folder, 'job.json'), JSON.stringify(job))
    const kills: number[] = []
    const failure: Error = await anonymize(readPlan(join(folder, 'job.json')), {
      threads: 1,
      progress({ step, share = 0 }) {
        if (step !== 'count' || share <= 0 || share >= 1 || kills.length > 0) return
        kills.push(share)
        process.kill(sparkProcess('connect'), 'SIGKILL')
      },
    }).then(
      () => expect.fail('the run ended well'),
      (error) => error,
    )
    expect(kills).toHaveLength(1)
    expect(failure).toMatchObject({ name: 'UserError', message: expect.stringContaining('Spark does not answer') })
    expect(failure.message).toContain('nothing was published')
    expect(failure.message).not.toMatch(/drop|halftone_staged/)
    expect(readdirSync(folder)).toEqual(['job.json'])
  })
})
