/** Small changes to the job; a key set to undefined is removed. */
import type { Job } from '../../../src/table/job-schema.ts'

/** Returns a copy with these keys changed; undefined removes a key. */
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

export function readAlgorithm({ algorithm }: Job): { name?: string; options: Readonly<Record<string, unknown>> } {
  if (algorithm === undefined) return { options: {} }
  if (typeof algorithm === 'string') return { name: algorithm, options: {} }
  const { name, ...options } = algorithm
  return { name, options }
}

/** The job file, or the data while the job is not saved. */
export function runName({ file, job }: { readonly file?: string; readonly job: Job }): string {
  const [source] = [job.data.source].flat()
  return file === undefined ? jobName(source) : jobName(file)
}

export function jobName(file: string | undefined): string {
  return file?.split('/').at(-1) ?? 'job.yaml'
}
