/**
 * Plans a run that takes its groups from a recoding file (from an earlier run, or handmade) instead of searching. The
 * job's requirements and suppression limit still hold. Unlike `apply`, the recoding must fit the hierarchies of this
 * data.
 */
import { createHash } from 'node:crypto'
import { basename, resolve } from 'node:path'
import { listedNames, masked, UserError, userError } from '../../ground/errors.ts'
import { type Grouping, groupingFromStarts } from '../../hierarchy/grouping.ts'
import { firstValues, type Hierarchy, type NumberHierarchy, requireNumbers } from '../../hierarchy/hierarchy.ts'
import { withPeople } from '../../hierarchy/specification.ts'
import type { ColumnsPlan, TablePlan } from '../../plan/plan.ts'
import {
  type ColumnsRecoding,
  type NumberGroup,
  type RecodedCategories,
  type RecodedColumn,
  type RecodedNumbers,
  readColumnsRecodingFile,
} from '../../recoding/recoding.ts'
import { noneExistsReason } from '../../search/ends.ts'
import { createEvaluator } from '../../search/evaluation.ts'
import type { SearchRecord } from '../../search/search.ts'
import { searchFromTrail } from '../../search/trail/trail.ts'
import { readTrailFile } from '../../search/trail/trail-file.ts'
import { inOrder, ordersByTarget } from '../table/order-by-target.ts'

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

/** Translates the recoding's groups to codes of these hierarchies; throws if they do not fit. */
export function groupingsOn(
  recoding: Pick<ColumnsRecoding, 'columns'>,
  hierarchies: readonly Hierarchy[],
  name: string,
): readonly Grouping[] {
  const wrongFile = userError('file', name)
  const byColumn = new Map(recoding.columns.map((column) => [column.column, column]))
  const wanted = hierarchies.map(({ column }) => column)
  if (byColumn.size !== wanted.length || wanted.some((column) => !byColumn.has(column)))
    throw wrongFile`${name} does not fit the job: its columns are ${[...byColumn.keys()].join(', ')}, the
      quasi-identifiers of the job are ${wanted.join(', ')}; give each of them its groups`
  return hierarchies.map((hierarchy) => {
    const recoded = byColumn.get(hierarchy.column) as RecodedColumn
    const numeric = recoded.type === 'numeric'
    if (numeric !== (hierarchy.kind === 'number'))
      throw wrongFile`${thing(name, hierarchy)}: it is ${numeric ? 'numeric' : 'of categories'} in the recoding, but
        ${numeric ? 'of categories' : 'numeric'} in the job; change its type in one of them`
    const codeGroups =
      recoded.type === 'numeric'
        ? groupsOfNumbers(recoded, requireNumbers(hierarchy), name)
        : groupsOfCategories(recoded, hierarchy, name)
    return consecutive(codeGroups, recoded, hierarchy, name)
  })
}

function groupsOfNumbers({ groups }: RecodedNumbers, hierarchy: NumberHierarchy, name: string): number[] {
  const wrongFile = userError('file', name)
  const { values, missing, low, high } = hierarchy
  const holds = ({ from, to }: NumberGroup, value: number): boolean =>
    from !== undefined && to !== undefined && from <= value && value <= to
  return values.map((value, code) => {
    if (code === missing) {
      const group = groups.findIndex((candidate) => candidate.missing === true)
      if (group >= 0) return group
      throw wrongFile`${thing(name, hierarchy)}: no group holds the missing values; add "missing": true to the last one`
    }
    const group = groups.findIndex((candidate) => holds(candidate, low[code]))
    if (group < 0)
      throw wrongFile`${thing(name, hierarchy)}: no group holds ${masked(String(low[code]))}; widen one, or bring an old
        recoding to new data with halftone apply`
    if (!holds(groups[group], high[code]))
      throw wrongFile`${thing(name, hierarchy)}: group "${groups[group].label}" ends inside of ${value}, which the job
        keeps together; end it at ${high[code]} or before ${low[code]}, or give the column more endpoints`
    return group
  })
}

function groupsOfCategories({ groups }: RecodedCategories, hierarchy: Hierarchy, name: string): number[] {
  const places = new Map(groups.flatMap(({ values }, group) => values.map((value) => [value, group] as const)))
  const names = firstValues(hierarchy)
  const unknown = names.filter((value) => !places.has(value))
  if (unknown.length > 0) {
    const values = unknown.map(masked)
    const shown = listedNames(values.map(String), 5)
    throw new UserError(
      `${thing(name, hierarchy)}: no group holds ${shown}; add them to a group, or bring an old recoding to ` +
        'new data with halftone apply',
      { path: name, rule: 'file', values },
    )
  }
  return names.map((value) => places.get(value) as number)
}

/** Throws unless each group is a contiguous range of codes: other groups could not be named in the release. */
function consecutive(codeGroups: readonly number[], recoded: RecodedColumn, hierarchy: Hierarchy, name: string) {
  const starts = codeGroups.flatMap((group, code) => (code === 0 || group !== codeGroups[code - 1] ? [code] : []))
  const seen = new Set<number>()
  for (const start of starts) {
    const group = codeGroups[start]
    if (seen.has(group))
      throw userError('file', name)`${thing(name, hierarchy)}: the values of group "${recoded.groups[group].label}" do
        not stand together in the hierarchy; put others that stand between them into it, or split it`
    seen.add(group)
  }
  return groupingFromStarts(starts, codeGroups.length)
}

function thing(name: string, { column }: Hierarchy): string {
  return `${name} does not fit column "${column}"`
}

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
