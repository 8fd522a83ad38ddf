/** Reads labels of a release by its job's hierarchies, to count people of a register who look like a class. */
import { type Hierarchy, MISSING_LABEL } from '../../hierarchy/hierarchy.ts'
import { resolveHierarchy } from '../../hierarchy/resolve.ts'
import { withPeople } from '../../hierarchy/specification.ts'
import { queryDomain } from '../../metrics/workload/table-domain.ts'
import { columnsInRole, type TablePlan } from '../../plan/plan.ts'
import { type LabelReader, plainReader } from '../../verification/count-register.ts'

export function labelReader(hierarchies: readonly Hierarchy[]): LabelReader {
  return (column, values) => {
    const hierarchy = hierarchies.find((candidate) => candidate.column === column)
    if (hierarchy === undefined) return plainReader(column, values)
    return makeReader({ hierarchy, places: new Map(hierarchy.values.map((value, code) => [value, code])) }, values)
  }
}

export function plannedReader(plan: TablePlan): LabelReader {
  return (column, values) => {
    const planned = plannedHierarchy(plan, column, values)
    return planned === undefined ? plainReader(column, values) : makeReader(planned, values)
  }
}

export interface PlannedHierarchy {
  readonly hierarchy: Hierarchy
  /** Code of each text of the data: a date such as 26.01.1994 has the code of 1994-01-26. */
  readonly places: ReadonlyMap<string, number>
}

/** The plan's hierarchy for these values; undefined if the column is not a quasi-identifier. */
export function plannedHierarchy(
  plan: TablePlan,
  column: string,
  values: readonly string[],
): PlannedHierarchy | undefined {
  const { hierarchy: planned, shows } =
    columnsInRole(plan, 'quasi-identifier').find(({ name }) => name === column) ?? {}
  if (planned === undefined) return undefined
  const known = values.filter((value) => value !== MISSING_LABEL)
  const profile = { values: known, counts: known.map(() => 1), missingCount: values.length - known.length }
  const missing = plan.missing === 'category' && profile.missingCount > 0 ? 'category' : 'none'
  const { hierarchy, codes } =
    typeof planned === 'function'
      ? planned(profile)
      : resolveHierarchy(column, withPeople(planned, undefined), profile, { missing })
  const places = new Map(known.map((value, i) => [value, codes[i]]))
  if (hierarchy.missing !== undefined) places.set(MISSING_LABEL, hierarchy.missing)
  return { hierarchy: shows === undefined ? hierarchy : { ...hierarchy, shows }, places }
}

/** Numbers are compared by value; names match the leaves below them. */
function makeReader(
  { hierarchy, places }: PlannedHierarchy,
  values: readonly string[],
): (label: string) => (value: string) => boolean {
  const plain = plainReader(hierarchy.column, values)
  if (hierarchy.kind === 'number') return plain
  const domain = queryDomain(hierarchy)
  return (label) => {
    const span = label.startsWith('{') ? undefined : domain.spanOfLabel(label)
    if (span === undefined) return plain(label)
    return (value) => {
      const code = places.get(value)
      return code !== undefined && code >= span[0] && code <= span[1]
    }
  }
}
