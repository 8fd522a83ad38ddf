/**
 * Exposed ends: printed ends of intervals that are the exact value of 1 to k − 1 people. A job with public ends
 * promises that there are none, and its bins are counted again from the original: an end on a border of them is
 * nobody's value.
 */
import type { EngineRun } from '../engines/engine.ts'
import { readRange } from '../hierarchy/ends/range-label.ts'
import { groupLabel, hasPublicEnds } from '../hierarchy/hierarchy.ts'
import { countRows } from '../kinds/table/count-rows.ts'
import type { TablePlan } from '../plan/plan.ts'
import type { Table } from '../sources/open-source.ts'
import type { Combinations, Lab } from './lab.ts'

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

export function findExposedEnds({ columns, known, released, original, publicEnds, k }: Lab) {
  if (publicEnds === undefined || k === undefined) return []
  return known.flatMap((i) => {
    const { name, domain, labels } = columns[i]
    if (domain.numbers === undefined) return []
    const allowed = publicEnds.get(name)
    const people = countByNumber(original, i, domain.numbers)
    const exposed = new Set<number>()
    for (const label of new Set(released.codes[i])) {
      const range = readRange(labels.texts[label])
      if (range === undefined || (range.low === range.high && allowed === undefined)) continue
      for (const end of ['low', 'high'] as const) {
        const few = people.get(range[end]) ?? 0
        if (few > 0 && few < k && !allowed?.[end].has(range[end])) exposed.add(range[end])
      }
    }
    // `promised`: the job promises that there are none.
    return exposed.size === 0 ? [] : [{ column: name, count: exposed.size, promised: allowed !== undefined }]
  })
}

function countByNumber({ codes, counts }: Combinations, column: number, numbers: Float64Array): Map<number, number> {
  const people = new Map<number, number>()
  codes[column].forEach((code, i) => {
    people.set(numbers[code], (people.get(numbers[code]) ?? 0) + counts[i])
  })
  return people
}
