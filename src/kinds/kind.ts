/**
 * The contract of a kind of data: the stations between a plan and its release, which `anonymize.ts` calls in this order. Kinds are
 * `columns` (a grouping per column), `classes` (a decision per class of rows) and `items` (baskets).
 *
 * To write your own: a folder here with a record of these functions, a line in `index.ts`, and a plan with its name. What a station
 * hands on is plain data; later stations are given all of it as one bag (`Found`, `Written`, `Verified`).
 */
import type { Engine } from '../engines/engine.ts'
import type { CoarsenedColumns } from '../frequency/counted-table.ts'
import type { OutputName } from '../plan/outputs.ts'
import type { Plan } from '../plan/plans.ts'
import type { Staged } from '../release/staged.ts'
import type { ItemsReport } from '../report/items-report.ts'
import type { Judgement } from '../report/judgement.ts'
import type { Report } from '../report/report.ts'
import type { Signing } from '../report/signing.ts'
import type { RunResult, StepRun } from '../run.ts'
import type { ConvergencePoint, SearchDetails, SearchResult } from '../search/search.ts'
import type { SourceRequest, Table } from '../sources/open-source.ts'
import type { Countable, ReadOnceRun } from '../verification/read-once.ts'
import type { Verification } from '../verification/verification.ts'
import type { ProblemSize } from './table/problem-size.ts'

/** What the stations of a kind hand on. */
export interface Stations {
  readonly plan: Plan
  readonly data: OpenedData
  readonly counted: CountedData
  readonly problem: unknown
  readonly result: EndedSearch
  /** What will be released: the search's answer, or the best it had. */
  readonly found: unknown
  readonly written: unknown
}

export interface OpenedData {
  readonly table: Table
  /** Every file that the release is made from. */
  readonly files: readonly string[]
}

export interface CountedData {
  /** Rows (or baskets) of the source, and those left out because a value is missing (or they are empty). */
  readonly rowsRead: number
  readonly rowsMissing: number
  readonly combinations?: number
  /** What a person should know of the data though it is no error. */
  readonly warnings: readonly string[]
}

/** What every search's result has. */
export interface EndedSearch {
  readonly outcome: SearchResult['outcome']
  readonly optimal?: boolean
  readonly reason?: string
  readonly best?: unknown
  readonly evaluations: number
  readonly details?: SearchDetails
  readonly convergence?: readonly ConvergencePoint[]
}

export interface Found<S extends Stations = Stations> {
  readonly plan: S['plan']
  readonly data: S['data']
  readonly counted: S['counted']
  readonly problem: S['problem']
  readonly result: S['result']
  readonly found: S['found']
  /** Where the release is staged. */
  readonly staged: Staged
  /** Where the tidy table is staged, where the job asks for one. */
  readonly tidy?: string | undefined
}

export interface Written<S extends Stations = Stations> extends Found<S> {
  readonly written: S['written']
}

export interface Verified<S extends Stations = Stations> extends Written<S> {
  /** The staged release, read from memory where that is quicker. */
  readonly release: Table
  /** The same for counting, where rows that are the same may be one. */
  readonly countable: Countable
  readonly verification: Verification
}

/** How the staged release is opened like any other source, and what verification asks of it. */
export interface Checks {
  readonly source: SourceRequest
  verify(file: Table, run: ReadOnceRun): Promise<Pick<Verified, 'release' | 'countable' | 'verification'>>
}

/** What is published beside a release, and what its run says. */
export interface Description {
  readonly figures: Pick<
    RunResult,
    'suppressed' | 'classes' | 'smallestClass' | 'preference' | 'attributes' | 'populationUniques' | 'baskets'
  > &
    Required<Pick<RunResult, 'metrics' | 'risk'>>
  /** The metrics as they may be published, where they differ: measured against released values alone. */
  readonly publicMetrics?: Readonly<Record<string, number>>
  readonly figuresOver?: string
  /** Columns that were cut into bins before the search. */
  readonly coarsened?: CoarsenedColumns | undefined
  /** The goal's value, where it can be said of the release. */
  readonly value?: number | undefined
  readonly warnings: readonly string[]
  readonly judgement?: Judgement | undefined
  readonly report: Report | ItemsReport
  readonly drawReport: (signing: Signing) => Promise<string>
  readonly recoding: {
    readonly requirements?: readonly { readonly name: string; readonly options: Readonly<Record<string, unknown>> }[]
  }
  /** Texts of the other outputs, where the run has a place for them. */
  readonly texts: { readonly [name in OutputName]?: string | undefined }
}

export interface Kind<S extends Stations = Stations> {
  open(plan: S['plan'], engine: Engine, run: StepRun): Promise<S['data']>
  count(plan: S['plan'], data: S['data'], run: StepRun): Promise<S['counted']>
  /** The problem for the search, once the data is known. */
  pose(plan: S['plan'], counted: S['counted']): S['problem']
  search(plan: S['plan'], problem: S['problem'], run: StepRun): Promise<S['result']>
  /** How large the problem is, for who wants to know before the search. */
  size?(problem: S['problem'], counted: S['counted'], now: () => number): ProblemSize
  /** The metrics of what was found, as far as they are known before anything is written: for comparing. */
  figures?(problem: S['problem'], found: S['found']): Readonly<Record<string, number>>
  /** Writes the release to `work.staged`. */
  write(work: Found<S>, run: StepRun): Promise<S['written']>
  checks(work: Written<S>): Checks
  /** Begins to compute what `describe` will ask for and what no verification changes, while other threads count the release. */
  foresee?(work: Written<S>): void
  describe(work: Verified<S>, run: StepRun): Promise<Description>
}
