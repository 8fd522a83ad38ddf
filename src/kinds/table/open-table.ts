import type { Engine, EngineRun } from '../../engines/engine.ts'
import { identifying, matchColumns, type TablePlan } from '../../plan/plan.ts'
import { type Pseudonymized, pseudonymize } from '../../pseudonyms/pseudonymize.ts'
import { refuseFormulaNames } from '../../release/arrange.ts'
import { warnOfEqualRows } from '../../sources/equal-files.ts'
import { openSource, requireColumn } from '../../sources/open-source.ts'
import type { OpenedData } from '../kind.ts'
import { type CoarsenedValues, coarsenColumns } from './coarsen-columns.ts'

export interface OpenedTable extends OpenedData {
  readonly released: readonly string[]
  readonly unlisted: readonly string[]
  /** Fingerprint of the key of each keyed column. */
  readonly fingerprints: Pseudonymized['fingerprints']
  /** Columns whose released values are coarser than those of the data. */
  readonly coarsened: readonly CoarsenedValues[]
}

export async function openTable(plan: TablePlan, engine: Engine, run: EngineRun = {}): Promise<OpenedTable> {
  const identifiers = identifying(plan)
  const found = await openSource(plan.source, engine)
  if (plan.persons !== undefined) requireColumn(found, plan.persons, plan.name)
  // With persons, equal rows are normal.
  const opened = plan.persons === undefined ? await warnOfEqualRows(found, identifiers, { signal: run.signal }) : found
  const names = opened.columns.map((column) => column.name)
  const files = plan.fromTrail === undefined ? opened.files : [...opened.files, plan.fromTrail]
  const matched = matchColumns(plan, names, opened.name)
  refuseFormulaNames(matched.released, plan.arrangement)
  const { table, fingerprints } = await pseudonymize(opened, plan, { signal: run.signal })
  return { files, ...matched, fingerprints, ...(await coarsenColumns(table, plan, { signal: run.signal })) }
}
