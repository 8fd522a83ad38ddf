/** Counts a table with items: combinations as for any table, the basket of each row, and the combination that it has. */
import type { Baskets } from '../../baskets/baskets.ts'
import { readSourceBaskets } from '../../baskets/engine-baskets.ts'
import { finestGrouping } from '../../hierarchy/grouping.ts'
import type { MixedPlan } from '../../plan/plan.ts'
import { rowCellsStatement, uploadCells } from '../../recoding/class-statement.ts'
import type { StepRun } from '../../run.ts'
import type { Table } from '../../sources/open-source.ts'
import { valueOrMissing } from '../../sql/encoding.ts'
import { itemsLayout } from '../items/baskets.ts'
import { type CountedRows, countTable } from '../table/count-table.ts'
import type { OpenedTable } from '../table/open-table.ts'

export interface CountedMixed extends CountedRows {
  /** One for each row of the source, in its order. */
  readonly baskets: Baskets
  /** −1 for rows that are not counted. */
  readonly combinationOf: Int32Array
}

export async function countMixed(plan: MixedPlan, data: OpenedTable, run: StepRun): Promise<CountedMixed> {
  const counted = await countTable(plan, data, run)
  const { engine, source } = data.table
  const layout = itemsLayout({ ...plan, form: 'cells' }, data.table)
  const { baskets } = await readSourceBaskets(engine, source, layout, { emptyBaskets: 'keep' }, { signal: run.signal })
  const { repeats } = baskets
  const repeated = `${repeats} repeats of an item inside a basket were merged; a release tells which items, not how many`
  return {
    ...counted,
    baskets,
    combinationOf: await combinationsOfRows(plan, data.table, counted, run),
    warnings: [...counted.warnings, ...(repeats > 0 ? [repeated] : [])],
  }
}

async function combinationsOfRows(
  { missingValues, seed }: MixedPlan,
  { engine, source }: Table,
  { frequencies, encodings, rowsRead, rowsMissing }: CountedRows,
  run: StepRun,
): Promise<Int32Array> {
  const { combinations, columns, counts } = frequencies
  const each = Int32Array.from({ length: combinations }, (_, i) => i)
  const decision = {
    groupings: columns.map(({ size }) => finestGrouping(size)),
    cells: { count: combinations, groups: columns.map(({ codes }) => codes) },
    outputs: { count: combinations, ranges: [] },
    moves: { count: combinations, cell: each, output: each, rows: counts.slice(0, combinations) },
  }
  const value = (column: string) => valueOrMissing(engine.dialect, column, missingValues)
  for (const statement of uploadCells(engine.dialect, decision)) await engine.execute(statement, { signal: run.signal })
  const request = { decision, encodings, dropMissing: rowsMissing > 0, value, seed }
  const result = await engine.query(rowCellsStatement(engine.dialect, source, request), { signal: run.signal })
  const combinationOf = new Int32Array(rowsRead).fill(-1)
  const cells = result.integers('cell')
  result.integers('row').forEach((row, i) => {
    combinationOf[row] = cells[i]
  })
  return combinationOf
}
