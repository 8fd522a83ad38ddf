/** Public ends of a job: its bins are counted again from the original; an end on a border of them is nobody's value. */
import type { EngineRun } from '../engines/engine.ts'
import { readRange } from '../hierarchy/ends/range-label.ts'
import { groupLabel, hasPublicEnds } from '../hierarchy/hierarchy.ts'
import { countRows } from '../kinds/table/count-rows.ts'
import type { TablePlan } from '../plan/plan.ts'
import type { Table } from '../sources/table.ts'

/** The ends that labels of a column may have; none of a column with exact ends. */
export type PublicEnds = ReadonlyMap<string, Readonly<Record<'low' | 'high', ReadonlySet<number>>>>

/** Undefined without a job, and with a ledger, which has the bins of its first release. */
export async function readPublicEnds(
  job: TablePlan | undefined,
  original: Table,
  run: EngineRun,
): Promise<PublicEnds | undefined> {
  if (job === undefined || job.history !== undefined) return undefined
  const { hierarchies } = await countRows(job, original, { signal: run.signal })
  const open = hierarchies.filter(hasPublicEnds).map((hierarchy) => {
    const bins = hierarchy.values.flatMap((_, code) => readRange(groupLabel(hierarchy, code, code)) ?? [])
    const ends = { low: new Set(bins.map(({ low }) => low)), high: new Set(bins.map(({ high }) => high)) }
    return [hierarchy.column, ends] as const
  })
  return new Map(open)
}
