/** From groupings to a written release, and what verification asks of it. */
import type { CountedTable } from '../../frequency/count-combinations.ts'
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import { countedInAll } from '../../frequency/persons.ts'
import { keptRowsByCode, rowsBelow } from '../../frequency/rows-by-code.ts'
import type { Grouping, NumberRanges } from '../../hierarchy/grouping.ts'
import { formatNumber } from '../../hierarchy/hierarchy.ts'
import { domainOf } from '../../metrics/workload/table-domain.ts'
import { columnsOf, pseudonymShapes, type TablePlan } from '../../plan/plan.ts'
import type { RecodeRequest } from '../../recoding/recode-statement.ts'
import { releasedExtents, releasedLabels, releasedMedians, widenExtents } from '../../release/released-extents.ts'
import { openPersons, personsSource, type Staged, stagedSink, stagedSource } from '../../release/staged.ts'
import { prepareRelease, withLabels, writeRelease } from '../../release/write-release.ts'
import type { StepRun } from '../../run.ts'
import { createEvaluator, type Evaluation } from '../../search/evaluation.ts'
import type { SearchProblem } from '../../search/search.ts'
import type { LabelledColumn } from '../../verification/check-labels.ts'
import type { OverallCounts } from '../../verification/counted-classes.ts'
import { readOnce } from '../../verification/read-once.ts'
import { type VerifyRowsRequest, verifyRows } from '../../verification/verify-rows.ts'
import type { Checks, Found, Written } from '../kind.ts'
import { labelReader } from '../table/label-reader.ts'
import type { ColumnsStations } from './columns.ts'

/** What the release says of each column's groups. */
export interface ShownGroups {
  readonly labels: readonly (readonly string[])[]
  readonly extents: readonly (NumberRanges | undefined)[]
  /** Whether a released row has each code of each column. */
  readonly codes: readonly ArrayLike<number>[]
}

export interface WrittenColumns extends ShownGroups {
  readonly evaluation: Evaluation
}

export async function writeColumns(work: Found<ColumnsStations>, run: StepRun): Promise<WrittenColumns> {
  const { plan, data, counted, problem, found, staged } = work
  const { table } = data
  const { encodings, hierarchies, rowsMissing, stored, held } = counted
  const evaluation = createEvaluator(problem).evaluate(found.groupings)
  const { partition } = evaluation
  const { groupings } = partition
  const recode = await prepareRelease(table, {
    columns: data.released,
    partition,
    encodings,
    labels: hierarchies.map((hierarchy, i) => releasedLabels(hierarchy, groupings[i], undefined)),
    suppressedRows: plan.suppressedRows,
    dropMissing: rowsMissing > 0,
    missingValues: plan.missingValues,
  })
  const own = await releasedExtents(table, hierarchies, partition, recode, run)
  const quasiIdentifiers = columnsOf(plan, 'quasi-identifier')
  const before = quasiIdentifiers.map((column) => column.shown)
  const extents = own.map((extent, i) => {
    const shown = before[i]
    const wide = extent === undefined || shown === undefined ? extent : widenExtents(extent, shown)
    const people = counted.register?.extents[i]
    return wide === undefined || people === undefined ? wide : widenExtents(wide, extentsByGroup(people, groupings[i]))
  })
  const codes = hierarchies.map((hierarchy, i) => {
    const released = keptRowsByCode(partition, i)
    const { shownValues } = quasiIdentifiers[i]
    if (shownValues !== undefined)
      hierarchy.values.forEach((value, code) => {
        if (shownValues.has(value)) released[code] = 1
      })
    // Labels cover the people of the register who are counted as looking alike; the register says what it has anyway.
    const { population } = counted.frequencies
    for (const code of population?.columns[i].codes ?? []) released[code] = 1
    return released
  })
  const labels: string[][] = []
  for (const [i, hierarchy] of hierarchies.entries()) {
    const own = releasedLabels(hierarchy, groupings[i], extents[i], codes[i])
    const { median, labels: kept = [] } = quasiIdentifiers[i]
    if (median && hierarchy.kind === 'number') {
      const medians = await releasedMedians(table, hierarchy, partition, { recode, column: i }, run)
      labels.push(own.map((label, group) => medianLabel(label, medians[group])))
    } else labels.push(own.map((label, group) => kept[group] ?? label))
  }
  const { engine } = table
  const { source } = stored ?? table
  await writeRelease(
    { engine, source, held },
    withLabels(recode, labels, stored?.encodings),
    stagedSink(plan, staged, table),
    plan.arrangement,
    run,
  )
  if (stored !== undefined) await engine.execute(engine.dialect.dropTable(stored.source.table[0]))
  if (plan.persons !== undefined) await writePersons(work, plan.persons, withLabels(recode, labels), run)
  return { evaluation, labels, extents, codes }
}

