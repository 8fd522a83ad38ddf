/** Every search ends in its time with a release, verified, that says how it ended. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { initJob } from '../../src/init/init.ts'
import { allSearches } from '../../src/search/index.ts'
import { itemSearches } from '../../src/search/items-index.ts'
import { inFolder, runJob, writeFiles } from '../end-to-end/workshop.ts'
import { manyQuasiIdentifiers } from './foreign-files.ts'

/** Searches that take one goal only. */
const GOALS: Readonly<Record<string, string>> = {
  'k-optimize': 'classification',
  kactus: 'classification',
  'kactus-2': 'classification',
  kadet: 'classification',
}

it('run --time-limit: every search publishes the best it has', async () => {
  const { file, files } = manyQuasiIdentifiers(15, 150)
  await inFolder(files, async (folder) => {
    await initJob({ source: { source: file, base: folder }, job: join(folder, 'job.yaml'), force: false })
    const text = readFileSync(join(folder, 'job.yaml'), 'utf8').replace('role: sensitive', 'role: target')
    expect(text).toMatch(/^limits: \{ work: \d+, time: \d+m \}/m)
    for (const { name } of allSearches) {
      // It tries them all, and refuses more than it can.
      if (name === 'exhaustive') continue
      const algorithm = text.replace(/^algorithm: .*$/m, `algorithm: ${name}`)
      writeFiles(folder, { 'job.yaml': algorithm.replace(/^goal: \w+/m, `goal: ${GOALS[name] ?? 'general'}`) })
      const result = await runJob(folder, { force: true }, { timeLimit: '0.01s' })
      expect({ name, outcome: result.outcome, verdict: result.verification?.verdict }).toEqual({
        name,
        outcome: expect.stringMatching(/^(found|out-of-budget)$/),
        verdict: 'holds',
      })
    }
  })
})

it('run --time-limit: searches over baskets publish a coarse release', async () => {
  // Long baskets, of which every three items may be known.
  const baskets = Array.from({ length: 400 }, (_, row) =>
    Array.from({ length: 20 }, (_, i) => `i${(row * 31 + i * i * (1 + (row % 11))) % 300}`),
  )
  const text = baskets.map((items) => `${[...new Set(items)].join(' ')}\n`).join('')
  // A clock by which every step is long, so that searches look up after each.
  let clock = 0
  const now = () => (clock += 100)
  await inFolder({ 'baskets.txt': text }, async (folder) => {
    for (const { name } of itemSearches) {
      const job = {
        version: 1,
        data: { source: 'baskets.txt', format: 'transactions' },
        columns: { items: { role: 'items' } },
        privacy: { km: { k: 5, m: 3 } },
        algorithm: { name },
        output: { release: 'out/release.txt' },
      }
      writeFiles(folder, { 'job.yaml': JSON.stringify(job) })
      const result = await runJob(folder, { force: true, now }, { timeLimit: '0.001s' })
      expect({ name, outcome: result.outcome, verdict: result.verification?.verdict }).toEqual({
        name,
        outcome: 'out-of-budget',
        verdict: 'holds',
      })
    }
  })
})
