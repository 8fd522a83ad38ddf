/** A file of many baskets and items, with every default: verified, and not many times larger than its source. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { initJob } from '../../src/init/init.ts'
import { heavyTailBaskets } from '../baskets/heavy-tail-baskets.ts'
import { inFolder, runJob } from '../end-to-end/workshop.ts'

it('init and run: a release of baskets with thousands of items', async () => {
  await inFolder({ 'baskets.txt': heavyTailBaskets(12_000, 10_000) }, async (folder) => {
    await initJob({ source: { source: 'baskets.txt', base: folder }, job: join(folder, 'job.yaml'), force: false })
    const { outcome, verification, release } = await runJob(folder)
    expect({ outcome, verdict: verification?.verdict }).toEqual({ outcome: 'found', verdict: 'holds' })
    expect(statSync(release as string).size).toBeLessThan(64 * 2 ** 20)
  })
})
