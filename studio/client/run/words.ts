/** What steps and endings of a run are called. */
import type { Step } from '../../../src/index.ts'
import type { RunStatus } from '../../server/run/api.ts'

export const stepNames: Readonly<Record<Step, string>> = {
  open: 'opening the source',
  count: 'counting combinations',
  search: 'searching',
  write: 'writing the release',
  verify: 'counting the release again',
  publish: 'publishing',
}

export const statusNames: Readonly<Record<RunStatus, string>> = {
  running: 'running',
  paused: 'paused',
  published: 'published, and counted again: every requirement holds',
  'nothing-published': 'nothing was published',
  cancelled: 'cancelled; nothing was written',
  failed: 'failed; nothing was written',
}

/** `0.4 s`, `12 s`, `3 min`, `2 h 10 min`. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 90) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
