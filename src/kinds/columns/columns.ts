/** Tables of which each column gets one grouping. */
import type { ColumnsPlan, TablePlan } from '../../plan/plan.ts'
import { createEvaluator } from '../../search/evaluation.ts'
import type { SearchProblem, SearchResult } from '../../search/search.ts'
import type { Kind, Stations } from '../kind.ts'
import { type CountedRows, countTable, type OpenedTable, openTable } from '../table/count-rows.ts'
import { figuresOf } from '../table/describe-table.ts'
import { poseProblem } from '../table/pose-problem.ts'
import { problemSize } from '../table/problem-size.ts'
import { describeColumns, foreseeColumns } from './describe-columns.ts'
import { type FoundGroupings, searchColumns } from './search-columns.ts'
import { columnsChecks, type WrittenColumns, writeColumns } from './write-columns.ts'

/** What every table hands on, however it is recoded. */
export interface TableStations extends Stations {
  readonly plan: TablePlan
  readonly data: OpenedTable
  readonly counted: CountedRows
  readonly problem: SearchProblem
}

export interface ColumnsStations extends TableStations {
  readonly plan: ColumnsPlan
  readonly result: SearchResult
  readonly found: FoundGroupings
  readonly written: WrittenColumns
}

/** The stations that do not depend on how a table is recoded. */
export const table = { open: openTable, count: countTable, pose: poseProblem, size: problemSize }

export const columns: Kind<ColumnsStations> = {
  ...table,
  search: searchColumns,
  figures: (problem, found) => figuresOf(problem, createEvaluator(problem).evaluate(found.groupings)).metrics,
  write: writeColumns,
  checks: columnsChecks,
  foresee: foreseeColumns,
  describe: describeColumns,
}
