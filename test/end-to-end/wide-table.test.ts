/** A table of 600 quasi-identifiers takes the whole path: no statement is too deep for the engine. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { initJob } from '../../src/init.ts'
import { countClasses, inFolder, readRelease, runJob, writeFiles } from './workshop.ts'

it('600 quasi-identifiers: init proposes a search that ends; the release is written and verified', async () => {
  const names = Array.from({ length: 600 }, (_, column) => `region ${column}`)
  // Three kinds of rows, twenty of each, and one that is alone.
  const rows = Array.from({ length: 61 }, (_, row) =>
    names.map((_, column) => (row === 60 ? 5 : 1 + (((row % 3) * (column + 3)) % 5))).join(','),
  )
  await inFolder({ 'wide.csv': `${[names.join(','), ...rows].join('\n')}\n` }, async (folder) => {
    const job = join(folder, 'job.yaml')
    await initJob({ source: { source: 'wide.csv', base: folder }, job, force: false })
    const text = readFileSync(job, 'utf8')
    expect(text).toContain('algorithm: { name: boxes }')
    writeFiles(folder, { 'job.yaml': text.replace('name: boxes', 'name: lattice, evaluations: 300') })
    const result = await runJob(folder)
    expect(result).toMatchObject({ rows: 61, suppressed: 1, verification: { verdict: 'holds' } })
    const released = countClasses(readRelease(join(folder, 'out/wide-release.csv')), names)
    expect(released.suppressed).toBe(1)
    expect(Math.min(...released.sizes)).toBe(result.smallestClass)
    expect(result.smallestClass).toBeGreaterThanOrEqual(10)
  })
})
