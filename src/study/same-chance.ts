/**
 * Runs that differ in their seed are judged alike: the queries of a drawn workload and the folds of classifiers are those of the job file's own seed. Otherwise a release
 * would look better for having been asked easier questions.
 */
import { ABOUT, type About } from '../table/about.ts'
import type { Job } from '../table/job-schema.ts'

/** The job with the seed of its drawn queries written out, where they would follow a seed of the grid. `given` is the job before the grid. */
export function withSameQueries(job: Job, given: Job, about: About): Job {
  const workload = job.utility?.workload
  const drawn =
    workload === undefined ? ABOUT[about].alwaysQueried : typeof workload !== 'string' && workload.seed === undefined
  if (!drawn || seedOf(job) === seedOf(given)) return job
  return {
    ...job,
    utility: { ...job.utility, workload: { ...(typeof workload === 'object' ? workload : {}), seed: seedOf(given) } },
  }
}

/** The seed of a job without one is 1. */
export function seedOf({ seed = 1 }: Pick<Job, 'seed'>): number {
  return seed
}
