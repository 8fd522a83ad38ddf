/** Plans a run that takes its recoding from the trail of an earlier run instead of searching. */
import { basename, resolve } from 'node:path'
import { withPeople } from '../../hierarchy/specification.ts'
import type { ColumnsPlan, TablePlan } from '../../plan/plan.ts'
import { searchFromTrail } from '../../search/trail/from-trail.ts'
import { readTrailFile } from '../../search/trail/trail-file.ts'

/** Returns the plan with the trail's answer for its k. The trail is not written again. */
export function planFromTrail(plan: TablePlan, file: string): ColumnsPlan {
  const document = readTrailFile(file)
  const name = basename(file)
  const { trail: _trail, recodingTable: _table, ...output } = plan.output
  return {
    ...plan,
    // The steps are between bins of the search, whatever k is asked for now.
    columns: plan.columns.map((column) => ({ ...column, hierarchy: withPeople(column.hierarchy, document.people) })),
    kind: 'columns',
    search: searchFromTrail(document, name),
    options: { trail: name, search: document.search, ...document.options },
    output,
    fromTrail: resolve(file),
  }
}
