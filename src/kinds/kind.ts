/**
 * The contract of a kind of data: the steps from plan to release, which `anonymize.ts` calls in this order. Kinds are
 * `columns` (a grouping per column), `classes` (a decision per class of rows) and `items` (baskets).
 * To add one: a folder here with a record of these functions, a line in `index.ts`, and a plan with its name. Steps
 * return plain data; later steps receive all of it as one object (`Found`, `Written`, `Verified`).
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import type { CoarsenedColumns } from '../frequency/counted-table.ts'
import type { OutputName } from '../plan/outputs.ts'
import type { Plan } from '../plan/plan.ts'
import type { Staged } from '../release/staged.ts'
import type { AttackReport } from '../report/attack-figures.ts'
import type { Judgement } from '../report/judge/judged-release.ts'
import type { ItemsReport, Report } from '../report/report.ts'
import type { Signing } from '../report/signing.ts'
import type { RunResult, StepRun } from '../run.ts'
import type { ConvergencePoint } from '../search/search.ts'
import type { SourceRequest, Table } from '../sources/table.ts'
import type { Countable, ReadOnceRun } from '../verification/read-once.ts'
import type { Verification } from '../verification/verification.ts'

/** How large a problem is: nodes of the full-domain lattice, and about the seconds of one. */
export interface ProblemSize {
  readonly forecast: { readonly uniques: number; readonly nodes: number; readonly secondsPerNode: number }
  readonly values: ReadonlyMap<string, number>
}

export interface Stations {
  readonly plan: Plan
  readonly data: OpenedData
  readonly counted: CountedData
  readonly problem: unknown
  readonly result: EndedSearch
  /** The search's solution, or the best one when it stopped. */
  readonly found: unknown
  readonly written: unknown
}

export interface OpenedData {
  readonly table: Table
  readonly files: readonly string[]
}

export interface CountedData {
  readonly rowsRead: number
  readonly rowsMissing: number
  readonly combinations?: number
  readonly warnings: readonly string[]
}

export interface EndedSearch extends Pick<RunResult, 'outcome' | 'optimal' | 'reason' | 'evaluations' | 'details'> {
  readonly best?: unknown
  readonly convergence?: readonly ConvergencePoint[]
}

export interface Found<S extends Stations = Stations> {
  readonly plan: S['plan']
  readonly data: S['data']
  readonly counted: S['counted']
  readonly problem: S['problem']
  readonly result: S['result']
  readonly found: S['found']
  readonly staged: Staged
  readonly tidy?: string | undefined
  /** Path of the staged ledger, if the job has one. */
  readonly ledger?: string | undefined
}

export interface Written<S extends Stations = Stations> extends Found<S> {
  readonly written: S['written']
}

export interface Verified<S extends Stations = Stations> extends Written<S> {
  readonly release: Table
  /** The release for counting, where equal rows may be merged. */
  readonly countable: Countable
  readonly verification: Verification
  readonly attack?: AttackReport | undefined
}

export interface Checks {
  readonly source: SourceRequest
  verify(file: Table, run: ReadOnceRun): Promise<Pick<Verified, 'release' | 'countable' | 'verification'>>
}

type ClassFigure = 'suppressed' | 'classes' | 'smallestClass' | 'attributes' | 'populationUniques'
type KindFigure = 'preference' | 'baskets' | 'history' | 'mixed'

export interface Description {
  readonly figures: Pick<RunResult, ClassFigure | KindFigure> & Required<Pick<RunResult, 'metrics' | 'risk'>>
  /** Metrics measured on released values alone, if they differ. */
  readonly publicMetrics?: Readonly<Record<string, number>>
  readonly figuresOver?: string
  readonly coarsened?: CoarsenedColumns | undefined
  readonly value?: number | undefined
  readonly warnings: readonly string[]
  readonly judgement?: Judgement | undefined
  readonly report: Report | ItemsReport
  readonly drawReport: (signing: Signing) => Promise<string>
  readonly recoding: {
    readonly requirements?: readonly { readonly name: string; readonly options: Readonly<Record<string, unknown>> }[]
  }
  readonly texts: { readonly [name in OutputName]?: string | Iterable<string> | undefined }
}

export interface Kind<S extends Stations = Stations> {
  open(plan: S['plan'], engine: Engine, run: StepRun): Promise<S['data']>
  count(plan: S['plan'], data: S['data'], run: StepRun): Promise<S['counted']>
  pose(plan: S['plan'], counted: S['counted']): S['problem']
  search(plan: S['plan'], problem: S['problem'], run: StepRun): Promise<S['result']>
  size?(problem: S['problem'], counted: S['counted']): ProblemSize
  /** Metrics known before anything is written, for comparing solutions. */
  figures?(problem: S['problem'], found: S['found']): Readonly<Record<string, number>>
  /** Adjusts the plan to the solution, before anything is written. */
  settle?(work: Found<S>): S['plan']
  write(work: Found<S>, run: StepRun): Promise<S['written']>
  checks(work: Written<S>): Checks
  /** Returns the work with changed data if the release must be written again. `rewrite` replaces the staged one. */
  repair?(
    work: Verified<S>,
    rewrite: (work: Found<S>) => Promise<unknown>,
    run: EngineRun,
  ): Promise<Found<S> | undefined>
  /** Starts computing figures for `describe` while other threads count the release. */
  foresee?(work: Written<S>): void
  describe(work: Verified<S>, run: StepRun): Promise<Description>
}
