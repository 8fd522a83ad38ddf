/** The whole job, as built. Run by whole-job.ts in a process of its own. */
import { availableParallelism } from 'node:os'
import { printMeasured } from './measured.ts'

// The built form, which is what people run. The name is computed so that a missing build is an error here and not of the type check.
const built = new URL('../../../dist/src/index.js', import.meta.url).href
const { anonymize, readPlan }: typeof import('../../../src/index.ts') = await import(built)
const [job] = process.argv.slice(2)
await printMeasured(async () => {
  const result = await anonymize(readPlan(job), { force: true, threads: availableParallelism() })
  if (result.verification?.verdict !== 'holds') throw new Error(`not verified: ${result.reason}`)
  return { steps: result.seconds }
})
