/** A worker of a real Spark is killed while the rows are counted: the run ends as it would have. The cluster has one worker from then on. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anonymize } from '../../src/anonymize.ts'
import { readPlan } from '../../src/read-plan.ts'
import { needs } from '../needs.ts'
import { spark, sparkAddress } from './spark.ts'

const started = join(process.env['HALFTONE_ENGINES'] ?? '/tmp/halftone-engines', 'spark', 'run')

describe('a real Spark', needs(spark), () => {
  it('anonymize: a worker that is killed in the middle changes nothing of the release', async () => {
    const base = mkdtempSync(join(tmpdir(), 'halftone-worker-'))
    try {
      const lines = Array.from({ length: 5000 }, (_, n) => `${n},${18 + (n % 70)},${['a', 'b', 'c'][(n * 7) % 3]}`)
      writeFileSync(join(base, 'people.csv'), `id,age,town\n${lines.join('\n')}\n`)
      const job = {
        version: 1,
        columns: {
          id: { role: 'identifier' },
          age: { role: 'quasi-identifier', type: 'numeric' },
          town: { role: 'quasi-identifier', order: ['a', 'b', 'c'] },
        },
        privacy: { k: 30 },
      }
      const release = async (data: object, progress?: () => void) => {
        writeFileSync(join(base, 'job.json'), JSON.stringify({ ...job, data, output: { release: 'release.csv' } }))
        const { verification } = await anonymize(readPlan(join(base, 'job.json')), {
          threads: 1,
          force: true,
          progress,
        })
        expect(verification?.verdict).toBe('holds')
        return readFileSync(join(base, 'release.csv'), 'utf8')
      }
      const here = await release({ source: 'people.csv' })
      let killed = false
      const there = await release({ source: sparkAddress, path: join(base, 'people.csv') }, () => {
        if (killed) return
        killed = true
        process.kill(Number(readFileSync(join(started, 'worker2.pid'), 'utf8')), 'SIGKILL')
      })
      expect([killed, there]).toEqual([true, here])
    } finally {
      rmSync(base, { recursive: true, force: true })
    }
  })
})
