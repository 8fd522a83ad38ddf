/** Plans the verification of a table's release, and reads its labels by the job's hierarchies. */
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import { countedInAll } from '../../frequency/persons.ts'
import { rowsBelow } from '../../frequency/rows-by-code.ts'
import type { Hierarchy } from '../../hierarchy/hierarchy.ts'
import { groupLabel, hasPublicEnds, MISSING_LABEL, SUPPRESSED_LABEL } from '../../hierarchy/hierarchy.ts'
import { resolveHierarchy } from '../../hierarchy/resolve.ts'
import { withPeople } from '../../hierarchy/specification.ts'
import { queryDomain } from '../../metrics/workload/table-domain.ts'
import { columnsInRole, pseudonymShapes, type TablePlan } from '../../plan/plan.ts'
import { personsSource, stagedSource } from '../../release/staged.ts'
import type { SearchProblem } from '../../search/search.ts'
import type { LabelledColumn } from '../../verification/coarsened.ts'
import { type LabelReader, plainReader } from '../../verification/count-register.ts'
import type { OverallCounts } from '../../verification/counted-classes.ts'
import { readOnce } from '../../verification/read-once.ts'
import { type VerifyRowsRequest, verifyRows } from '../../verification/verify-rows.ts'
import type { Checks, Found } from '../kind.ts'
import type { CoarsenedValues } from './coarsen-columns.ts'
import type { TableStations } from './stations.ts'

/** The labels that the hierarchies can produce. `countsRows`: a label is true of each row that has it. */
export function labelledColumns(
  plan: TablePlan,
  { hierarchies, frequencies }: Pick<SearchProblem, 'hierarchies' | 'frequencies'>,
  countsRows: boolean,
): LabelledColumn[] {
  const planned = columnsInRole(plan, 'quasi-identifier')
  return hierarchies.map((hierarchy, i) => {
    const { spanOfLabel } = queryDomain(hierarchy)
    const below = rowsBelow(frequencies, i)
    // Medians replace labels, and labels of an earlier recoding may be free text.
    const { median, labels: kept = [] } = planned[i]
    return {
      column: hierarchy.column,
      rowsUnder(label) {
        if (kept.includes(label)) return Number.POSITIVE_INFINITY
        const span = spanOfLabel(label)
        // Each printed end is a border of the public bins.
        const isPublic = hasPublicEnds(hierarchy) && !median && label !== SUPPRESSED_LABEL
        if (isPublic && span !== undefined && label !== groupLabel(hierarchy, ...span)) return undefined
        if (span === undefined || !countsRows || median || hierarchy.shows) return span && Number.POSITIVE_INFINITY
        return below[span[1] + 1] - below[span[0]]
      },
    }
  })
}

export function tableChecks(
  {
    plan,
    data,
    counted: { frequencies, hierarchies, rowsRead, rowsMissing },
    staged,
  }: Pick<Found<TableStations>, 'plan' | 'data' | 'counted' | 'staged'>,
  { rows, labels }: Pick<VerifyRowsRequest, 'rows' | 'labels'>,
): Checks {
  const leavesOut = rows !== undefined && rows < rowsRead - rowsMissing
  const request: VerifyRowsRequest = {
    quasiIdentifiers: columnsInRole(plan, 'quasi-identifier').map((column) => column.name),
    requirements: plan.requirements,
    suppressedGroup: plan.suppressedGroup,
    rows,
    labels,
    withoutColumns: columnsInRole(plan, 'identifier').map((column) => column.name),
    pseudonyms: pseudonymShapes(plan),
    // Totals of all rows could tell a value that is left out.
    values: data.coarsened.map((values) =>
      leavesOut && !values.ofReleased ? { ...values, totals: undefined } : values,
    ),
    missingValues: plan.missingValues,
    persons:
      plan.persons === undefined
        ? undefined
        : {
            column: plan.persons,
            file: personsSource(plan, staged),
            withoutSuppressed: plan.suppressedRows === 'drop',
          },
    dataRows: countedInAll(frequencies),
    overall: overallCounts(frequencies, data.coarsened),
    register: plan.register && { source: plan.register, reader: labelReader(hierarchies) },
  }
  return {
    source: stagedSource(plan, staged),
    async verify(file, run) {
      const { quasiIdentifiers } = request
      const { release, counted: countable } = await readOnce(file, { ...run, quasiIdentifiers })
      return { release, countable, verification: await verifyRows(countable, request, run) }
    },
  }
}

/** By the texts of the release, where shared groups may have other texts than the search saw. */
export function overallCounts(
  { sensitive = [] }: FrequencyTable,
  coarsened: readonly Pick<CoarsenedValues, 'column' | 'renamed'>[] = [],
): OverallCounts {
  return new Map(
    sensitive.map(({ name, values, overall }) => {
      const renamed = coarsened.find(({ column }) => column === name)?.renamed
      const counts = new Map<string, number>()
      values.forEach((value, code) => {
        const text = renamed?.get(value) ?? value
        counts.set(text, (counts.get(text) ?? 0) + overall[code])
      })
      return [name, counts]
    }),
  )
}

/** Reads labels, to count people of a register who look like a class. */
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
