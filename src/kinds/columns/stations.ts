/** Products of the steps of a table with one grouping per column. */
import type { ColumnsPlan } from '../../plan/plan.ts'
import type { ShownGroups } from '../../report/public-figures.ts'
import type { Evaluation } from '../../search/evaluation.ts'
import type { FoundColumns, SearchResult } from '../../search/search.ts'
import type { TableStations } from '../table/stations.ts'

export interface ColumnsStations extends TableStations {
  readonly plan: ColumnsPlan
  readonly result: SearchResult
  readonly found: Pick<FoundColumns, 'groupings' | 'value'>
  readonly written: WrittenColumns
}

export interface WrittenColumns extends ShownGroups {
  readonly evaluation: Evaluation
}
