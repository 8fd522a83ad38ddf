import type { TablePlan } from '../../plan/plan.ts'
import type { SearchProblem } from '../../search/search.ts'
import type { Stations } from '../kind.ts'
import { type CountedRows, countTable } from './count-table.ts'
import { type OpenedTable, openTable } from './open-table.ts'
import { poseProblem } from './pose-problem.ts'
import { problemSize } from './problem-size.ts'
import { shareAgain } from './share-again.ts'

export interface TableStations extends Stations {
  readonly plan: TablePlan
  readonly data: OpenedTable
  readonly counted: CountedRows
  readonly problem: SearchProblem
}

export const table = { open: openTable, count: countTable, pose: poseProblem, size: problemSize, repair: shareAgain }
