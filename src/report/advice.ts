/** Proposes changes to a job that may improve its release; only changes that the plan accepts. */
import { formatShare } from '../ground/format.ts'
import type { Job, JobColumn } from '../table/job-schema.ts'

export interface Advice {
  /** Completes "try …": `a smaller k than 10`. */
  readonly text: string
  /** The job key to set; absent if the change needs more than one key, such as a taxonomy. */
  readonly set?: JobSetting
}

export interface JobSetting {
  readonly key: readonly string[]
  readonly value: unknown
}

export function withSetting(job: Job, { key, value }: JobSetting): Job {
  const copy = structuredClone(job)
  const parent = key.slice(0, -1).reduce((part, name) => part[name] as JobPart, copy as unknown as JobPart)
  parent[key[key.length - 1]] = value
  return copy
}

type JobPart = Record<string, unknown>

export interface AdvisedJob {
  readonly job: Job
  accepts(setting: JobSetting): boolean
  readonly k?: JobSetting & { readonly value: number }
  readonly suppressionLimit: number
  readonly suppressed: number
  /** Searches that decide class by class, best first; empty if one of them was used. */
  readonly classSearches: readonly string[]
  /** For columns that are not recoded: the settings that would generalize each. */
  readonly hierarchies: ReadonlyMap<string, Partial<JobColumn>>
  /** For columns that are not recoded: settings that make their values coarser, and the effect in words. */
  readonly coarsenings: ReadonlyMap<string, { readonly settings: Partial<JobColumn>; readonly effect: string }>
}

export interface Remedies {
  readonly smallerK?: Advice | undefined
  readonly largerLimit?: Advice | undefined
  readonly smallerLimit?: Advice | undefined
  readonly classByClass?: Advice | undefined
  fewerColumns(columns: readonly string[]): Advice | undefined
  /** `effect`: in words, in place of the effect on the column alone. */
  coarsen(column: string, effect?: string): Advice | undefined
  /** Settings of a column beside those it has. */
  change(column: string, settings: Partial<JobColumn>, effect: string): Advice | undefined
  generalize(column: string): Advice | undefined
  leaveOut(column: string, effect?: string): Advice | undefined
}

export const noRemedies: Remedies = {
  fewerColumns: () => undefined,
  coarsen: () => undefined,
  change: () => undefined,
  generalize: () => undefined,
  leaveOut: () => undefined,
}

/** The suppression limit to propose if the current one was not nearly reached. */
const SOME_SUPPRESSION = 0.05

export function findRemedies(advised: AdvisedJob): Remedies {
  const { job, k, suppressionLimit: limit, suppressed, classSearches, hierarchies, coarsenings } = advised
  const accepted = (text: string, key: readonly string[], value: unknown): Advice | undefined =>
    advised.accepts({ key, value }) ? { text, set: { key, value } } : undefined
  const limitKey = ['privacy', 'suppression-limit']
  const larger = Math.min(1, Math.max(SOME_SUPPRESSION, 2 * limit))
  const leaveOut = (column: string, effect = '') => {
    const isPersonOfDates = Object.values(job.columns).some(({ shift }) => shift?.by === column)
    const text = `${columnKey(column)}: { role: identifier } to leave it out${effect}`
    return isPersonOfDates ? undefined : accepted(text, ['columns', column], { role: 'identifier' })
  }
  const change = (column: string, more: Partial<JobColumn>, effect: string) => {
    const settings = { ...(job.columns[column] ?? { role: 'other' }), ...more }
    return accepted(`${columnKey(column)}: ${inYaml(settings)}${effect}`, ['columns', column], settings)
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
    coarsen: (column, effect) => {
      const coarse = coarsenings.get(column)
      return coarse && change(column, coarse.settings, effect ?? coarse.effect)
    },
    change,
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

export function inYaml(settings: object): string {
  const plain = (value: unknown) =>
    typeof value === 'string' && /^[a-z-]+$/.test(value) ? value : JSON.stringify(value).replaceAll(',', ', ')
  const parts = Object.entries(settings).flatMap(([key, value]) =>
    value === undefined ? [] : `${key}: ${plain(value)}`,
  )
  return `{ ${parts.join(', ')} }`
}

export function adviceInWords(advice: readonly Advice[]): string {
  return advice.map(({ text }) => text).join(', or ')
}
