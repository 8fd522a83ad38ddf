/** Wide tables take the whole path: no statement is too deep for the engine, and what `init` proposes ends. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { initJob } from '../../src/init/init.ts'
import { countClasses, inFolder, readRelease, runJob, writeFiles } from './workshop.ts'

/** Three kinds of rows, twenty of each, and one that is alone. */
function wideTable(columns: number): { names: string[]; text: string } {
  const names = Array.from({ length: columns }, (_, column) => `region ${column}`)
  const rows = Array.from({ length: 61 }, (_, row) =>
    names.map((_, column) => (row === 60 ? 5 : 1 + (((row % 3) * (column + 3)) % 5))).join(','),
  )
  return { names, text: `${[names.join(','), ...rows].join('\n')}\n` }
}

it('400 quasi-identifiers, the most that a job may have: the release is written and verified', async () => {
  const { names, text } = wideTable(400)
  const columns = names.map((name) => `  ${name}: { role: quasi-identifier, type: numeric }`).join('\n')
  const job = `version: 1\ndata: { source: wide.csv }\ncolumns:\n${columns}\nprivacy: { k: 10, suppression-limit: 0.05, suppressed-group: exempt }
goal: general\nalgorithm: { name: lattice, evaluations: 20 }\noutput: { release: out/wide-release.csv }\n`
  await inFolder({ 'wide.csv': text, 'job.yaml': job }, (folder) => expectRelease(folder, names))
})

it('120 quasi-identifiers: init proposes a search that ends', async () => {
  const { names, text } = wideTable(120)
  await inFolder({ 'wide.csv': text }, async (folder) => {
    const job = join(folder, 'job.yaml')
    await initJob({ source: { source: 'wide.csv', base: folder }, job, force: false })
    const proposed = readFileSync(job, 'utf8')
    expect(proposed).toContain('algorithm: { name: boxes }')
    expect(proposed).toContain('limits:')
    writeFiles(folder, { 'job.yaml': proposed.replace(/time: \w+/, 'time: 1s') })
    await expectRelease(folder, names)
  })
})

async function expectRelease(folder: string, names: readonly string[]): Promise<void> {
  const result = await runJob(folder)
  expect(result).toMatchObject({ rows: 61, verification: { verdict: 'holds' } })
  const released = countClasses(readRelease(join(folder, 'out/wide-release.csv')), names)
  expect(released.suppressed).toBe(result.suppressed)
  expect(Math.min(...released.sizes)).toBe(result.smallestClass)
  expect(result.smallestClass).toBeGreaterThanOrEqual(10)
}
