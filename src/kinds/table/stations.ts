/** Products of the steps of a table. */
import type { CountedTable } from '../../frequency/counted-table.ts'
import type { Grouping } from '../../hierarchy/grouping.ts'
import type { TablePlan } from '../../plan/plan.ts'
import type { Pseudonymized } from '../../pseudonyms/pseudonymize.ts'
import type { SearchProblem } from '../../search/search.ts'
import type { CountedData, OpenedData, Stations } from '../kind.ts'
import type { CoarsenedValues } from './coarsen-columns.ts'
import type { AskedQueries } from './queries.ts'

export interface TableStations extends Stations {
  readonly plan: TablePlan
  readonly data: OpenedTable
  readonly counted: CountedRows
  readonly problem: SearchProblem
}

export interface OpenedTable extends OpenedData {
  readonly released: readonly string[]
  readonly unlisted: readonly string[]
  readonly fingerprints: Pseudonymized['fingerprints']
  /** Warns of rows that occur twice; `repeats` is an estimate of their share. */
  readonly equalRows: (repeats: number | undefined) => Promise<string[]>
  /** Columns whose released values are coarser than those of the data. */
  readonly coarsened: readonly CoarsenedValues[]
}

export interface CountedRows extends CountedTable, CountedData {
  readonly queries: AskedQueries | undefined
  readonly start?: readonly Grouping[] | undefined
}
