/** Small changes of the job document: a key that becomes undefined is left out, as in a file. */
import type { Job } from '../../../src/table/job-schema.ts'

/** The object with these keys changed; undefined removes one. */
export function changed<T extends object>(object: T, changes: { readonly [K in keyof T]?: T[K] | undefined }): T {
  const entries = Object.entries({ ...object, ...changes }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as T
}

export function changePrivacy(
  job: Job,
  changes: { readonly [K in keyof Job['privacy']]?: Job['privacy'][K] | undefined },
): Job {
  return { ...job, privacy: changed(job.privacy, changes) }
}

type Utility = NonNullable<Job['utility']>

export function changeUtility(job: Job, changes: { readonly [K in keyof Utility]?: Utility[K] | undefined }): Job {
  const utility = changed<Utility>(job.utility ?? {}, changes)
  return changed(job, { utility: Object.keys(utility).length === 0 ? undefined : utility })
}

/** The job's algorithm with its options apart. */
export function algorithmOf({ algorithm }: Job): {
  name?: string
  sample?: number
  options: Readonly<Record<string, unknown>>
} {
  if (algorithm === undefined) return { options: {} }
  if (typeof algorithm === 'string') return { name: algorithm, options: {} }
  const { name, sample, ...options } = algorithm
  return { name, options, sample }
}

/** What errors and commands call the job. */
export function jobName(file: string | undefined): string {
  return file?.split('/').at(-1) ?? 'job.yaml'
}
