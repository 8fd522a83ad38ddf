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

/** A requirement that the job asks, and the job with another value for it, or without it. */
export interface AskedRequirement {
  readonly name: string
  readonly field: string
  readonly value: unknown
  withValue(job: Job, value: object | undefined): Job
}

/** All requirements: keys of `privacy`, one or a list of each, and the list of requirements. */
export function findAsked(job: Job): AskedRequirement[] {
  const change = <T>(all: readonly T[], i: number, value: T | undefined) =>
    all.toSpliced(i, 1, ...(value === undefined ? [] : [value]))
  const { requirements: _, ...keys } = job.privacy
  const inKeys = Object.entries(keys).flatMap(([name, key]) =>
    [key].flat().map((value: unknown, i): AskedRequirement => {
      const withValue = (current: Job, next: object | undefined) => {
        const changed = change<unknown>([(current.privacy as Listed)[name]].flat(), i, next)
        return changePrivacy(current, { [name]: changed.length > 1 ? changed : changed[0] })
      }
      return { name, field: `privacy.${name}`, value, withValue }
    }),
  )
  const inList = listRequirements(job).flatMap((entry, i) =>
    Object.entries(entry).map(([name, value]): AskedRequirement => {
      const withValue = (current: Job, next: object | undefined) =>
        withListed(current, change(listRequirements(current), i, next && { [name]: next }))
      return { name, field: `privacy.requirements.${i}`, value, withValue }
    }),
  )
  return [...inKeys, ...inList]
}

export function withListed(job: Job, listed: readonly Listed[]): Job {
  return changePrivacy(job, {
    requirements: listed.length === 0 ? undefined : (listed as unknown as NonNullable<Job['privacy']['requirements']>),
  })
}
