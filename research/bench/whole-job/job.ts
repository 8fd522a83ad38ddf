/** The whole job, as built. Started by whole-job.ts. */
import { availableParallelism } from 'node:os'
import { printMeasured } from './measured.ts'

// The built library, as users run it. The computed name makes a missing build a runtime error, not one of the type
// check.
const built = new URL('../../../dist/src/index.js', import.meta.url).href
const { anonymize, readPlan }: typeof import('../../../src/index.ts') = await import(built)
const [job] = process.argv.slice(2)
await printMeasured(async () => {
  const result = await anonymize(readPlan(job), { force: true, threads: availableParallelism() })
  if (result.verification?.verdict !== 'holds') throw new Error(`not verified: ${result.reason}`)
  return { steps: result.seconds }
})
