/** What pages show differently for jobs about tables and for jobs about baskets. */
import { type About, aboutOf } from '../../../src/table/about.ts'
import type { Job } from '../../../src/table/job-schema.ts'

interface KindOfJob {
  /** Its searches, metrics and requirements stand there in the records. */
  readonly about: About
  /** What is asked of one whose columns have just become such. */
  readonly begins: Pick<Job, 'privacy' | 'goal'>
  /** Classifiers can learn from it. */
  readonly learns: boolean
  /** A search can be made on a sample of its rows. */
  readonly samples: boolean
  /** Methods in plain words stand before the list of all. */
  readonly plainMethods: boolean
  /** Values of k that a study begins with. */
  readonly ks: string
  readonly query: { readonly placeholder: string; readonly help: string }
}

const KINDS: Readonly<Record<About, KindOfJob>> = {
  columns: {
    about: 'columns',
    begins: { privacy: { k: 10, 'suppression-limit': 0.05 }, goal: 'general' },
    learns: true,
    samples: true,
    plainMethods: true,
    ks: '5, 10, 25, 50, 100',
    query: {
      placeholder: 'age 30..39, sex = Female',
      help: 'A count query per line; those of the job (utility.workload) when empty.',
    },
  },
  items: {
    about: 'items',
    begins: { privacy: { km: { k: 5, m: 2 } } },
    learns: false,
    samples: false,
    plainMethods: false,
    ks: '2, 5, 10, 25, 50',
    query: { placeholder: 'milk bread', help: 'An itemset per line; those of the job when empty.' },
  },
}

export function kindOf(job: Job): KindOfJob {
  return KINDS[aboutOf(job)]
}

/** Whether classifiers have something to learn: a target of categories. */
export function learnsFrom(job: Job): boolean {
  return (
    kindOf(job).learns && Object.values(job.columns).some(({ role, type }) => role === 'target' && type !== 'numeric')
  )
}
