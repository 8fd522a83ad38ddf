/**
 * `npm run fuzz -- --seconds 600 --seed 1 --jobs 10000 --processes 2`: random tables, baskets and jobs, judged by a checker that shares no
 * code with the product. Failing cases are shrunk and kept in `test/fuzz/found/`. Each process (by default one per core) takes every n-th
 * seed, so that the jobs are the same on any machine.
 */
import { fork } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
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
    processes: { type: 'string', default: String(Math.min(8, availableParallelism())) },
    /** Of a child: which of how many it is. */
    part: { type: 'string', default: '' },
  },
})
const [part, parts] = values.part === '' ? [0, 1] : values.part.split('/').map(Number)
const own = Math.ceil((Number(values.jobs) - part) / parts)
const children = values.part === '' ? Number(values.processes) : 0
const began = Date.now()
const end = began + Number(values.seconds) * 1000
const outcomes = new Map<string, number>()
const ofTable = async (seed: number) => {
  const job = randomJob(seed)
  return { ...(await tryJob(job)), small: () => shrink(job), features: job.features }
}
const ofBaskets = async (seed: number) => {
  const job = randomBaskets(seed)
  return { ...(await tryBaskets(job)), small: () => shrinkBaskets(job), features: job.features }
}

/** Tries its share of the seeds, and says how they ended. Some at a time: a small job mostly waits. */
async function tryShare(): Promise<void> {
  let [next, done, failures] = [0, 0, 0]
  async function tryNext(): Promise<void> {
    while (next < own && Date.now() < end) {
      const seed = Number(values.seed) + part + next++ * parts
      // Every fifth is about baskets.
      const { outcome, faults, small, features } = await (seed % 5 === 0 ? ofBaskets(seed) : ofTable(seed))
      done++
      for (const name of [outcome, ...(outcome === 'found' ? features : [])])
        outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
      if (faults.length === 0) continue
      failures++
      const folder = join(import.meta.dirname, 'found', String(seed))
      mkdirSync(folder, { recursive: true })
      for (const [name, text] of Object.entries((await small()).files)) writeFileSync(join(folder, name), text)
      process.stdout.write(`seed ${seed}: ${faults.slice(0, 3).join('; ')}\n  kept in ${folder}\n`)
    }
  }
  await Promise.all([1, 2, 3, 4].map(tryNext))
  process.send?.({ done, failures, outcomes: [...outcomes] })
}

interface Share {
  readonly done: number
  readonly failures: number
  readonly outcomes: readonly (readonly [string, number])[]
}

/** A child for each share; undefined of one that died. */
function startShare(share: number): Promise<Share | undefined> {
  const words = Object.entries({ ...values, part: `${share}/${children}` }).flatMap(([name, value]) => [
    `--${name}`,
    value,
  ])
  const child = fork(import.meta.filename, words)
  return new Promise((resolve) => {
    child.on('message', (message) => resolve(message as Share))
    child.on('exit', () => resolve(undefined))
  })
}

if (children === 0) await tryShare()
else {
  const shares = await Promise.all(Array.from({ length: children }, (_, share) => startShare(share)))
  const ended = shares.filter((share) => share !== undefined)
  for (const [name, count] of ended.flatMap((share) => share.outcomes))
    outcomes.set(name, (outcomes.get(name) ?? 0) + count)
  const sum = (of: (share: Share) => number) => ended.reduce((all, share) => all + of(share), 0)
  const [done, failures] = [sum((share) => share.done), sum((share) => share.failures)]
  const died = children - ended.length
  const counts = [...outcomes].map(([name, count]) => `${name} ${count}`)
  process.stdout.write(
    `${done} jobs in ${Math.round((Date.now() - began) / 1000)} s, ${failures} with faults${died === 0 ? '' : `, ${died} processes died`}; ${counts.join(', ')}\n`,
  )
  process.exitCode = failures + died > 0 ? 1 : 0
}
