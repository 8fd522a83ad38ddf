/** Drawn workloads and folds use the seed of the job file, so that runs with different seeds are comparable. */
import { ABOUT, type About } from '../table/about.ts'
import type { Job } from '../table/job-schema.ts'

/** Fixes the seed of drawn queries if they would follow the grid. `given` is the job before the grid. */
export function withSameQueries(job: Job, given: Job, about: About): Job {
  const workload = job.utility?.workload
  const drawn =
    workload === undefined ? ABOUT[about].alwaysQueried : typeof workload !== 'string' && workload.seed === undefined
  if (!drawn || jobSeed(job) === jobSeed(given)) return job
  return {
    ...job,
    utility: { ...job.utility, workload: { ...(typeof workload === 'object' ? workload : {}), seed: jobSeed(given) } },
  }
}

/** The default seed is 1. */
export function jobSeed({ seed = 1 }: Pick<Job, 'seed'>): number {
  return seed
}
