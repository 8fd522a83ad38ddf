import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import { countedInAll } from '../../frequency/persons.ts'
import { rowsBelow } from '../../frequency/rows-by-code.ts'
import { groupLabel, hasPublicEnds, SUPPRESSED_LABEL } from '../../hierarchy/hierarchy.ts'
import { queryDomain } from '../../metrics/workload/table-domain.ts'
import { columnsInRole, pseudonymShapes, type TablePlan } from '../../plan/plan.ts'
import { personsSource, stagedSource } from '../../release/staged.ts'
import type { SearchProblem } from '../../search/search.ts'
import type { LabelledColumn } from '../../verification/check-labels.ts'
import type { OverallCounts } from '../../verification/counted-classes.ts'
import { readOnce } from '../../verification/read-once.ts'
import { type VerifyRowsRequest, verifyRows } from '../../verification/verify-rows.ts'
import type { Checks, Found } from '../kind.ts'
import { labelReader } from './label-reader.ts'
import type { TableStations } from './table.ts'

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
    counted: { frequencies, hierarchies },
    staged,
  }: Pick<Found<TableStations>, 'plan' | 'data' | 'counted' | 'staged'>,
  { rows, labels }: Pick<VerifyRowsRequest, 'rows' | 'labels'>,
): Checks {
  const request: VerifyRowsRequest = {
    quasiIdentifiers: columnsInRole(plan, 'quasi-identifier').map((column) => column.name),
    requirements: plan.requirements,
    suppressedGroup: plan.suppressedGroup,
    rows,
    labels,
    withoutColumns: columnsInRole(plan, 'identifier').map((column) => column.name),
    pseudonyms: pseudonymShapes(plan),
    values: data.coarsened,
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
    overall: overallCounts(frequencies),
    register: plan.register && { source: plan.register, reader: labelReader(hierarchies) },
  }
  return {
    source: stagedSource(plan, staged),
    async verify(file, run) {
      const { release, counted: countable } = await readOnce(file, run)
      return { release, countable, verification: await verifyRows(countable, request, run) }
    },
  }
}

export function overallCounts({ sensitive = [] }: FrequencyTable): OverallCounts {
  return new Map(
    sensitive.map(({ name, values, overall }) => [name, new Map(values.map((value, code) => [value, overall[code]]))]),
  )
}
