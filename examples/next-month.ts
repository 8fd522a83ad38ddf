/** A recoding found in January, on the rows of February, as a nightly job would: npx tsx examples/next-month.ts FOLDER */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { anonymize, applyRecoding, readPlan, readRecodingFile, UserError, writeCensusSample } from 'halftone'

const base = process.argv[2] ?? 'example'
await writeCensusSample(base, { rows: 2000, seed: 2 }, { force: true })
renameSync(join(base, 'census.csv'), join(base, 'february.csv'))
await writeCensusSample(base, { rows: 3000, seed: 1 }, { force: true })

const job = readPlan(join(base, 'job.yaml'))
const january = await anonymize(job, { force: true })
if (january.recoding === undefined) throw new Error(`nothing was published: ${january.reason}`)
const output = (name: string) => join(base, 'out', name)
try {
  const february = await applyRecoding(
    {
      name: 'the recoding of January',
      recoding: readRecodingFile(january.recoding),
      source: { source: 'february.csv', base },
      job,
      output: {
        release: output('february.csv'),
        recoding: output('february.recoding.json'),
        manifest: output('february.manifest.json'),
      },
      unseen: 'suppress',
      // Old groups cost more rows on new data than the job would allow a search.
      suppressionLimit: 0.2,
      compare: true,
    },
    { force: true, signal: AbortSignal.timeout(600_000), progress: ({ step }) => process.stderr.write(`${step}\n`) },
  )
  if (february.release === undefined) throw new Error(`nothing was published: ${february.reason}`)
  console.log(
    `${february.verification?.verdict}: LM ${february.metrics?.['LM']?.toFixed(3)}, anew ${february.fresh?.['LM']?.toFixed(3)}`,
  )
} catch (error) {
  // What a person can fix: the thing, the rule, the value, the remedy. Nothing was written.
  if (!(error instanceof UserError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
