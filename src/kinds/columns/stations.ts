/** Products of the steps of a table with one grouping per column. */
import type { Grouping } from '../../hierarchy/grouping.ts'
import type { ColumnsPlan } from '../../plan/plan.ts'
import type { ShownGroups } from '../../report/public-figures.ts'
import type { Evaluation } from '../../search/evaluation.ts'
import type { SearchResult } from '../../search/search.ts'
import type { TableStations } from '../table/stations.ts'

export interface ColumnsStations extends TableStations {
  readonly plan: ColumnsPlan
  readonly result: SearchResult
  readonly found: FoundGroupings
  readonly written: WrittenColumns
}

export interface FoundGroupings {
  readonly groupings: readonly Grouping[]
  readonly value: number
}

export interface WrittenColumns extends ShownGroups {
  readonly evaluation: Evaluation
}
