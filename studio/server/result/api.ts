/** Results, as pages see them: rows before and after, and what-if. Types only. */

import type { RiskProfile } from '../../../src/metrics/risk/profile.ts'
import type { Cut, WhatIf, WhatIfAnswer } from '../../../src/tasks/what-if.ts'
import type { ClassesAnswer, ClassesWhatIf } from '../../../src/tasks/what-if-classes.ts'
import type { RunRequest } from '../run/api.ts'

/** `GET api/result/ID/preview`: opens the source and the release of a run. */
export interface PreviewFacts {
  /** Columns of the release, in its order. */
  readonly columns: readonly string[]
  /** Columns of the source that were not released. */
  readonly withheld: readonly string[]
  readonly rowsBefore: number
  readonly rowsAfter: number
  /** Whether a row of the release is shown beside the row that it was made of. */
  readonly inStep: boolean
  /** What there is to know about the order of the rows. */
  readonly note?: string
}

/**
 * `GET api/result/ID/rows?side=before|after&from=0&count=100` → `RowWindow`: rows of the release, or of the source. In step, row N of one
 * side was made of row N of the other; cells stand in the order of `columns`.
 */
export type PreviewSide = 'before' | 'after'

/** `POST api/result/ID/verify` → `Verification`: counts the release again as it lies on the disk now. */

/** `GET api/result/ID/what-if`: counts the data of the run, once; then `POST` with cuts → `WhatIfAnswer`. */
export interface WhatIfFacts extends Pick<WhatIf, 'columns' | 'rows' | 'mostSuppressed' | 'k' | 'goal'> {
  /** Where the release has its cuts, and what they come to. */
  readonly cuts: readonly Cut[]
  readonly release: WhatIfAnswer
  /** The data or its trees are not what they were when the run counted them. */
  readonly dataChanged: boolean
  /** Where the recoding is kept unless another name is given; relative to the studio's folder. */
  readonly file: string
}

/** `POST api/result/ID/what-if`. */
export interface WhatIfQuestion {
  readonly cuts: readonly Cut[]
}

/** `GET api/result/ID/what-if-classes`, where each class decides for itself; then `POST` with a `ClassesQuestion` → `ClassesAnswer`. */
export interface ClassesFacts extends Pick<ClassesWhatIf, 'columns' | 'rows' | 'k' | 'weights' | 'goal'> {
  /** What the k and the weights of the job come to by a search as short as that of a question. */
  readonly now: ClassesAnswer
}

/** `POST api/result/ID/keep`: writes the recoding of the cuts; the page then starts the run. */
export interface KeepRequest extends WhatIfQuestion {
  /** Relative to the studio's folder. */
  readonly file: string
  /** Replace a file of that name. */
  readonly replace: boolean
}

export interface KeepAnswer {
  /** For `POST api/run`. */
  readonly request: RunRequest
}

/** `GET api/result/ID/compared` → `string[]`: columns that are in both files. `…/compared/one?column=NAME`: */
export interface ColumnBeforeAfter {
  readonly column: string
  /** Rows in the data and in the release, where labels are spread evenly over the values that they stand for. */
  readonly bins: readonly { readonly label: string; readonly before: number; readonly after: number }[]
  /** Rows of the release that say nothing of the column. */
  readonly silentAfter: number
}

/** `…/compared/two?x=NAME&y=NAME`. */
export interface PairBeforeAfter {
  readonly x: string
  readonly y: string
  readonly across: readonly string[]
  readonly down: readonly string[]
  /** Rows by bin, line by line. */
  readonly before: readonly (readonly number[])[]
  readonly after: readonly (readonly number[])[]
  readonly silentAfter: number
  /** Cramér's V, 0 to 1. */
  readonly associationBefore: number
  readonly associationAfter: number
}

/** `…/compared/pairs` → `Association[]`. */
export interface Association {
  readonly x: string
  readonly y: string
  readonly before: number
  readonly after: number
}

/** `GET api/result/ID/learned` → `LearnedColumn[]`: classes by the share of their most frequent value, of each sensitive column and target. */

/** `POST api/result/ID/attackers`: the risk of the data and of the release. */
export interface AttackersRequest {
  /** Risk above which a row counts as being at risk. */
  readonly threshold?: number | undefined
  /** How many people those of the data are a part of. */
  readonly people?: number | undefined
}

export interface AttackersAnswer {
  readonly before: RiskProfile
  readonly after: RiskProfile
}

/** `GET api/result/ID/certificate`: one page to print and sign. */
