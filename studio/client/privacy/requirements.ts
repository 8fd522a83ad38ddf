/** The requirements of a job about a table, wherever they stand: `k` is short for k-anonymity in the list. */
import type { Job } from '../../../src/workbench.ts'
import { changePrivacy } from '../job/change.ts'

type Listed = Readonly<Record<string, unknown>>

export function listedOf({ privacy }: Job): readonly Listed[] {
  return (privacy.requirements ?? []) as readonly Listed[]
}

export function kOf(job: Job): number | undefined {
  if (job.privacy.k !== undefined) return job.privacy.k
  const value = listedOf(job).find((own) => 'k-anonymity' in own)?.['k-anonymity']
  return typeof value === 'object' && value !== null ? (value as { k?: number }).k : (value as number | undefined)
}

/** k goes where the job has it already, else to the short form. */
export function withK(job: Job, k: number | undefined): Job {
  const listed = listedOf(job)
  if (job.privacy.k === undefined && k !== undefined && listed.some((own) => 'k-anonymity' in own)) {
    return withListed(
      job,
      listed.map((own) => ('k-anonymity' in own ? { 'k-anonymity': k } : own)),
    )
  }
  return changePrivacy(job, { k })
}

export function withListed(job: Job, listed: readonly Listed[]): Job {
  return changePrivacy(job, {
    requirements: listed.length === 0 ? undefined : (listed as unknown as NonNullable<Job['privacy']['requirements']>),
  })
}
