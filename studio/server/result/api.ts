/** API types of results. */

import type { RunResult } from '../../../src/run.ts'
import type { Cut, WhatIf, WhatIfAnswer } from '../../../src/tasks/what-if.ts'
import type { RunRequest } from '../run/api.ts'

/** `GET api/result/ID/preview`: opens the source and the release of a run. */
export interface PreviewFacts {
  readonly columns: readonly string[]
  /** Columns of the source that were not released. */
  readonly withheld: readonly string[]
  readonly rowsBefore: number
  readonly rowsAfter: number
  /** Whether each row of the release is shown beside its source row. */
  readonly inStep: boolean
  /** Whether `POST api/result/ID/pair`, which runs the job again, may pair the rows. */
  readonly canPair: boolean
  readonly note?: string
}

/**
 * `GET api/result/ID/rows?from=0&count=100`, with the keys of `RowView` too → `RowWindow`: the released cells in the
 * order of `columns`; if `inStep`, then those of the source.
 */

/** `GET api/result/ID/people?contains=TEXT` → `RowWindow`: the first rows of the data with a text. */

/** `POST api/result/ID/verify` → `Verification`: verifies the release as it is on disk now. */

/** `GET api/result/ID/files`: whether the files of the run are still what they were. */
export interface FilesNow {
  /** The release was edited after it was verified, or is gone. */
  readonly isAltered: boolean
  /** Files of the data that were changed after the run. */
  readonly changedData: readonly string[]
}

/** `GET api/result/ID/what-if`: counts the data of the run, once; then `POST` with cuts → `WhatIfAnswer`. */
export interface WhatIfFacts extends Pick<WhatIf, 'columns' | 'rows' | 'mostSuppressed' | 'k' | 'goal'> {
  /** Cuts of the release, and their figures. */
  readonly cuts: readonly Cut[]
  readonly release: WhatIfAnswer
  /** The data or its trees have changed since the run. */
  readonly dataChanged: boolean
  /** File of a recoding that is kept, relative to the studio's folder. */
  readonly file: string
}

export interface WhatIfQuestion {
  readonly cuts: readonly Cut[]
}

/** `POST api/result/ID/keep` with a `WhatIfQuestion`: writes the recoding; the page then starts the run. */
export interface KeepAnswer {
  /** For `POST api/run`. */
  readonly request: RunRequest
}

/** `GET api/result/ID/learned` → `LearnedColumn[]`, of sensitive columns and targets: classes by largest share. */

/** `POST api/result/ID/try` with `{ job }`: figures of a changed job, by a short run whose files are removed. */
export type TriedChange = Pick<RunResult, 'rows' | 'suppressed' | 'classes' | 'smallestClass' | 'metrics' | 'judgement'>

/** `GET api/result/ID/person?row=0`. */
export type { AttackedPerson } from '../../../src/attack/person.ts'
