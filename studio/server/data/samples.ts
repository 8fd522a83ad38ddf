/** Writes sample data into a separate folder; existing files are reused. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { userError } from '../../../src/ground/errors.ts'
import { samples } from '../../../src/sample/index.ts'
import { pathFrom } from '../folder.ts'
import type { Session } from '../session.ts'

/** Small: a first release takes seconds. */
const SIZES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  census: { rows: 5000 },
  hospital: { patients: 1000 },
  clinic: { patients: 2000 },
  baskets: { transactions: 2000 },
}

/** Returns the path of the sample's job, relative to the studio's folder. */
export async function openSample(session: Session, name: unknown): Promise<string> {
  const sample = samples.find((candidate) => candidate.name === name)
  if (sample === undefined)
    throw userError('known')`there is no sample ${JSON.stringify(name)}; choose one of
      ${samples.map((each) => each.name).join(', ')}`
  const folder = join(session.folder, `sample-${sample.name}`)
  const job = join(folder, 'job.yaml')
  if (!existsSync(job)) await sample.write(folder, SIZES[sample.name] ?? {})
  return pathFrom(session.folder, job)
}
