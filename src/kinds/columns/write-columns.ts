/** Writes the release of groupings and plans its verification. */
import { keptRowsByCode } from '../../frequency/rows-by-code.ts'
import { formatNumber } from '../../hierarchy/ends/range-label.ts'
import type { Grouping, NumberRanges } from '../../hierarchy/grouping.ts'
import { columnsInRole } from '../../plan/plan.ts'
import type { RecodeRequest } from '../../recoding/recode-statement.ts'
import { releasedExtents, releasedLabels, releasedMedians, widenExtents } from '../../release/released-extents.ts'
import { openPersons, stagedSink } from '../../release/staged.ts'
import { prepareRelease, withLabels, writeRelease } from '../../release/write-release.ts'
import type { StepRun } from '../../run.ts'
import { createEvaluator } from '../../search/evaluation.ts'
import type { Checks, Found, Written } from '../kind.ts'
import { labelledColumns, tableChecks } from '../table/release-checks.ts'
import type { ColumnsStations, WrittenColumns } from './stations.ts'

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
  const ranges = await releasedExtents(table, hierarchies, partition, recode, run)
  const quasiIdentifiers = columnsInRole(plan, 'quasi-identifier')
  const before = quasiIdentifiers.map((column) => column.shown)
  const extents = ranges.map((extent, i) => {
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
    // Labels must also cover the people of the register who count as looking alike.
    const { population } = counted.frequencies
    for (const code of population?.columns[i].codes ?? []) released[code] = 1
    return released
  })
  const labels: string[][] = []
  for (const [i, hierarchy] of hierarchies.entries()) {
    const texts = releasedLabels(hierarchy, groupings[i], extents[i], codes[i])
    const { median, labels: kept = [] } = quasiIdentifiers[i]
    if (median && hierarchy.kind === 'number') {
      const medians = await releasedMedians(table, hierarchy, partition, { recode, column: i }, run)
      labels.push(texts.map((label, group) => medianLabel(label, medians[group])))
    } else labels.push(texts.map((label, group) => kept[group] ?? label))
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

/** Groups with missing values, or without released rows, keep their usual label. */
function medianLabel(label: string, median: number): string {
  return Number.isNaN(median) || label.endsWith(' or missing') ? label : formatNumber(median)
}

function extentsByGroup({ low, high }: NumberRanges, { codeGroups, groups }: Grouping): ([number, number] | null)[] {
  const found = Array.from({ length: groups }, (): [number, number] | null => null)
  for (let code = 0; code < codeGroups.length; code++) {
    if (Number.isNaN(low[code])) continue
    found[codeGroups[code]] = [found[codeGroups[code]]?.[0] ?? low[code], high[code]]
  }
  return found
}

/** Writes the rows with their persons, for verification only; includes suppressed rows, which count too. */
async function writePersons(
  { plan, data, staged }: Found<ColumnsStations>,
  column: string,
  recode: RecodeRequest,
  run: StepRun,
): Promise<void> {
  const counted = plan.requirements.flatMap(({ counts }) => counts)
  const columns = [...new Set([...recode.columns, ...counted, column])]
  const { suppression } = recode
  await writeRelease(
    data.table,
    { ...recode, columns, suppression: 'rows' in suppression ? { ...suppression, rows: 'mask' } : suppression },
    await openPersons(plan, staged),
    { ...plan.arrangement, order: 'source', form: undefined },
    run,
  )
}

export function columnsChecks(work: Written<ColumnsStations>): Checks {
  const { plan, problem, counted, written } = work
  const { suppressedRows } = written.evaluation.partition
  const left = plan.suppressedRows === 'drop' ? suppressedRows : 0
  const labels = labelledColumns(plan, problem, true)
  return tableChecks(work, { rows: counted.rowsRead - counted.rowsMissing - left, labels })
}
