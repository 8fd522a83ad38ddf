/** Runs a job with the built library of a checkout in a separate process; prints CPU seconds by step as JSON. */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [checkout, job] = process.argv.slice(2)
const built = pathToFileURL(join(checkout, 'dist/src/index.js')).href
const { anonymize, readPlan }: typeof import('../../../src/index.ts') = await import(built)
const seconds: Record<string, number> = {}
let [step, began] = ['start', process.cpuUsage()]
const enter = (next: string) => {
  const { user, system } = process.cpuUsage(began)
  seconds[step] = (seconds[step] ?? 0) + (user + system) / 1e6
  ;[step, began] = [next, process.cpuUsage()]
}
const result = await anonymize(readPlan(job), {
  force: true,
  threads: availableParallelism(),
  progress: (now) => enter(now.step),
})
enter('end')
if (result.verification?.verdict !== 'holds') throw new Error(`not verified: ${result.reason}`)
console.log(JSON.stringify(seconds))
