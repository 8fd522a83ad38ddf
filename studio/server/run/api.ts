/** API types of runs, and names that both sides need. */
import type { Report } from '../../../src/report/report.ts'
import type { RunProgress, RunResult } from '../../../src/run.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import type { Failure } from '../api.ts'

/** `POST api/run` → `{ id }`: starts a run in a child process. */
export interface RunRequest {
  readonly job: Job
  /** Folder of the job file, relative to the studio's folder. */
  readonly base: string
  readonly name: string
  /** The job file, relative to the studio's folder, if it is saved. */
  readonly file?: string | undefined
  /** Replace existing outputs; otherwise they are numbered. */
  readonly force: boolean
  /** Release with this recoding (path relative to the studio's folder) instead of searching. */
  readonly recoding?: string
  /** Take the recoding for the job's k from the trail of an earlier run instead of searching. */
  readonly trail?: string
}

/** One run works at a time; the others wait in order. */
export type RunStatus = 'waiting' | 'running' | 'published' | 'nothing-published' | 'cancelled' | 'failed'

export function isUnderWay({ status }: { readonly status: RunStatus }): boolean {
  return status === 'waiting' || status === 'running'
}

/**
 * `GET api/run/ID`, and each event of `GET api/run/ID/events` (the latest state first, the stream ends with the run).
 * `POST api/run/ID/cancel`, `/keep-best`; `GET api/run/ID/file/release|recoding|manifest|report|…`
 * downloads.
 */
export interface RunState {
  readonly id: string
  readonly request: RunRequest
  readonly status: RunStatus
  /** For releases from before this session: time of writing, in milliseconds since 1970. */
  readonly written?: number
  readonly progress?: RunProgress
  readonly seconds: number
  readonly secondsLeft?: number
  /** The record of `halftone run --json`. */
  readonly result?: RunResult
  /** The report as data; for baskets it is an `ItemsReport`. */
  readonly report?: Report
  readonly error?: Failure
  /** In the page, once known: whether the release was edited after it was verified. */
  readonly isAltered?: boolean
  /** A later run that has overwritten the files of this one. */
  readonly replacedBy?: string
}

/** `GET api/run`: all runs of the session in order. `GET api/run/earlier`: releases from before, latest first. */
export type RunSummary = Omit<RunState, 'report'>
