/**
 * The contract of a search whose decision is not one grouping per column: what a row shows depends on its combination of values, and
 * sometimes on its target. It promises what column searches promise (see `search.ts`): the outputs are acceptable, and the same seed
 * gives the same ones.
 */
import type { OptionRecord, OptionValues } from '../options.ts'
import type { CombinationOutputs } from '../recoding/combinations.ts'
import type { NoneExists, SearchProblem, SearchRecord, SearchRun } from './search.ts'

export type { CombinationOutputs } from '../recoding/combinations.ts'

export interface FoundCombinations {
  readonly outcome: 'found'
  /** Proven to be the best of the search's space, or the best seen. */
  readonly optimal: boolean
  readonly combinations: CombinationOutputs
  /** Rows that carry a value which is not theirs. */
  readonly swappedRows: number
  /** Rows that no output takes. */
  readonly lostRows: number
  readonly evaluations: number
  readonly convergence?: undefined
  /** What the search wants to tell in reports and `--json`. Plain JSON. */
  readonly details?: Readonly<Record<string, unknown>>
}

export type CombinationsResult = FoundCombinations | NoneExists

export interface CombinationsSearchRecord {
  /** Recodes combinations of a table's values. */
  readonly kind: 'combinations'
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
  search(problem: SearchProblem, options: OptionValues, run: SearchRun): Promise<CombinationsResult>
}

/** Any search over a table. */
export type TableSearchRecord = SearchRecord | CombinationsSearchRecord
