/** Validates a job from a page before opening anything: its schema, and that its files are in the studio's folder. */
import { resolve } from 'node:path'
import { isDatabase } from '../../../src/engines/open-engine.ts'
import { UserError } from '../../../src/ground/errors.ts'
import { readJob } from '../../../src/plan/job.ts'
import { jobFiles } from '../../../src/plan/job-files.ts'
import { outputFiles } from '../../../src/plan/outputs.ts'
import { makePlan, type Plan } from '../../../src/plan/read-plan.ts'
import { findFiles } from '../../../src/sources/files.ts'
import { findPlace } from '../../../src/sources/places/index.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import { pathInside } from '../folder.ts'
import type { Session } from '../session.ts'
import { jobText } from './job-text.ts'

/** Validates against the schema, with the command line's messages. */
export function checkedJob(job: unknown, name: string): Job {
  if (job === null || typeof job !== 'object')
    throw new UserError('the request has no job; open data or a job first', { path: 'job', rule: 'present' })
  return readJob(jobText(job as Job), name)
}

/** Plans a job whose paths all stay inside the folder. */
export function planInside(session: Session, job: Job, base: string, name: string): Plan {
  const folder = pathInside(session.folder, base)
  refuseOutside(session, job, folder)
  const plan = makePlan(job, folder, name)
  for (const [, file] of outputFiles(plan.output)) pathInside(session.folder, file)
  return plan
}

/** Refuses a job that would read outside the folder. `base` is absolute. */
export function refuseOutside(session: Session, job: Job, base: string): void {
  for (const path of [...listSources(job), ...listFiles(job)]) pathInside(session.folder, resolve(base, path))
  for (const source of listSources(job)) {
    if (findPlace(source) !== undefined) findFiles(source, base)
    // A link matched by a glob may lead outside.
    if (/[*?]/.test(source)) for (const file of findFiles(source, base)) pathInside(session.folder, file)
  }
}

function listSources({ data: { source } }: Job): readonly string[] {
  if (isDatabase(source)) return []
  return typeof source === 'string' ? [source] : source
}

/** Files other than the data: trees, constraints, queries, keys. */
function listFiles(job: Job): string[] {
  return jobFiles(job).flatMap(({ key, file }) => (key.startsWith('data.source') ? [] : [file]))
}
