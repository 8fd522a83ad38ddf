/**
 * The contract of a search whose decision is not one grouping per column: each class of rows shows ranges of its own (`recoding/
 * class-decision.ts`). It promises what column searches promise (see `search.ts`): the classes are acceptable, the same seed gives the
 * same ones, it may be cancelled or run out of a budget with the best so far. The ends of a range that is no tree node are values
 * that rows of the class have.
 */
import type { OptionValues, PublishedPart } from '../ground/options.ts'
import type { ClassDecision } from '../recoding/class-decision.ts'
import type { NoneExists, SearchProblem, SearchRecord, SearchResultBase, SearchRun } from './search.ts'

/** What each class of rows will show. */
export interface DecidedClasses {
  readonly decision: ClassDecision
  /** Rows that no class takes: they are not released. */
  readonly lostRows: number
  /** Why, and what would keep them. */
  readonly whyLost?: string
  /** Rows that carry a value which is not theirs, where the search does so. */
  readonly swappedRows?: number
}

export interface FoundClasses extends DecidedClasses, SearchResultBase {
  readonly outcome: 'found'
  /** Proven to be the best of the search's space, or the best seen. */
  readonly optimal: boolean
}

/** Stopped early; `best` is what it had, acceptable and complete. */
export interface ClassesStopped extends SearchResultBase {
  readonly outcome: 'cancelled' | 'out-of-budget'
  readonly best?: DecidedClasses
}

export type ClassesResult = FoundClasses | NoneExists | ClassesStopped

export interface ClassesSearchRecord extends PublishedPart {
  /** Decides for each class of rows by itself. */
  readonly kind: 'classes'
  /** Needs no hierarchies: a quasi-identifier may be of type category without taxonomy or order. */
  readonly withoutHierarchies: boolean
  readonly leavesTrail?: undefined
  readonly leavesFront?: undefined
  readonly walksLevels?: undefined
  readonly ordersByTarget?: undefined
  readonly forSmallProblems?: undefined
  readonly forSomeGoals?: undefined
  /** Throws a UserError when the search cannot work on such a problem. */
  search(problem: SearchProblem, options: OptionValues, run: SearchRun): Promise<ClassesResult>
}

/** Any search over a table. */
export type TableSearchRecord = SearchRecord | ClassesSearchRecord
