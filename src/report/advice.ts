/**
 * Changes of a job that may make its release better or safer. A change is proposed only if the job's plan accepts it: printed advice is
 * accepted when followed.
 */

import { formatShare } from '../ground/format.ts'
import type { Job, JobColumn } from '../table/job-schema.ts'

export interface Advice {
  /** Follows "try": `a smaller k than 10`. */
  readonly text: string
  /** The key of the job to set; absent where a person has to write more than a key, such as a taxonomy. */
  readonly set?: JobSetting
}

export interface JobSetting {
  /** From the top of the job: `['privacy', 'k']`. */
  readonly key: readonly string[]
  readonly value: unknown
}

/** The job with one key set; the keys above it must exist. */
export function withSetting(job: Job, { key, value }: JobSetting): Job {
  const copy = structuredClone(job)
  const parent = key.slice(0, -1).reduce((part, name) => part[name] as JobPart, copy as unknown as JobPart)
  parent[key[key.length - 1]] = value
  return copy
}

type JobPart = Record<string, unknown>

export interface AdvisedJob {
  readonly job: Job
  /** Whether the job could be run with a setting. */
  accepts(setting: JobSetting): boolean
  /** The k that the job names. */
  readonly k?: JobSetting & { readonly value: number }
  /** The largest share of rows that may be suppressed, and the share that is. */
  readonly suppressionLimit: number
  readonly suppressed: number
  /** Searches that decide class by class, the best first; none where such a search was used. */
  readonly classSearches: readonly string[]
  /** For columns that are not recoded: how each could be generalized, if at all. */
  readonly hierarchies: ReadonlyMap<string, Partial<JobColumn>>
}

/** Proposals that the job accepts. */
export interface Remedies {
  readonly smallerK?: Advice | undefined
  readonly largerLimit?: Advice | undefined
  readonly smallerLimit?: Advice | undefined
  readonly classByClass?: Advice | undefined
  /** One of these quasi-identifiers fewer. */
  fewerColumns(columns: readonly string[]): Advice | undefined
  generalize(column: string): Advice | undefined
  leaveOut(column: string): Advice | undefined
}

/** Without a job there is nothing to set. */
export const noRemedies: Remedies = {
  fewerColumns: () => undefined,
  generalize: () => undefined,
  leaveOut: () => undefined,
}

/** A limit of the next try, where none was near. */
const SOME_SUPPRESSION = 0.05

export function findRemedies(advised: AdvisedJob): Remedies {
  const { job, k, suppressionLimit: limit, suppressed, classSearches, hierarchies } = advised
  const accepted = (text: string, key: readonly string[], value: unknown): Advice | undefined =>
    advised.accepts({ key, value }) ? { text, set: { key, value } } : undefined
  const limitKey = ['privacy', 'suppression-limit']
  const larger = Math.min(1, Math.max(SOME_SUPPRESSION, 2 * limit))
  const leaveOut = (column: string) => {
    const isPersonOfDates = Object.values(job.columns).some(({ shift }) => shift?.by === column)
    const text = `${columnKey(column)}: { role: identifier } to leave it out`
    return isPersonOfDates ? undefined : accepted(text, ['columns', column], { role: 'identifier' })
  }
  return {
    smallerK:
      k === undefined || k.value <= 2
        ? undefined
        : accepted(`a smaller k than ${k.value}`, k.key, Math.max(2, Math.floor(k.value / 2))),
    largerLimit: limit < 1 ? accepted(`a suppression-limit above ${formatShare(limit)}`, limitKey, larger) : undefined,
    smallerLimit: accepted(`a suppression-limit below ${formatShare(suppressed)}`, limitKey, suppressed / 2),
    classByClass: classSearches
      .map((name) => accepted(`algorithm ${name}, which recodes class by class`, ['algorithm'], { name }))
      .find((advice) => advice !== undefined),
    fewerColumns: (columns) => {
      const without = columns.find((column) => leaveOut(column) !== undefined)
      return without === undefined ? undefined : { text: 'fewer quasi-identifiers', set: leaveOut(without)?.set }
    },
    generalize: (column) => {
      const settings = { role: 'quasi-identifier', ...hierarchies.get(column) }
      if (!hierarchies.has(column)) return undefined
      return accepted(`${columnKey(column)}: ${inYaml(settings)} to generalize it`, ['columns', column], settings)
    },
    leaveOut,
  }
}

function columnKey(column: string): string {
  return `columns.${/^[\w-]+$/.test(column) ? column : JSON.stringify(column)}`
}

/** Settings as a job has them: `{ role: other, format: "%d.%m.%Y" }`. */
function inYaml(settings: Readonly<Record<string, unknown>>): string {
  const plain = (value: unknown) =>
    typeof value === 'string' && /^[a-z-]+$/.test(value) ? value : JSON.stringify(value).replaceAll(',', ', ')
  const parts = Object.entries(settings).flatMap(([key, value]) =>
    value === undefined ? [] : `${key}: ${plain(value)}`,
  )
  return `{ ${parts.join(', ')} }`
}

/** Advice in one sentence: `a smaller k than 10, or fewer quasi-identifiers`. */
export function adviceInWords(advice: readonly Advice[]): string {
  return advice.map(({ text }) => text).join(', or ')
}