/** A group that holds missing values too, or of which nothing is released, is named as always. */
function medianLabel(label: string, median: number): string {
  return Number.isNaN(median) || label.endsWith(' or missing') ? label : formatNumber(median)
}

/** What the register has of each group; codes ascend with their numbers. */
function extentsByGroup({ low, high }: NumberRanges, { groupOf, groups }: Grouping): ([number, number] | null)[] {
  const found = Array.from({ length: groups }, (): [number, number] | null => null)
  for (let code = 0; code < groupOf.length; code++) {
    if (Number.isNaN(low[code])) continue
    found[groupOf[code]] = [found[groupOf[code]]?.[0] ?? low[code], high[code]]
  }
  return found
}

/**
 * The same rows with the column of persons, for verification alone: quasi-identifiers as released, what requirements count, and whose row
 * it is. Suppressed rows are in it even where the release leaves them out, since they are rows of their persons.
 */
async function writePersons(
  { plan, data, problem, staged }: Found<ColumnsStations>,
  column: string,
  recode: RecodeRequest,
  run: StepRun,
): Promise<void> {
  const counted = plan.requirements.flatMap(({ counts }) => counts)
  const columns = [...new Set([...problem.hierarchies.map((hierarchy) => hierarchy.column), ...counted, column])]
  const { suppression } = recode
  await writeRelease(
    data.table,
    { ...recode, columns, suppression: 'rows' in suppression ? { ...suppression, rows: 'mask' } : suppression },
    await openPersons(plan, staged),
    { ...plan.arrangement, order: 'source', form: undefined },
    run,
  )
}

export function columnsChecks({ plan, problem, counted, written, staged }: Written<ColumnsStations>): Checks {
  const { suppressedRows } = written.evaluation.partition
  const left = plan.suppressedRows === 'drop' ? suppressedRows : 0
  const labels = labelledColumns(plan, problem, true)
  return tableChecks(plan, counted, staged, { rows: counted.rowsRead - counted.rowsMissing - left, labels })
}

/** The labels that the hierarchies can give. `countsRows`: a label is true of each row that has it. */
export function labelledColumns(
  plan: TablePlan,
  { hierarchies, frequencies }: Pick<SearchProblem, 'hierarchies' | 'frequencies'>,
  countsRows: boolean,
): LabelledColumn[] {
  const planned = columnsOf(plan, 'quasi-identifier')
  return hierarchies.map((hierarchy, i) => {
    const { spanOfLabel } = domainOf(hierarchy)
    const below = rowsBelow(frequencies, i)
    // Medians stand for their groups, and the words of an earlier recoding are somebody's own.
    const { median, labels: kept = [] } = planned[i]
    return {
      column: hierarchy.column,
      rowsUnder(label) {
        if (kept.includes(label)) return Number.POSITIVE_INFINITY
        const span = spanOfLabel(label)
        if (span === undefined || !countsRows || median) return span && Number.POSITIVE_INFINITY
        return below[span[1] + 1] - below[span[0]]
      },
    }
  })
}

/** What must hold of a release of a table with so many rows and such labels. */
export function tableChecks(
  plan: TablePlan,
  { frequencies, hierarchies }: CountedTable,
  staged: Staged,
  { rows, labels }: Pick<VerifyRowsRequest, 'rows' | 'labels'>,
): Checks {
  const request: VerifyRowsRequest = {
    quasiIdentifiers: columnsOf(plan, 'quasi-identifier').map((column) => column.name),
    requirements: plan.requirements,
    suppressedGroup: plan.suppressedGroup,
    rows,
    labels,
    withoutColumns: columnsOf(plan, 'identifier').map((column) => column.name),
    pseudonyms: pseudonymShapes(plan),
    missingValues: plan.missingValues,
    persons: plan.persons === undefined ? undefined : { column: plan.persons, file: personsSource(plan, staged) },
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

/** How often each value of each sensitive column occurs in the data. */
export function overallCounts({ sensitive = [] }: FrequencyTable): OverallCounts {
  return new Map(
    sensitive.map(({ name, values, overall }) => [name, new Map(values.map((value, code) => [value, overall[code]]))]),
  )
}
