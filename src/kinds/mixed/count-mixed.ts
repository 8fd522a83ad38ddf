/** Counts a table with items: combinations as for any table, and the baskets that rows of each combination have. */
import { explodeBaskets } from '../../baskets/engine-baskets.ts'
import { countSetsInCells, type SetsInCells } from '../../baskets/engine-sets.ts'
import { prose } from '../../ground/format.ts'
import { finestGrouping } from '../../hierarchy/grouping.ts'
import type { MixedPlan } from '../../plan/plan.ts'
import { rowCellsStatement, uploadCells } from '../../recoding/class-statement.ts'
import type { StepRun } from '../../run.ts'
import type { Table } from '../../sources/table.ts'
import type { Sql } from '../../sql/dialect.ts'
import { valueOrMissing } from '../../sql/encoding.ts'
import { itemsLayout } from '../items/baskets.ts'
import { countTable } from '../table/count-table.ts'
import type { CountedRows, OpenedTable } from '../table/stations.ts'

export interface CountedMixed extends CountedRows, Omit<SetsInCells, 'cells'> {
  /** The combination of each basket. */
  readonly combinationOf: Int32Array
}

export async function countMixed(plan: MixedPlan, data: OpenedTable, run: StepRun): Promise<CountedMixed> {
  const counted = await countTable(plan, data, run)
  const { engine, source } = data.table
  const layout = itemsLayout({ ...plan, form: 'cells' }, data.table)
  const { occurrences } = await explodeBaskets(engine, source, layout, run)
  const selectCells = await combinationsOfRows(plan, data.table, counted, run)
  const { cells, ...sets } = await countSetsInCells(
    engine,
    { occurrences, selectCells },
    { most: engine.mostCombinations },
    run,
  )
  const { repeats } = sets.baskets
  const repeated = prose`${repeats} repeats of an item inside a basket were merged; a release tells which items, not how
    many`
  return {
    ...counted,
    ...sets,
    combinationOf: cells,
    warnings: [...counted.warnings, ...(repeats > 0 ? [repeated] : [])],
  }
}

/** Returns a SELECT of the combination of each row that has one. */
async function combinationsOfRows(
  { missingValues, seed }: MixedPlan,
  { engine, source }: Table,
  { frequencies, encodings, rowsMissing }: CountedRows,
  run: StepRun,
): Promise<Sql> {
  const { combinations, columns, counts } = frequencies
  const each = Int32Array.from({ length: combinations }, (_, i) => i)
  const decision = {
    groupings: columns.map(({ size }) => finestGrouping(size)),
    cells: { count: combinations, groups: columns.map(({ codes }) => codes) },
    outputs: { count: combinations, ranges: [] },
    moves: { count: combinations, cell: each, output: each, rows: counts.slice(0, combinations) },
  }
  const value = (column: string) => valueOrMissing(engine.dialect, column, missingValues)
  const cellsTable = 'halftone combinations'
  for (const statement of uploadCells(engine.dialect, decision, cellsTable))
    await engine.execute(statement, { signal: run.signal })
  const request = { decision, cellsTable, encodings, dropMissing: rowsMissing > 0, value, seed }
  return rowCellsStatement(engine.dialect, source, request)
}
