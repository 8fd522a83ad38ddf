import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { anonymize } from '../anonymize.ts'
import { readPlan } from '../plan/read-plan.ts'

it(
  'writeRelease sorts values that are released as they are by their order, also where the engine has not kept ' +
    'the rows',
  async () => {
    const base = mkdtempSync(join(tmpdir(), 'halftone-order-'))
    try {
      const lines = ['age,town', ...Array.from({ length: 12 }, (_, n) => `${[9, 10, 100][n % 3]},${'za'[n % 2]}`)]
      writeFileSync(join(base, 'kept.csv'), `${lines.join('\n')}\n`)
      writeFileSync(join(base, 'read.csv.gz'), gzipSync(`${lines.join('\n')}\n`))
      const release = async (source: string) => {
        const columns = {
          age: { role: 'quasi-identifier', type: 'numeric' },
          town: { role: 'quasi-identifier', order: ['z', 'a'] },
        }
        const privacy = { k: 2, ends: 'exact' }
        const job = { version: 1, data: { source }, columns, privacy, output: { release: 'out.csv' } }
        writeFileSync(join(base, 'job.json'), JSON.stringify(job))
        await anonymize(readPlan(join(base, 'job.json')), { threads: 1, force: true })
        return readFileSync(join(base, 'out.csv'), 'utf8')
      }
      const kept = await release('kept.csv')
      expect(kept).toMatch(/^age,town\n(9,z\n)+(9,a\n)+(10,z\n)+(10,a\n)+(100,z\n)+(100,a\n)+$/)
      expect(await release('read.csv.gz')).toBe(kept)
    } finally {
      rmSync(base, { recursive: true, force: true })
    }
  },
)

it('writeRelease(Parquet): the same bytes on any number of threads, and no label that only suppressed rows have', async () => {
  const base = mkdtempSync(join(tmpdir(), 'halftone-labels-'))
  try {
    const rows = Array.from({ length: 130_000 }, (_, n) => `${n === 7 ? 77 : 20 + (n % 20)},${'xyz'[n % 3]}`)
    writeFileSync(join(base, 'people.csv'), `age,note\n${rows.join('\n')}\n`)
    const columns = {
      age: { role: 'quasi-identifier', type: 'numeric', endpoints: { width: 10 } },
      note: { role: 'sensitive' },
    }
    const release = async (suppressedRows: string, threads: number, memory: string) => {
      const privacy = { k: 2, ends: 'exact', 'suppressed-group': 'exempt', 'suppressed-rows': suppressedRows }
      const output = { release: 'out.parquet', order: 'source' }
      const job = { version: 1, data: { source: 'people.csv' }, columns, privacy, output }
      writeFileSync(join(base, 'job.json'), JSON.stringify(job))
      const { suppressed } = await anonymize(readPlan(join(base, 'job.json')), { threads, memory, force: true })
      expect(suppressed).toBe(1)
      return readFileSync(join(base, 'out.parquet'), 'latin1')
    }
    for (const suppressedRows of ['drop', 'mask']) {
      const one = await release(suppressedRows, 1, '1GB')
      expect(one).toContain('[20,29]')
      expect(one).not.toContain('77')
      for (const [threads, memory] of [
        [2, '1GB'],
        [3, '256MB'],
      ] as const)
        expect((await release(suppressedRows, threads, memory)) === one).toBe(true)
    }
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
})
