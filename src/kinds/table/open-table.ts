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
  /** Fingerprint of the key of each keyed column. */
  readonly fingerprints: Pseudonymized['fingerprints']
  /** Columns whose released values are coarser than those of the data. */
  readonly coarsened: readonly CoarsenedValues[]
}

export async function openTable(plan: TablePlan, engine: Engine, run: EngineRun = {}): Promise<OpenedTable> {
  const identifiers = identifying(plan)
  const found = setPartAside(await openSource(plan.source, engine), plan)
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

/** With a share for attackers, the table has only the rows that are not set aside; of a person, all or none. */
function setPartAside(table: Table, { attack, seed, persons }: TablePlan): Table {
  if (attack?.share === undefined || table.source.kind !== 'files') return table
  const part = { share: attack.share, seed: seedFor(seed, 'sample'), by: persons, aside: false }
  return { ...table, source: { ...table.source, part } }
}
