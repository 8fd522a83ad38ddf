/** Words for the steps and states of a run. */
import { formatCount, formatShare, many } from '../../../src/ground/format.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import type { RunState, RunStatus, RunSummary } from '../../server/run/api.ts'
import { readAlgorithm } from '../job/change.ts'
import { differenceInWords, jobDifferences } from '../job/job-diff.ts'

export const statusNames: Readonly<Record<RunStatus, string>> = {
  waiting: 'waits for its turn',
  running: 'running',
  published: 'published, and counted again: every requirement holds',
  'nothing-published': 'nothing was published',
  cancelled: 'cancelled; nothing was written',
  failed: 'failed; nothing was written',
}

/** `running · 40%`. */
export function progressWord({ status, progress }: Pick<RunState, 'status' | 'progress'>): string {
  const share = progress?.share
  return `${status}${share === undefined ? '' : ` · ${formatShare(Math.floor(share * 100) / 100)}`}`
}

/** `0.4 s`, `12 s`, `3 min`, `2 h 10 min`. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 90) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${formatCount(Math.floor(minutes / 60))} h ${minutes % 60} min`
}

/** `7 · job.yaml · lattice · k = 10`. */
export function runTitle(run: RunSummary): string {
  return [
    run.written === undefined ? run.id : formatDay(run.written),
    run.request.name,
    algorithmInWords(run),
    askedInWords(run.request.job),
  ].join(' · ')
}

/**
 * Titles of runs: each says how its job differs from the run of the same data before it, in at most two changes.
 * `2 · people.csv · boxes · k = 5 · zip: left out`.
 */
export function runTitles(runs: readonly RunSummary[]): ReadonlyMap<string, string> {
  const latest = new Map<string, RunSummary>()
  return new Map(
    runs.map((run) => {
      const { job } = run.request
      const data = String(job.data.source)
      const before = latest.get(data)
      latest.set(data, run)
      const changes = before === undefined ? [] : jobDifferences(before.request.job, job)
      // The method and what is asked are in the title anyway.
      const said = changes.filter(({ about }) => !/^(algorithm|k$|requirements)/.test(about)).map(differenceInWords)
      const more = said.length > MOST_CHANGES ? [many(said.length - MOST_CHANGES, 'more change')] : []
      return [run.id, [runTitle(run), ...said.slice(0, MOST_CHANGES), ...more].join(' · ')]
    }),
  )
}

const MOST_CHANGES = 2

function algorithmInWords({ request, result }: RunSummary): string {
  if (request.recoding !== undefined) return 'by hand'
  return result?.algorithm ?? readAlgorithm(request.job).name ?? 'as usual'
}

/** `2026-11-15 14:05`, in local time. */
export function formatDay(milliseconds: number): string {
  const time = new Date(milliseconds - new Date(milliseconds).getTimezoneOffset() * 60_000)
  return time.toISOString().slice(0, 16).replace('T', ' ')
}

/** `l-diversity of diagnosis (l = 3)`. */
function requirementInWords([name, asked]: [string, unknown]): string {
  if (asked === null || typeof asked !== 'object') return `${name} ${asked}`
  const { column, ...options } = asked as Readonly<Record<string, unknown>>
  const settings = Object.entries(options).map(([option, value]) => `${option} = ${value}`)
  const about = column === undefined ? name : `${name} of ${column}`
  return settings.length === 0 ? about : `${about} (${settings.join(', ')})`
}

export function askedInWords({ privacy: { k, requirements = [], preset: _, ...others } }: Job): string {
  const named = Object.entries(others).flatMap(([key, value]) => {
    if (/^suppress|^exposure/.test(key)) return []
    // An object with k is listed by its settings.
    const settings = value !== null && typeof value === 'object' && 'k' in value ? Object.entries(value) : undefined
    return (
      settings?.map(([name, setting]) => `${name} = ${setting}`) ??
      [value].flat().map((one) => requirementInWords([key, one]))
    )
  })
  const listed = requirements.flatMap((requirement) => Object.entries(requirement).map(requirementInWords))
  return [...(k === undefined ? [] : [`k = ${formatCount(k)}`]), ...named, ...listed].join(', ')
}
