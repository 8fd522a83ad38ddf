/**
 * The contract of a search: given the frequency table, hierarchies, requirements and a goal, find a recoding.
 * To add one: a folder here with a `SearchRecord`, a line in `index.ts`, and a test that calls
 * `test/promises/search.ts`. Every search promises: its recoding is acceptable; a seed gives the same result for any
 * number of threads; it checks `run.signal` at least every tenth of a second; the clock affects no decision unless one
 * of its options says so.
 */
import type { FrequencyTable } from '../frequency/frequency-table.ts'
import type { OptionValues, PublishedPart } from '../ground/options.ts'
import type { Grouping } from '../hierarchy/grouping.ts'
import type { Hierarchy } from '../hierarchy/hierarchy.ts'
import type { Metric, MetricSettings } from '../metrics/metric.ts'
import type { ClassRule } from '../requirements/requirement.ts'
import type { FrontPoint, Trail } from './results.ts'

export interface SearchProblem {
  readonly frequencies: FrequencyTable
  /** One per column of the frequency table, in its order. */
  readonly hierarchies: readonly Hierarchy[]
  readonly requirements: readonly ClassRule[]
  /** Largest share of rows that may be suppressed, 0 to 1. */
  readonly suppressionLimit: number
  /**
   * Suppressed rows form one group. `exempt`: it may be small, because it reveals nothing about anybody. `enforce`: it
   * must be empty or satisfy the requirements; until then the smallest kept class is suppressed with it. `register`:
   * only requirements about a register apply, because the register tells who is like no released class.
   */
  readonly suppressedGroup: 'exempt' | 'register' | 'enforce'
  readonly goal: Goal
  readonly start?: readonly Grouping[] | undefined
}

/** The weighted sum of metrics to minimize. Metrics where higher is better are negated. */
export interface Goal {
  /** As in the job: `general`, `classification`, … or a metric's name. */
  readonly name: string
  readonly terms: readonly GoalTerm[]
}

export interface GoalTerm {
  readonly metric: Metric
  readonly settings: MetricSettings
  readonly weight: number
}

/** The environment of a search: randomness, cores, clock, cancellation and progress are arguments. */
export interface SearchRun {
  readonly seed: number
  /** Available cores; the result must not depend on them. */
  readonly threads: number
  readonly signal?: AbortSignal
  readonly progress?: (progress: SearchProgress) => void
  /** Milliseconds, monotonic. */
  readonly now: () => number
  /** When a time limit ends the search, by `now`, for work that no signal reaches. */
  readonly deadline?: number | undefined
  /** Machine-independent. Work that `keepPace` does not see must be spent here. */
  readonly work?: Work | undefined
}

export interface SearchProgress {
  /** Work done and in total (0 if unknown), in the search's unit. */
  readonly done: number
  readonly total: number
  readonly best?: number
  readonly distinct?: number
  /** Share of the work and time limits used up, 0 to 1; not set by the search itself. */
  readonly limitShare?: number
  readonly forecast?: Forecast | undefined
}

export interface Forecast {
  readonly combinations: number
  readonly columns: number
  readonly space: number
  /** Upper bound, if the options bound the number of evaluations. */
  readonly seconds?: number | undefined
  readonly limit?: number | undefined
}

/** A work limit in units of about a second (`work.ts`). */
export interface Work {
  /** Adds units. Never stops the search itself, so that running threads are not cut off at a time-dependent point. */
  spend(units: number): void
  left(): number
  /** Stops the search if no work is left. Call it only between deterministic steps, while no other thread works. */
  check(): void
}

/** A point of a convergence curve, kept in the result. */
export type ConvergencePoint = Required<Pick<SearchProgress, 'done' | 'best'>> & { readonly distinct?: number }

/** Details for reports and `--json`: figures of the search, and these. Plain JSON. */
export interface SearchDetails {
  readonly trail?: { readonly search: string; readonly points: number; readonly 'largest smallest class': number }
  /** Multi-objective searches: names, non-dominated points, index of the released one, from 1. */
  readonly objectives?: readonly string[]
  readonly front?: readonly FrontPoint[]
  readonly chosen?: number
  /** No recoding has a lower goal value. */
  readonly lowerBound?: number
  /** Estimated from a sample of the rows. */
  readonly 'lower bound, estimated'?: number
  readonly warnings?: readonly string[]
  readonly stopped?: string
  readonly [figure: string]: unknown
}

export interface SearchResultBase {
  readonly evaluations: number
  readonly details?: SearchDetails
  /** The steps of a greedy search. Contains values of the table. */
  readonly trail?: Trail
  readonly convergence?: readonly ConvergencePoint[]
}

export interface FoundColumns extends SearchResultBase {
  readonly outcome: 'found'
  readonly optimal: boolean
  /** One grouping per column; `recoding/` makes it readable. */
  readonly groupings: readonly Grouping[]
  readonly value: number
}

export interface NoneExists extends SearchResultBase {
  readonly outcome: 'none-exists'
  /** The reason and a remedy: "no recoding keeps at most 5 % of rows suppressed; raise suppression-limit". */
  readonly reason: string
}

/** Stopped early; `best` is acceptable and complete. */
export interface StoppedEarly extends SearchResultBase {
  readonly outcome: 'cancelled' | 'out-of-budget'
  /** Why `best` is missing, if the budget is not the only reason. */
  readonly reason?: string
  readonly best?: { readonly groupings: readonly Grouping[]; readonly value: number }
}

export type SearchResult = FoundColumns | NoneExists | StoppedEarly

type Solution<Result> =
  | Extract<Result, { readonly outcome: 'found' }>
  | Extract<Result, { readonly best?: unknown }>['best']
  | undefined

/** The result, or the best so far of a stopped search. */
export function solutionIn<Result extends { readonly outcome: string; readonly best?: unknown }>(
  result: Result,
): Solution<Result> {
  return (result.outcome === 'found' ? result : result.best) as Solution<Result>
}

export interface SearchRecord extends PublishedPart {
  /** Recodes columns of a table; item searches have another contract. */
  readonly kind: 'columns'
  /** Takes any interval of an ordered column, so that dates need no levels. */
  readonly intervals?: true
  /** The result has a `trail`, which a run keeps in a separate file. */
  readonly leavesTrail?: true
  /** The details have a `front` (pareto/front.ts), which a run keeps as a table, one row per point. */
  readonly leavesFront?: true
  /** Whether tree values should be ordered by their effect on the target, because it groups neighbours. */
  ordersByTarget?(options: OptionValues): boolean
  /** Searches one level per column, so the number of nodes forecasts its time. */
  readonly walksLevels?: true
  readonly withoutHierarchies?: undefined
  /** Brute force: not for comparisons over many runs. */
  readonly forSmallProblems?: true
  /** Supports only some goals: not recommended if the goal is unknown. */
  readonly forSomeGoals?: true
  stages?(options: OptionValues): Stages
  /** Throws a UserError if the search does not support the problem (e.g. a space that is too large). */
  search(problem: SearchProblem, options: OptionValues, run: SearchRun): Promise<SearchResult>
}

/** A problem with the options of a method. */
export interface SearchTask {
  readonly problem: SearchProblem
  readonly settings: OptionValues
  readonly run: SearchRun
}

export interface Stages {
  readonly start: 'none' | 'levels' | 'lattice'
  readonly improve: 'none' | 'moves' | 'columns' | 'columns+bound' | 'rounds'
}
