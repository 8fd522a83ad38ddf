/**
 * The contract of a search: given the frequency table, the hierarchies, the requirements and a goal, find a recoding.
 *
 * To write your own: a folder here with a `SearchRecord`, a line in `index.ts`, and a test that calls `test/promises/search.ts`.
 * Every search promises: the recoding it returns is acceptable; the same seed gives the same result for any number of threads;
 * it looks at `run.signal` at least every tenth of a second of work; it never waits on the clock for a decision unless an option
 * of its own says so.
 */
import type { FrequencyTable } from '../frequency/frequency-table.ts'
import type { OptionValues, PublishedPart } from '../ground/options.ts'
import type { Grouping } from '../hierarchy/grouping.ts'
import type { Hierarchy } from '../hierarchy/hierarchy.ts'
import type { Metric, MetricSettings } from '../metrics/metric.ts'
import type { ClassRule } from '../requirements/requirement.ts'
import type { Forecast } from './forecast.ts'
import type { FrontPoint, Trail } from './results.ts'
import type { Work } from './work.ts'

export interface SearchProblem {
  readonly frequencies: FrequencyTable
  /** One per column of the frequency table, in its order. */
  readonly hierarchies: readonly Hierarchy[]
  readonly requirements: readonly ClassRule[]
  /** The largest share of rows that may be suppressed, 0 to 1. */
  readonly suppressionLimit: number
  /**
   * Suppressed rows form one group. `exempt`: it may be small, it says nothing about anybody. `enforce`: it must be empty or
   * satisfy the requirements too; while it does not, the smallest kept class is suppressed with it. `register`: the same of
   * requirements about a register alone, which says who looks like no released class.
   */
  readonly suppressedGroup: 'exempt' | 'register' | 'enforce'
  readonly goal: Goal
  /** Groupings that are known to be good, for searches that begin somewhere. */
  readonly start?: readonly Grouping[] | undefined
}

/** What to minimise: a weighted sum of metrics (usually one). Metrics where higher is better enter negated. */
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

/** How a search talks to its surroundings: chance, cores, clock, cancellation and progress come in as arguments. */
export interface SearchRun {
  readonly seed: number
  /** How many cores may be used; the result must not depend on it. */
  readonly threads: number
  readonly signal?: AbortSignal
  readonly progress?: (progress: SearchProgress) => void
  /** Milliseconds, monotonic. */
  readonly now: () => number
  /** By `now`: when a time limit ends the search. Work that no signal reaches looks at the clock. */
  readonly deadline?: number | undefined
  /** A limit of work, the same on every machine. Work that `keepPace` does not see is spent here. */
  readonly work?: Work | undefined
}

export interface SearchProgress {
  /** Work done and in all (0 when not known), in the search's own unit. */
  readonly done: number
  readonly total: number
  /** Best goal value so far. */
  readonly best?: number
  /** Different solutions seen so far, where the search keeps a population. */
  readonly distinct?: number
  /** The share of its limits of work and time that is used up, 0 to 1; the search itself does not say it. */
  readonly limitShare?: number
  /** Before it begins: what it has before it. */
  readonly forecast?: Forecast | undefined
}

/** A point of a convergence curve, kept in the result. */
export type ConvergencePoint = Required<Pick<SearchProgress, 'done' | 'best'>> & { readonly distinct?: number }

/** What a search says in reports and `--json` besides its result: figures of its own, and these. Plain JSON. */
export interface SearchDetails {
  /** A summary of the trail. */
  readonly trail?: { readonly search: string; readonly points: number; readonly 'largest smallest class': number }
  /** Of a search with several objectives: their names, the points that no other dominates, the place of the released one, from 1. */
  readonly objectives?: readonly string[]
  readonly front?: readonly FrontPoint[]
  readonly chosen?: number
  /** No recoding has a lower value of the goal. */
  readonly lowerBound?: number
  /** About the lowest value that there could be, from a sample of the rows. */
  readonly 'lower bound, estimated'?: number
  /** What a person should know of the search though it is no error. */
  readonly warnings?: readonly string[]
  readonly sample?: SampleDetails
  /** The limit that ended it. */
  readonly stopped?: string
  readonly [figure: string]: unknown
}

/** A search on a sample, judged on all rows. */
export interface SampleDetails {
  readonly rows: number
  readonly k: number
  readonly 'value on the sample': number
  readonly 'value on all rows': number
}

