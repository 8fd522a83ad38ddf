/**
 * `npm run fuzz -- --seconds 600 --seed 1 --jobs 10000`: random tables, baskets and jobs, judged by a checker that shares nothing with the product.
 * What fails is made small and kept in `test/fuzz/found/`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { randomBaskets } from './random-baskets.ts'
import { randomJob } from './random-job.ts'
import { shrink, shrinkBaskets, tryBaskets, tryJob } from './try-job.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '10000' },
  },
})
const end = Date.now() + Number(values.seconds) * 1000
const outcomes = new Map<string, number>()
const ofTable = async (seed: number) => {
  const job = randomJob(seed)
  return { ...(await tryJob(job)), small: () => shrink(job) }
}
const ofBaskets = async (seed: number) => {
  const job = randomBaskets(seed)
  return { ...(await tryBaskets(job)), small: () => shrinkBaskets(job) }
}
let failures = 0
let done = 0
for (; done < Number(values.jobs) && Date.now() < end; done++) {
  const seed = Number(values.seed) + done
  // Every fifth is about baskets.
  const { outcome, faults, small } = await (seed % 5 === 0 ? ofBaskets(seed) : ofTable(seed))
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  if (faults.length === 0) continue
  failures++
  const folder = join(import.meta.dirname, 'found', String(seed))
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries((await small()).files)) writeFileSync(join(folder, name), text)
  process.stdout.write(`seed ${seed}: ${faults.slice(0, 3).join('; ')}\n  kept in ${folder}\n`)
}
process.stdout.write(
  `${done} jobs, ${failures} with faults; ${[...outcomes].map(([name, count]) => `${name} ${count}`).join(', ')}\n`,
)
process.exitCode = failures > 0 ? 1 : 0
