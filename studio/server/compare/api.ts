/** API types of studies. */

import type { Axis } from '../../../src/report/study/axes.ts'
import type { StudyRow } from '../../../src/report/study/study-row.ts'
import type { StudyProgress } from '../../../src/study/run-study.ts'
import type { Study } from '../../../src/study/study-schema.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import type { Failure } from '../api.ts'

/** `POST api/compare` → `StudyState`: writes job and study files under `studies/` and starts the study. */
export interface StudyRequest {
  readonly job: Job
  readonly base: string
  readonly name: string
  readonly study: Pick<Study, 'grid' | 'map' | 'evaluate' | 'fronts'>
  /** Replace another study with this name; otherwise the request is refused (409, kind `OutputExists`). */
  readonly force?: boolean
}

export type AxisName = Pick<Axis, 'name' | 'label' | 'title'>

/** `finished`: all rows exist; `stopped`: some exist, and it can be continued. */
export type StudyStatus = 'running' | 'finished' | 'stopped' | 'failed'

/**
 * `GET api/compare/ID`, and each event of `GET api/compare/ID/events`. `POST api/compare/open` with `{ path }` opens a
 * study file; `POST api/compare/ID/start` (also to go on), `/cancel`; `GET api/compare/ID/file/NAME`
 * downloads; `GET api/compare/ID/report?risk=…&utility=…&ceiling=…` is the report of the runs so far.
 */
export interface StudyState extends Pick<StudyProgress, 'done' | 'total' | 'kept' | 'failed' | 'secondsLeft'> {
  readonly id: string
  readonly title: string
  readonly file: string
  readonly folder: string
  readonly command: string
  readonly status: StudyStatus
  readonly running: readonly { readonly run: string; readonly settings: StudyRow['settings'] }[]
  readonly error?: Failure
  /** Figures of the runs so far that a map can have as its axes. */
  readonly axes: { readonly risk: readonly AxisName[]; readonly utility: readonly AxisName[] }
  /** Runs so far with a release. */
  readonly found: readonly { readonly run: string; readonly settings: string }[]
}

/** `GET api/compare/ID/run/RUN`: the job of a run, or of a point of its front (`07.3`), to open it as a result. */
export interface StudiedJob {
  readonly job: Job
  readonly base: string
  readonly name: string
}
