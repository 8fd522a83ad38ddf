/** Finds the groups of a recoding among the codes of the hierarchies of other data, which they must fit. */
import { listedNames, masked, UserError, userError } from '../ground/errors.ts'
import { type Grouping, groupingFromStarts } from '../hierarchy/grouping.ts'
import { firstValues, type Hierarchy, type NumberHierarchy, requireNumbers } from '../hierarchy/hierarchy.ts'
import type { ColumnsRecoding, NumberGroup, RecodedCategories, RecodedColumn, RecodedNumbers } from './recoding.ts'

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
