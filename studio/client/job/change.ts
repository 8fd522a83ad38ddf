/** Small changes to the job; a key set to undefined is removed. */
import type { Job } from '../../../src/table/job-schema.ts'

export type Changes<T> = { readonly [K in keyof T]?: T[K] | undefined }

export function changed<T extends object>(object: T, changes: Changes<T>): T {
  const entries = Object.entries({ ...object, ...changes }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as T
}

export function changePrivacy(job: Job, changes: Changes<Job['privacy']>): Job {
  return { ...job, privacy: changed(job.privacy, changes) }
}

type Utility = NonNullable<Job['utility']>

export function changeUtility(job: Job, changes: Changes<Utility>): Job {
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
