/** The contract of a method: a paper's algorithm and nothing else. `run-search.ts` makes a search of it. */
import type { OptionValues } from '../ground/options.ts'
import type { SearchProblem, SearchRecord, SearchResult, SearchRun, Stages } from './search.ts'
import type { Support } from './support.ts'

export interface SearchMethod extends Omit<SearchRecord, 'search' | 'stages'> {
  readonly starts: readonly Stages['start'][]
  readonly improves: readonly Stages['improve'][]
  readonly presets?: Readonly<Record<string, OptionValues>>
  /** Stages that `search` works with itself, through its support; the pipeline does the others. */
  readonly takes?: readonly (keyof Stages)[]
  /** Greedy: the options to try; the best result is improved. */
  attempts?(problem: SearchProblem, options: OptionValues): readonly OptionValues[]
  /** Whether groups of tree columns are tree nodes, as column programs need them. Default: always. */
  cuts?(options: OptionValues): boolean
  /** The moves and suppression of its space, for `improve: moves`. Default: the problem's. */
  moveSpace?(problem: SearchProblem, options: OptionValues): MoveSpace
  search(problem: SearchProblem, options: OptionValues, run: SearchRun, support: Support): Promise<SearchResult>
}

export interface MoveSpace {
  /** Codes at which a group may begin; undefined for columns grouped by tree nodes. */
  readonly starts: readonly (readonly number[] | undefined)[]
  readonly allowance: number
}
