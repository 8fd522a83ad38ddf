/**
 * Plans a run that takes its groups from a recoding file (from an earlier run, or handmade) or a trail instead of
 * searching. The job's requirements and suppression limit still hold. Unlike `apply`, the recoding must fit the
 * hierarchies of this data.
 */
import { createHash } from 'node:crypto'
import { basename, resolve } from 'node:path'
import { withPeople } from '../hierarchy/specification.ts'
import { inOrder, ordersByTarget } from '../kinds/table/order-by-target.ts'
import type { ColumnsPlan, TablePlan } from '../plan/plan.ts'
import { groupingsOn } from '../recoding/groupings-on.ts'
import { documentText } from '../recoding/read-document.ts'
import { type ColumnsRecoding, readColumnsRecodingFile } from '../recoding/recoding.ts'
import { noneExistsReason } from '../search/ends.ts'
import { createEvaluator } from '../search/evaluation.ts'
import type { SearchRecord } from '../search/search.ts'
import { searchFromTrail } from '../search/trail/trail.ts'
import { readTrail } from '../search/trail/trail-file.ts'

/** Returns the plan with the groups of `file`. The manifest's options keep the recoding's name and digest. */
export function planFromRecoding(plan: TablePlan, file: string): ColumnsPlan {
  const recoding = readColumnsRecodingFile(file)
  const name = basename(file)
  const { fromTrail: _fromTrail, ...rest } = ordersByTarget(plan) ? inOrder(plan, listValues(recoding)) : plan
  const { trail: _trail, front: _front, recodingTable: _table, ...output } = plan.output
  const digest = createHash('sha256').update(JSON.stringify(recoding.columns)).digest('hex')
  return {
    ...rest,
    kind: 'columns',
    search: searchFromRecoding(recoding, name),
    options: { recoding: name, 'sha256 of its columns': digest },
    output,
  }
}

function listValues({ columns }: ColumnsRecoding): Map<string, readonly string[]> {
  return new Map(
    columns.flatMap((column) =>
      column.type === 'numeric' ? [] : [[column.column, column.groups.flatMap(({ values }) => values)] as const],
    ),
  )
}

/** A search record that returns the recoding's groups. `name` is the recoding's name in errors. */
function searchFromRecoding(recoding: ColumnsRecoding, name: string): SearchRecord {
  return {
    kind: 'columns',
    name: 'from-recoding',
    title: 'From a recoding',
    summary: 'Takes the groups of a recoding file; the requirements of the job say what is suppressed.',
    source: 'Iyengar 2002, §6',
    options: [],
    async search(problem) {
      const groupings = groupingsOn(recoding, problem.hierarchies, name)
      const { acceptable, value } = createEvaluator(problem).evaluate(groupings)
      if (acceptable) return { outcome: 'found', optimal: false, groupings, value, evaluations: 1 }
      const reason = `${noneExistsReason(problem, `release by ${name}`)}, or take coarser groups`
      return { outcome: 'none-exists', reason, evaluations: 1 }
    },
  }
}

/** Returns the plan with the trail's answer for its k. The trail is not written again. */
export function planFromTrail(plan: TablePlan, file: string): ColumnsPlan {
  const document = readTrail(documentText(file, 'trail'), file)
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
