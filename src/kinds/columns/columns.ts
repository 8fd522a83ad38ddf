/** Tables recoded with one grouping per column. */
import type { ColumnsPlan } from '../../plan/plan.ts'
import { createEvaluator } from '../../search/evaluation.ts'
import type { SearchResult } from '../../search/search.ts'
import type { Kind } from '../kind.ts'
import { tableFigures } from '../table/describe-table.ts'
import { type TableStations, table } from '../table/table.ts'
import { describeColumns, foreseeColumns } from './describe-columns.ts'
import { type FoundGroupings, searchColumns } from './search-columns.ts'
import { settleSuppressedRows } from './settle-suppressed-rows.ts'
import { columnsChecks, type WrittenColumns, writeColumns } from './write-columns.ts'

export interface ColumnsStations extends TableStations {
  readonly plan: ColumnsPlan
  readonly result: SearchResult
  readonly found: FoundGroupings
  readonly written: WrittenColumns
}

export const columns: Kind<ColumnsStations> = {
  ...table,
  search: searchColumns,
  figures: (problem, found) => tableFigures(problem, createEvaluator(problem).evaluate(found.groupings)).metrics,
  settle: settleSuppressedRows,
  write: writeColumns,
  checks: columnsChecks,
  foresee: foreseeColumns,
  describe: describeColumns,
}
