/** API types of studies. */
import type { Axis } from '../../../src/report/study/axes.ts'
import type { RuMap } from '../../../src/report/study/map-of-points.ts'
import type { StudyRow } from '../../../src/report/study/study-row.ts'
import type { StudyChoices } from '../../../src/study/study-map.ts'
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

/** `finished`: all rows exist; `stopped`: some exist, and it can be continued. */
export type StudyStatus = 'running' | 'finished' | 'stopped' | 'failed'

/**
 * `GET api/compare/ID`, and each event of `GET api/compare/ID/events`. `POST api/compare/open` with `{ path }` opens a
 * study file; `POST api/compare/ID/start` (also to go on), `/cancel`; `GET api/compare/ID/file/NAME` downloads.
 */
export interface StudyState {
  readonly id: string
  readonly title: string
  readonly file: string
  readonly folder: string
  readonly command: string
  readonly status: StudyStatus
  readonly done: number
  readonly total: number
  readonly kept: number
  readonly failed: number
  readonly secondsLeft?: number
  readonly running: readonly { readonly run: string; readonly settings: StudyRow['settings'] }[]
  readonly error?: Failure
}

/** Each event of `GET api/compare/ID/events?risk=…&utility=…&ceiling=…`; it includes the view if there are new rows. */
export interface StudyEvent extends StudyState {
  readonly view?: StudyView | undefined
}

export interface StudyView extends StudyChoices {
  readonly rows: readonly StudyRow[]
  readonly maps: readonly RuMap[]
  readonly axes: { readonly risk: readonly Axis[]; readonly utility: readonly Axis[] }
}

/** `GET api/compare/ID/run/RUN`: the job of a run, or of a point of its front (`07.3`), to open it as a result. */
export interface StudiedJob {
  readonly job: Job
  readonly base: string
  readonly name: string
  readonly command: string
}
