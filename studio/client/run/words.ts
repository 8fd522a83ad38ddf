/** Words for the steps and states of a run. */

import { formatCount, formatShare } from '../../../src/ground/format.ts'
import type { Step } from '../../../src/run.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import type { RunState, RunStatus, RunSummary } from '../../server/run/api.ts'
import { readAlgorithm } from '../job/change.ts'

export const stepNames: Readonly<Record<Step, string>> = {
  open: 'opening the source',
  count: 'counting combinations',
  search: 'searching',
  write: 'writing the release',
  verify: 'counting the release again',
  publish: 'publishing',
}

export const statusNames: Readonly<Record<RunStatus, string>> = {
  waiting: 'waits for its turn',
  running: 'running',
  paused: 'paused',
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

export function algorithmInWords({ request, result }: RunSummary): string {
  if (request.recoding !== undefined) return 'by hand'
  return result?.algorithm ?? readAlgorithm(request.job).name ?? 'as usual'
}

/** `2026-11-15 14:05`, in local time. */
export function formatDay(milliseconds: number): string {
  const time = new Date(milliseconds - new Date(milliseconds).getTimezoneOffset() * 60_000)
  return time.toISOString().slice(0, 16).replace('T', ' ')
}

export function askedInWords({ privacy: { k, requirements = [], preset: _, ...others } }: Job): string {
  const named = Object.entries(others).flatMap(([key, value]) => {
    if (key.startsWith('suppress')) return []
    // An object with k is listed by its settings.
    const settings = value !== null && typeof value === 'object' && 'k' in value ? Object.entries(value) : undefined
    return settings?.map(([name, setting]) => `${name} = ${setting}`) ?? [key]
  })
  const listed = requirements.map((requirement) => JSON.stringify(requirement).replace(/[{}"]/g, ''))
  return [...(k === undefined ? [] : [`k = ${formatCount(k)}`]), ...named, ...listed].join(', ')
}
