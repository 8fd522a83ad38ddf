/**
 * The contract of a search whose decision is not one grouping per column: what a row shows depends on its combination of values, and
 * sometimes on its target. It promises what column searches promise (see `search.ts`): the outputs are acceptable, and the same seed
 * gives the same ones.
 */
import type { OptionRecord, OptionValues } from '../options.ts'
import type { CombinationOutputs } from '../recoding/combinations.ts'
import type { NoneExists, SearchProblem, SearchRecord, SearchResultBase, SearchRun } from './search.ts'

export type { CombinationOutputs } from '../recoding/combinations.ts'

/** What each class of rows will show. */
export interface DecidedClasses {
  readonly combinations: CombinationOutputs
  /** Rows that carry a value which is not theirs. */
  readonly swappedRows: number
  /** Rows that no output takes. */
  readonly lostRows: number
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

export interface ClassesSearchRecord {
  /** Decides for each class of rows by itself. */
  readonly kind: 'classes'
  readonly name: string
  readonly title: string
  /** One or two sentences for `halftone list` and the docs. */
  readonly summary: string
  /** Paper or origin. */
  readonly source: string
  readonly options: readonly OptionRecord[]
  /** Needs no hierarchies: a quasi-identifier may be of type category without taxonomy or order. */
  readonly withoutHierarchies: boolean
  readonly leavesTrail?: undefined
  readonly leavesFront?: undefined
  /** Throws a UserError when the search cannot work on such a problem. */
  search(problem: SearchProblem, options: OptionValues, run: SearchRun): Promise<ClassesResult>
}

/** Any search over a table. */
export type TableSearchRecord = SearchRecord | ClassesSearchRecord
