/** Reads and changes the requirements of a job about a table; `privacy.k` is short for k-anonymity in the list. */
import type { Job } from '../../../src/table/job-schema.ts'
import { changePrivacy } from '../job/change.ts'

type Listed = Readonly<Record<string, unknown>>

export function listRequirements({ privacy }: Job): readonly Listed[] {
  return (privacy.requirements ?? []) as readonly Listed[]
}

/** `name` is the name of k-anonymity. */
export function readK(job: Job, name: string): number | undefined {
  if (job.privacy.k !== undefined) return job.privacy.k
  const value = listRequirements(job).find((entry) => name in entry)?.[name]
  return typeof value === 'object' && value !== null ? (value as { k?: number }).k : (value as number | undefined)
}

/** Sets k in the form the job already uses, by default the short one. */
export function withK(job: Job, name: string, k: number | undefined): Job {
  const listed = listRequirements(job)
  const isListed = job.privacy.k === undefined && k !== undefined && listed.some((entry) => name in entry)
  const next = listed.map((entry) => (name in entry ? { [name]: k } : entry))
  return isListed ? withListed(job, next) : changePrivacy(job, { k })
}

export function withListed(job: Job, listed: readonly Listed[]): Job {
  return changePrivacy(job, {
    requirements: listed.length === 0 ? undefined : (listed as unknown as NonNullable<Job['privacy']['requirements']>),
  })
}
