/** Runs, as pages see them. Types, and names that both sides need. */

import type { Report } from '../../../src/report/report.ts'
import type { RunProgress, RunResult } from '../../../src/run.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import type { Failure } from '../api.ts'

/** `POST api/run` → `{ id }`: starts a run in a process of its own. */
export interface RunRequest {
  readonly job: Job
  /** Folder of the job's file, relative to the studio's. */
  readonly base: string
  /** What errors call the job. */
  readonly name: string
  /** Replace outputs that exist. */
  readonly force: boolean
  /** Release by this recoding (a path relative to the studio's folder) instead of searching. */
  readonly recoding?: string
  /** Take the recoding for the job's k from this trail of an earlier run instead of searching. */
  readonly trail?: string
}

/** One run is at work at a time; others wait for their turn, first come, first served. */
export type RunStatus = 'waiting' | 'running' | 'paused' | 'published' | 'nothing-published' | 'cancelled' | 'failed'

/** Waits, works or rests: it has not ended. */
export function isUnderWay({ status }: { readonly status: RunStatus }): boolean {
  return status === 'waiting' || status === 'running' || status === 'paused'
}

/**
 * `GET api/run/ID`, and each event of `GET api/run/ID/events` (the latest state first, the stream ends with the run).
 * `POST api/run/ID/cancel`, `/keep-best`, `/pause`, `/resume`; `GET api/run/ID/file/release|recoding|manifest|report|…` downloads.
 */
export interface RunState {
  readonly id: string
  readonly request: RunRequest
  readonly status: RunStatus
  /** Of a release that was there before this session: when it was written, in milliseconds since 1970. */
  readonly written?: number
  readonly progress?: RunProgress
  /** Best goal value by evaluations so far, for the live plot. */
  readonly convergence: readonly { readonly done: number; readonly best: number }[]
  readonly seconds: number
  readonly secondsLeft?: number
  /** The same record as `halftone run --json`. */
  readonly result?: RunResult
  /** The report as data: the result page draws from it. Of tables it is a `Report`, of baskets an `ItemsReport`. */
  readonly report?: Report
  readonly error?: Failure
  /** A later run that has written to the same files: they are no longer this run's. */
  readonly replacedBy?: string
}

/** `GET api/run`: all runs of the session, first to last. `GET api/run/earlier`: releases that were there before, the latest first. */
export type RunSummary = Omit<RunState, 'report' | 'convergence'>
