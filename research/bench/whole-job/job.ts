/** The whole job, as built, or `init` of a file. Started by whole-job.ts and cliffs.ts. */
import { availableParallelism } from 'node:os'
import { printMeasured } from './measured.ts'

// The built library, as users run it. The computed name makes a missing build a runtime error, not one of the type
// check.
const built = new URL('../../../dist/src/index.js', import.meta.url).href
const { anonymize, initJob, readPlan }: typeof import('../../../src/index.ts') = await import(built)
const [job, data] = process.argv.slice(2)
await printMeasured(async () => {
  const threads = availableParallelism()
  if (data !== undefined) {
    await initJob({ source: { source: data, base: '.' }, job, force: true })
    return {}
  }
  const cpuSteps: Record<string, number> = {}
  let [step, began] = ['start', process.cpuUsage()]
  const enter = (next: string) => {
    const { user, system } = process.cpuUsage(began)
    cpuSteps[step] = (cpuSteps[step] ?? 0) + (user + system) / 1e6
    ;[step, began] = [next, process.cpuUsage()]
  }
  const result = await anonymize(readPlan(job), { force: true, threads, progress: (now) => enter(now.step) })
  enter('end')
  if (result.verification?.verdict !== 'holds') throw new Error(`not verified: ${result.reason}`)
  return { steps: result.seconds, cpuSteps, metrics: result.metrics, reported: result.convergence?.at(-1)?.best }
})