export interface SearchResultBase {
  /** Evaluations of a recoding (exact or rolled up). */
  readonly evaluations: number
  readonly details?: SearchDetails
  /** The way from one recoding to the next, of searches that take one. It lists values of the table. */
  readonly trail?: Trail
  readonly convergence?: readonly ConvergencePoint[]
}

export interface FoundColumns extends SearchResultBase {
  readonly outcome: 'found'
  /** Proven to be the best of the search's space, or the best seen. */
  readonly optimal: boolean
  /** One grouping per column. `recoding/` turns it into the readable form. */
  readonly groupings: readonly Grouping[]
  /** Goal value of the groupings. */
  readonly value: number
}

export interface NoneExists extends SearchResultBase {
  readonly outcome: 'none-exists'
  /** Why, and what would help: "no recoding keeps at most 5 % of rows suppressed; raise suppression-limit". */
  readonly reason: string
}

/** Stopped early; `best` is what it had, acceptable and complete. */
export interface StoppedEarly extends SearchResultBase {
  readonly outcome: 'cancelled' | 'out-of-budget'
  /** Why there is none, where more than the budget is to blame. */
  readonly reason?: string
  readonly best?: { readonly groupings: readonly Grouping[]; readonly value: number }
}

export type SearchResult = FoundColumns | NoneExists | StoppedEarly

type Solution<Result> =
  | Extract<Result, { readonly outcome: 'found' }>
  | Extract<Result, { readonly best?: unknown }>['best']
  | undefined

/** What a search has: what it found, or the best until it was stopped. */
export function solutionIn<Result extends { readonly outcome: string; readonly best?: unknown }>(
  result: Result,
): Solution<Result> {
  return (result.outcome === 'found' ? result : result.best) as Solution<Result>
}

export interface SearchRecord extends PublishedPart {
  /** Recodes columns of a table. (Searches over items of transactions have a contract of their own.) */
  readonly kind: 'columns'
  /** Its result has a `trail`, which a run keeps in a file of its own. */
  readonly leavesTrail?: true
  /** Its details hold a `front` (pareto/front.ts), which a run keeps as a table, one row per point. */
  readonly leavesFront?: true
  /** Whether, with these options, the values of trees should stand in the order of what they say about the target: it groups neighbours. */
  ordersByTarget?(options: OptionValues): boolean
  /** Its space is a level for each column, so that the number of nodes says how long it may take. */
  readonly walksLevels?: true
  readonly withoutHierarchies?: undefined
  /** Looks at everything: for problems that are small, not for comparisons over many runs. */
  readonly forSmallProblems?: true
  /** Works for some goals alone: nothing to propose where the goal is not known. */
  readonly forSomeGoals?: true
  /** The start and the improvement that it has with these options; absent where it has none (`run-search.ts`). */
  stages?(options: OptionValues): Stages
  /** Throws a UserError when the search cannot work on such a problem (e.g. a space that is too large). */
  search(problem: SearchProblem, options: OptionValues, run: SearchRun): Promise<SearchResult>
}

/** What comes before and after a method. */
export interface Stages {
  readonly start: 'none' | 'levels' | 'lattice'
  readonly improve: 'none' | 'moves' | 'columns' | 'columns+bound'
}

/** The algorithm of a paper and nothing else; `run-search.ts` makes a search of it. */
export interface SearchMethod extends Omit<SearchRecord, 'search' | 'stages'> {
  /** Starts and improvements that it can have, the default first. */
  readonly starts: readonly Stages['start'][]
  readonly improves: readonly Stages['improve'][]
  /** Names for several options at once, besides `best` and `paper`. */
  readonly presets?: Readonly<Record<string, OptionValues>>
  /** Evolves a population: `search` itself begins from the recodings of the start and improves members as it goes. */
  readonly evolves?: true
  /** Greedy: the options to try, of which the best is improved. */
  attempts?(problem: SearchProblem, options: OptionValues): readonly OptionValues[]
  /** Whether its groups are nodes where there are trees, as column programs need them; always when absent. */
  cuts?(options: OptionValues): boolean
  /** The moves and the suppression of its space, for `improve: moves`; all of the problem's when absent. */
  moveSpace?(problem: SearchProblem, options: OptionValues): MoveSpace
  search(problem: SearchProblem, options: OptionValues, run: SearchRun, stages: Stages): Promise<SearchResult>
}

export interface MoveSpace {
  /** Codes at which a group of the column may begin; undefined where groups are nodes of its tree. */
  readonly starts: readonly (readonly number[] | undefined)[]
  /** Rows that may be suppressed. */
  readonly allowance: number
}
