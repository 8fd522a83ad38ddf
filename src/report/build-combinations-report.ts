/**
 * The report of a release whose cells differ from row to row: the same page, with how often each column was left out in place of the
 * pictures of its groups. Figures that speak of classes come from the metrics themselves, on a table of what the release shows.
 */
import { buildFrequencyTable } from '../frequency/build-frequency-table.ts'
import type { ColumnsPartition } from '../frequency/classes.ts'
import type { CategoryTarget } from '../frequency/frequency-table.ts'
import { forEachGroup, type Grouping } from '../hierarchy/grouping.ts'
import { groupLoss, type Hierarchy } from '../hierarchy/hierarchy.ts'
import { allMetrics } from '../metrics/index.ts'
import type { Metric, MetricSettings } from '../metrics/metric.ts'
import { utilityLoss } from '../metrics/utility/loss.ts'
import type { CombinationOutputs } from '../search/classes-search.ts'
import { rawPartition } from '../search/evaluation.ts'
import type { Verification } from '../verification/verification.ts'
import {
  beforeAfter,
  classSizes,
  figure,
  figureOf,
  guaranteeOf,
  metricFigures,
  type ReportInput,
  withQueries,
} from './build-report.ts'
import { formatCount } from './format.ts'
import { protectionByGroup } from './protection-by-group.ts'
import type { ColumnPicture, MetricFigure, Report } from './report.ts'

/** What the release shows, counted. */
export interface ShownTable {
  /** Classes of the release; left out rows are one suppressed class. */
  readonly partition: ColumnsPartition
  /** Rows that show each group, `[column][group]`, and rows that show `?`. */
  readonly shown: readonly Float64Array[]
  readonly leftOut: Float64Array
  /** Mean loss of each column's cells: 1 for `?` and for rows left out, else that of the group shown. */
  readonly losses: Float64Array
}

export function countShown(
  { groupings, outputs, cells, moves }: CombinationOutputs,
  target: CategoryTarget,
  hierarchies: readonly Hierarchy[],
): ShownTable {
  // Codes of a column: its groups, `?`, and one that only rows left out have.
  const codes = groupings.map(({ groups }, i) =>
    Int32Array.from(moves, ({ output }) =>
      output < 0 ? groups + 1 : outputs[output][i] < 0 ? groups : outputs[output][i],
    ),
  )
  const table = buildFrequencyTable({
    columns: hierarchies.map(({ column }, i) => ({ name: column, size: groupings[i].groups + 2, codes: codes[i] })),
    counts: moves.map(({ rows }) => rows),
    targets: [
      {
        kind: 'categories',
        name: target.name,
        values: target.values,
        codes: moves.map(({ cell }) => cells.target[cell]),
      },
    ],
  })
  const shown = groupings.map(({ groups }) => new Float64Array(groups))
  const leftOut = new Float64Array(groupings.length)
  const losses = new Float64Array(groupings.length)
  groupings.forEach((grouping, i) => {
    const lossOf = groupLosses(hierarchies[i], grouping)
    moves.forEach(({ rows, output }, move) => {
      const code = codes[i][move]
      losses[i] += ((lossOf[code] ?? 1) * rows) / table.rows
      if (output < 0) return
      if (code < grouping.groups) shown[i][code] += rows
      else leftOut[i] += rows
    })
  })
  return { partition: withoutLost(rawPartition(table)), shown, leftOut, losses }
}

/** Rows that the release does not have count as suppressed. */
function withoutLost(partition: ColumnsPartition): ColumnsPartition {
  const { frequencies, classes } = partition
  const { codes, size } = frequencies.columns[0]
  const suppressed = new Uint8Array(frequencies.combinations)
  let suppressedRows = 0
  let smallestClass = 0
  for (let c = 0; c < classes.count; c++) {
    if (codes[classes.representatives[c]] === size - 1) {
      suppressed[c] = 1
      suppressedRows += classes.sizes[c]
    } else if (smallestClass === 0 || classes.sizes[c] < smallestClass) smallestClass = classes.sizes[c]
  }
  return {
    ...partition,
    suppressed,
    suppressedRows,
    keptClasses: classes.count - (suppressedRows > 0 ? 1 : 0),
    smallestClass,
  }
}

function groupLosses(hierarchy: Hierarchy, grouping: Grouping): Float64Array {
  const losses = new Float64Array(grouping.groups)
  forEachGroup(grouping, (group, from, to) => {
    losses[group] = groupLoss(hierarchy, from, to)
  })
  return losses
}

/** Metrics that need no grouping per column. */
const ofClasses = new Set([
  'CM',
  'NECD',
  'DM',
  'AECS',
  'suppression',
  'prosecutor',
  'journalist',
  'marketer',
  'uniques',
])

