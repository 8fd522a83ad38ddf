import type { Engine, EngineRun } from '../../engines/engine.ts'
import { seedFor } from '../../ground/random.ts'
import { identifying, matchColumns, type TablePlan } from '../../plan/plan.ts'
import { type Pseudonymized, pseudonymize } from '../../pseudonyms/pseudonymize.ts'
import { refuseFormulaNames } from '../../release/arrange.ts'
import { warnOfEqualRows } from '../../sources/equal-files.ts'
import { openSource, requireColumn, type Table } from '../../sources/open-source.ts'
import type { OpenedData } from '../kind.ts'
import { type CoarsenedValues, coarsenColumns } from './coarsen-columns.ts'

export interface OpenedTable extends OpenedData {
  readonly released: readonly string[]
  readonly unlisted: readonly string[]
  readonly fingerprints: Pseudonymized['fingerprints']
  /** Warns of rows that occur twice; `repeats` is an estimate of their share. */
  readonly equalRows: (repeats: number | undefined) => Promise<string[]>
  /** Columns whose released values are coarser than those of the data. */
  readonly coarsened: readonly CoarsenedValues[]
}

export async function openTable(plan: TablePlan, engine: Engine, run: EngineRun = {}): Promise<OpenedTable> {
  const identifiers = identifying(plan)
  const opened = setPartAside(await openSource(plan.source, engine), plan)
  if (plan.persons !== undefined) requireColumn(opened, plan.persons, plan.name)
  const names = opened.columns.map((column) => column.name)
  const files = plan.fromTrail === undefined ? opened.files : [...opened.files, plan.fromTrail]
  const matched = matchColumns(plan, names, opened.name)
  refuseFormulaNames(matched.released, plan.arrangement)
  const { table, fingerprints } = await pseudonymize(opened, plan, { signal: run.signal })
  // With persons, equal rows are normal.
  const equalRows = async (repeats: number | undefined) =>
    plan.persons === undefined ? warnOfEqualRows(opened, identifiers, { signal: run.signal }, repeats) : []
  return { files, ...matched, fingerprints, equalRows, ...(await coarsenColumns(table, plan, { signal: run.signal })) }
}

/** With a share for attackers, the table has only the rows that are not set aside; of a person, all or none. */
function setPartAside(table: Table, { attack, seed, persons }: TablePlan): Table {
  if (attack?.share === undefined || table.source.kind !== 'files') return table
  const part = { share: attack.share, seed: seedFor(seed, 'sample'), by: persons, aside: false }
  return { ...table, source: { ...table.source, part } }
}
