/** Differences between jobs about tables and jobs about baskets. */
import { type About, findAbout } from '../../../src/table/about.ts'
import type { Job } from '../../../src/table/job-schema.ts'

interface KindOfJob {
  /** Key of its searches, metrics and requirements in the records. */
  readonly about: About
  readonly begins: Pick<Job, 'privacy' | 'goal'>
  /** Whether classifiers can judge a release. */
  readonly learns: boolean
  /** Offers methods in plain words before the full list. */
  readonly plainMethods: boolean
  /** Default values of k for a study. */
  readonly ks: string
}

const KINDS: Readonly<Record<About, KindOfJob>> = {
  columns: {
    about: 'columns',
    begins: { privacy: { k: 10, 'suppression-limit': 0.05 }, goal: 'general' },
    learns: true,
    plainMethods: true,
    ks: '5, 10, 25, 50, 100',
  },
  items: {
    about: 'items',
    begins: { privacy: { km: { k: 5, m: 2 } } },
    learns: false,
    plainMethods: false,
    ks: '2, 5, 10, 25, 50',
  },
}

export function jobKind(job: Job): KindOfJob {
  return KINDS[findAbout(job)]
}

export function learnsFrom(job: Job): boolean {
  return (
    jobKind(job).learns && Object.values(job.columns).some(({ role, type }) => role === 'target' && type !== 'numeric')
  )
}