/** Share of the released quasi-identifier cells that are `?`. */
const missingCells: Omit<MetricFigure, 'value'> = {
  name: 'missing-cells',
  title: 'Cells left out',
  better: 'lower',
  range: [0, 1],
  formula: 'quasi-identifier cells that are ? / all quasi-identifier cells of the released rows',
  reading: '0.7 means that seven of ten cells say nothing.',
}

function valueOfMissing({ partition, leftOut }: ShownTable): number {
  const cells = (partition.frequencies.rows - partition.suppressedRows) * leftOut.length
  return cells === 0 ? 0 : leftOut.reduce((sum, rows) => sum + rows, 0) / cells
}

/** LM = Σ_columns weight · mean loss of the column's cells. */
function valueOfLoss({ losses }: ShownTable, { weights }: MetricSettings): number {
  return losses.reduce((sum, loss, i) => sum + weights[i] * loss, 0)
}

function applicable({ answers }: MetricSettings): (metric: Metric) => boolean {
  return ({ name, needs }) => ofClasses.has(name) || (needs === 'workload' && answers !== undefined)
}

/** All figures by name, as `--json`, manifest and studies have them. */
export function shownFigures(table: ShownTable, settings: MetricSettings): Record<string, number> {
  return {
    LM: valueOfLoss(table, settings),
    ...metricFigures(table.partition, settings, applicable(settings)),
    [missingCells.name]: valueOfMissing(table),
  }
}

export interface CombinationsReportInput
  extends Omit<ReportInput, 'after' | 'madeFromData' | 'applies' | 'trail' | 'labels'> {
  readonly table: ShownTable
  readonly hierarchies: readonly Hierarchy[]
  readonly groupings: readonly Grouping[]
  /** Labels of each column's groups. */
  readonly labels: readonly (readonly string[])[]
  readonly swappedRows: number
  readonly verification: Verification
}

export function buildCombinationsReport(input: CombinationsReportInput): Report {
  const { table, settings, rows, before } = input
  const after = table.partition
  const guarantee = guaranteeOf({ ...input, after })
  const utility = allMetrics.filter(applicable(settings)).filter(({ family }) => family === 'utility')
  const risks = allMetrics.filter(({ family, name }) => family === 'risk' && ofClasses.has(name))
  return {
    title: input.title,
    version: input.version,
    asked: input.asked,
    found: input.found,
    rows: {
      ...rows,
      suppressed: after.suppressedRows,
      released: after.frequencies.rows - after.suppressedRows,
      combinations: before.frequencies.combinations,
      classes: after.keptClasses,
      smallestClass: after.smallestClass,
    },
    risks: risks.map((metric) => beforeAfter(metric, before, after, settings)),
    metrics: [
      { ...missingCells, value: valueOfMissing(table) },
      { ...figureOf(utilityLoss, valueOfLoss(table, settings)) },
      ...utility.map((metric) => withQueries(figure(metric, after, settings), metric, settings, input.workload)),
    ],
    classSizes: classSizes(after),
    protection: protectionByGroup(after, {
      // After a column's groups come `?` and rows left out, as in `countShown`.
      labels: input.labels.map((own) => [...own, '?', '*']),
      hierarchies: input.hierarchies,
      k: input.asked.k ?? 1,
    }),
    columns: input.hierarchies.map((hierarchy, i) => columnPicture(input, hierarchy, i)),
    verification: input.verification,
    guarantee:
      input.swappedRows === 0 ? guarantee : { ...guarantee, doesNotHold: [untrue(input), ...guarantee.doesNotHold] },
  }
}

function untrue({ swappedRows, table }: CombinationsReportInput): string {
  const released = table.partition.frequencies.rows - table.partition.suppressedRows
  return `Single values are untrue: ${formatCount(swappedRows)} of ${formatCount(released)} released rows carry a value that is not theirs, so that a small group could be filled up. Counts and classifiers bear that; a statement about one row does not. Set swapping-threshold: 0 to have true values only.`
}

function columnPicture(
  { table, groupings, labels }: CombinationsReportInput,
  hierarchy: Hierarchy,
  i: number,
): ColumnPicture {
  const leftOut = table.leftOut[i]
  const values = new Int32Array(groupings[i].groups)
  for (const group of groupings[i].groupOf) values[group]++
  const groups = Array.from(table.shown[i], (rows, group) => ({
    // A value that no released row shows is not told.
    label: rows > 0 ? labels[i][group] : '(left out)',
    rows,
    values: values[group],
  }))
  return {
    column: hierarchy.column,
    kind: 'order',
    loss: table.losses[i],
    groups: [...groups, ...(leftOut > 0 ? [{ label: '?', rows: leftOut, values: groupings[i].groupOf.length }] : [])],
    leftOut,
  }
}
