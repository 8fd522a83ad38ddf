/**
 * A recoding: the decision of a search as plain, versioned JSON. It names columns, values and labels, never codes, so that a person
 * can read it, keep it, and apply it to other data. It belongs to the steward, not into a publication: it lists the values of the
 * table it was made from.
 */
import { UserError } from '../errors.ts'
import { emptyGrouping, forEachGroup, type Grouping } from '../hierarchy/grouping.ts'
import { groupLabel, type Hierarchy, MISSING_LABEL } from '../hierarchy/hierarchy.ts'

export interface ColumnsRecoding {
  readonly halftone: 'recoding'
  readonly version: 1
  readonly kind: 'columns'
  readonly columns: readonly RecodedColumn[]
  /** Rows of classes that break one of these are suppressed. */
  readonly requirements: readonly { readonly name: string; readonly options: Readonly<Record<string, unknown>> }[]
  readonly suppressedRows: 'mask' | 'drop'
  readonly suppressedGroup: 'exempt' | 'enforce'
  readonly missing: 'drop' | 'category' | 'fail'
  readonly missingValues: readonly string[]
}

export type RecodedColumn = RecodedNumbers | RecodedCategories

export interface RecodedNumbers {
  readonly column: string
  readonly type: 'numeric'
  /** In ascending order; `from` and `to` are the smallest and largest value inside. */
  readonly groups: readonly NumberGroup[]
}

export interface NumberGroup {
  readonly label: string
  /** Absent in a group that holds only missing values. */
  readonly from?: number
  readonly to?: number
  /** The group holds missing values too. */
  readonly missing?: true
}

export interface RecodedCategories {
  readonly column: string
  readonly type: 'taxonomy' | 'order'
  readonly groups: readonly { readonly label: string; readonly values: readonly string[] }[]
}

/** The readable form of one column's grouping. */
export function recodedColumn(hierarchy: Hierarchy, grouping: Grouping): RecodedColumn {
  const { column, kind, values, low, high, missing } = hierarchy
  if (kind !== 'number') {
    const groups: RecodedCategories['groups'][number][] = []
    forEachGroup(grouping, (_, from, to) => {
      groups.push({ label: groupLabel(hierarchy, from, to), values: values.slice(from, to + 1) })
    })
    return { column, type: kind === 'tree' ? 'taxonomy' : 'order', groups }
  }
  const groups: NumberGroup[] = []
  forEachGroup(grouping, (_, from, to) => {
    const last = to === missing ? to - 1 : to
    groups.push({
      label: groupLabel(hierarchy, from, to),
      ...(last < from ? {} : { from: (low as Float64Array)[from], to: (high as Float64Array)[last] }),
      ...(to === missing ? { missing: true } : {}),
    })
  })
  return { column, type: 'numeric', groups }
}

/**
 * The grouping that a recoded column means on a hierarchy, which may come from other data. Categories the recoding does not know
 * are an error here; `apply` asks for them first.
 */
export function groupingOf(recoded: RecodedColumn, hierarchy: Hierarchy): Grouping {
  const grouping = emptyGrouping(hierarchy.values.length)
  const groupOf = recoded.type === 'numeric' ? numberGroups(recoded, hierarchy) : categoryGroups(recoded, hierarchy)
  let groups = 0
  for (let code = 0; code < groupOf.length; code++) {
    if (code > 0 && groupOf[code] !== groupOf[code - 1]) groups++
    grouping.groupOf[code] = groups
  }
  grouping.groups = groups + 1
  return grouping
}

/** Numbers between two groups join the nearer one, numbers outside all of them the outer one. */
function numberGroups(recoded: RecodedNumbers, hierarchy: Hierarchy): number[] {
  const low = hierarchy.low
  const high = hierarchy.high
  if (low === undefined || high === undefined)
    throw new UserError(`column "${recoded.column}" is numeric in the recoding but not in the data's hierarchy`)
  const numeric = recoded.groups.flatMap(({ from, to }, group) =>
    from === undefined || to === undefined ? [] : [{ from, to, group }],
  )
  return hierarchy.values.map((_, code) => {
    if (code === hierarchy.missing) return recoded.groups.findIndex((group) => group.missing)
    const middle = (low[code] + high[code]) / 2
    for (let i = 0; i + 1 < numeric.length; i++) {
      if (middle <= (numeric[i].to + numeric[i + 1].from) / 2) return numeric[i].group
    }
    return numeric[numeric.length - 1].group
  })
}

function categoryGroups(recoded: RecodedCategories, hierarchy: Hierarchy): number[] {
  const groupOf = new Map(recoded.groups.flatMap(({ values }, group) => values.map((value) => [value, group] as const)))
  return hierarchy.values.map((value) => {
    const group = groupOf.get(value)
    if (group === undefined)
      throw new UserError(`column "${recoded.column}" has the value "${value}", which the recoding does not know`)
    return group
  })
}

/** Parses and checks a recoding file. */
export function readRecoding(text: string, name: string): ColumnsRecoding {
  let value: Partial<ColumnsRecoding>
  try {
    value = JSON.parse(text)
  } catch {
    throw new UserError(`${name} is not JSON; give the .recoding.json file that \`halftone run\` wrote`)
  }
  if (value?.halftone !== 'recoding')
    throw new UserError(
      `${name} is not a recoding: it has no "halftone": "recoding"; give the file that \`halftone run\` wrote`,
    )
  if (value.version !== 1)
    throw new UserError(`${name} is a recoding of version ${value.version}; this Halftone reads version 1`)
  if (value.kind !== 'columns')
    throw new UserError(`${name} is a recoding of kind "${value.kind}"; only "columns" can be applied to a table`)
  for (const column of value.columns ?? []) checkColumn(column, name)
  return value as ColumnsRecoding
}

function checkColumn(column: RecodedColumn, name: string): void {
  const thing = `${name}: column "${column.column}"`
  if (!Array.isArray(column.groups) || column.groups.length === 0) throw new UserError(`${thing} has no groups`)
  if (column.type === 'numeric') {
    let last = Number.NEGATIVE_INFINITY
    for (const { label, from, to, missing } of column.groups) {
      if (from === undefined && missing) continue
      if (typeof from !== 'number' || typeof to !== 'number' || from > to || from <= last) {
        throw new UserError(
          `${thing}: group "${label}" must have numbers from ≤ to, above the group before it; got ${from} to ${to}`,
        )
      }
      last = to
    }
    return
  }
  const seen = new Set<string>()
  for (const { label, values } of column.groups) {
    for (const value of values) {
      if (seen.has(value))
        throw new UserError(`${thing}: value "${value}" stands in two groups, the second is "${label}"; keep it in one`)
      seen.add(value)
    }
  }
}

/** Every value the recoding knows, `(missing)` left out. */
export function knownCategories(recoded: RecodedCategories): string[] {
  return recoded.groups.flatMap(({ values }) => values).filter((value) => value !== MISSING_LABEL)
}
