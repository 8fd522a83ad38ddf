import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePlan } from '../plan/read-plan.ts'
import type { Job } from '../table/job-schema.ts'
import { dryRun } from './dry-run.ts'

let base: string
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'halftone-dry-'))
  const rows = Array.from({ length: 20 }, (_, i) => `p${i},${20 + (i % 4)},w${i % 2}`)
  writeFileSync(join(base, 'people.csv'), `name,age,ward\n${rows.join('\n')}\nq,99,w1\n`)
  writeFileSync(join(base, 'baskets.txt'), 'tea milk\ntea\nmilk tea\n')
})
afterAll(() => rmSync(base, { recursive: true }))

const job = (columns: Job['columns']): Job => ({
  version: 1,
  data: { source: 'people.csv' },
  columns,
  privacy: { k: 2, ends: 'exact' },
  limits: { time: '5m' },
  output: { release: 'out/release.csv', report: 'people.csv.html' },
})
const columns: Job['columns'] = {
  name: { role: 'identifier' },
  age: { role: 'quasi-identifier', type: 'numeric', levels: [2, 10] },
  ward: { role: 'other' },
}

describe('dryRun(plan)', () => {
  it('says what would be done and written, and writes nothing', async () => {
    const before = readdirSync(base)
    const would = await dryRun(makePlan(job(columns), base, 'job.yaml'))
    expect(would).toMatchObject({ kind: 'columns', source: 'people.csv', rows: 21, missing: 0, combinations: 5 })
    expect(would.columns).toEqual([
      { name: 'name', role: 'identifier', becomes: 'left out' },
      { name: 'age', role: 'quasi-identifier', becomes: 'numeric, an endpoint between every two values', values: 5 },
      { name: 'ward', role: 'other', becomes: 'released as it is' },
    ])
    expect(would.outputs.map(({ name, exists }) => [name, exists])).toEqual([
      ['release', false],
      ['recoding', false],
      ['fullManifest', false],
      ['manifest', false],
      ['report', false],
    ])
    expect(would.timeLimit).toBe(300)
    expect(would.forecast).toMatchObject({ uniques: 1, nodes: 4 })
    expect(would.forecast?.secondsPerNode).toBeGreaterThan(0)
    expect(readdirSync(base)).toEqual(before)
  })

  it('of baskets too', async () => {
    const plan = makePlan(
      {
        version: 1,
        data: { source: 'baskets.txt', format: 'transactions' },
        columns: { items: { role: 'items' } },
        privacy: { km: { k: 2, m: 2 } },
        output: { release: 'out/release.txt' },
      },
      base,
      'job.yaml',
    )
    expect(await dryRun(plan)).toMatchObject({
      kind: 'items',
      rows: 3,
      algorithm: 'coat',
      requirements: ['anyone who knows up to 2 items of a person finds at least 2 baskets that fit, or none'],
    })
  })

  it('refuses what a run would refuse', async () => {
    const { ward: _, ...fewer } = columns
    await expect(dryRun(makePlan(job(fewer), base, 'job.yaml'))).rejects.toThrow(/does not name: ward/)
  })
})
