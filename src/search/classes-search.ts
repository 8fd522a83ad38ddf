/**
 * The contract of searches that decide per class of rows, not per column (`recoding/class-decision.ts`). They promise
 * what `search.ts` promises for columns. The ends of a range that is not a tree node are values of rows in the class.
 */
import type { OptionValues, PublishedPart } from '../ground/options.ts'
import type { ClassDecision } from '../recoding/class-decision.ts'
import type { NoneExists, SearchProblem, SearchRecord, SearchResultBase, SearchRun, Stages } from './search.ts'

export interface DecidedClasses {
  readonly decision: ClassDecision
  readonly lostRows: number
  readonly whyLost?: string
  /** Rows released with a value of another row. */
  readonly swappedRows?: number
}

export interface FoundClasses extends DecidedClasses, SearchResultBase {
  readonly outcome: 'found'
  readonly optimal: boolean
}

/** Stopped early; `best` is acceptable and complete. */
export interface ClassesStopped extends SearchResultBase {
  readonly outcome: 'cancelled' | 'out-of-budget'
  readonly best?: DecidedClasses
}

export type ClassesResult = FoundClasses | NoneExists | ClassesStopped

export interface ClassesSearchRecord extends PublishedPart {
  readonly kind: 'classes'
  /** Leaves cells out, so that categories need no hierarchy; false for boxes, which hide or keep such values. */
  readonly withoutHierarchies: boolean
  readonly intervals?: true
  readonly leavesTrail?: undefined
  readonly leavesFront?: undefined
  readonly walksLevels?: undefined
  readonly ordersByTarget?: undefined
  readonly forSmallProblems?: undefined
  readonly forSomeGoals?: undefined
  stages?(options: OptionValues): Stages
  /** Throws a UserError if the search does not support the problem. */
  search(problem: SearchProblem, options: OptionValues, run: SearchRun): Promise<ClassesResult>
}

export type TableSearchRecord = SearchRecord | ClassesSearchRecord
