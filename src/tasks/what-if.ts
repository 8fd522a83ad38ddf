/**
 * Answers "what if a cut were elsewhere" with the figures of a release, to the last digit. Cost: one count of the table
 * to open, then one count of classes per question (Adult: a few milliseconds).
 */
import { openEngine } from '../engines/open-engine.ts'
import type { ColumnsPartition } from '../frequency/classes.ts'
import type { FrequencyTable } from '../frequency/frequency-table.ts'
import { keptRowsByCode, rowsByCode } from '../frequency/rows-by-code.ts'
import { userError } from '../ground/errors.ts'
import { forEachGroup, type Grouping, groupingFromStarts, groupStarts } from '../hierarchy/grouping.ts'
import { groupLabel, type Hierarchy } from '../hierarchy/hierarchy.ts'
import { columns } from '../kinds/columns/columns.ts'
import { columnsRecoding } from '../kinds/columns/describe-columns.ts'
import { countRows, withRawClasses } from '../kinds/table/count-rows.ts'
import { poseProblem } from '../kinds/table/pose-problem.ts'
import type { Metric } from '../metrics/metric.ts'
import type { PreferenceOutcome } from '../metrics/utility/achievement.ts'
import { ofKind, ofTable, type Plan } from '../plan/read-plan.ts'
import { groupingsOn } from '../recoding/groupings-on.ts'
import type { ColumnsRecoding } from '../recoding/recoding.ts'
import { releasedExtents, releasedLabels } from '../release/released-extents.ts'
import { prepareRelease } from '../release/write-release.ts'
import { metricFigures, preferenceFigures } from '../report/build-report.ts'
import { smallestAllowedClass } from '../requirements/requirement.ts'
import type { AnonymizeRun } from '../run.ts'
import { allowedSuppression, createEvaluator, rawPartition } from '../search/evaluation.ts'
import { metricApplies } from '../search/goal.ts'
import { columnSearches } from '../search/index.ts'
import type { SearchProblem } from '../search/search.ts'

/** Positions in the domain where a new group begins, ascending, without the first. */
export type Cut = readonly number[]

export interface WhatIf {
  readonly columns: readonly WhatIfColumn[]
  /** Rows that take part, and how many of them may be suppressed. */
  readonly rows: number
  readonly mostSuppressed: number
  readonly k: number
  readonly goal: string
  evaluate(cuts: readonly Cut[]): WhatIfAnswer
  readCuts(recoding: ColumnsRecoding): Cut[]
  makeRecoding(cuts: readonly Cut[]): Promise<ColumnsRecoding>
  close(): Promise<void>
}

export interface WhatIfColumn {
  readonly name: string
  readonly kind: Hierarchy['kind']
  readonly values: readonly string[]
  readonly counts: readonly number[]
  /** For numbers: the smallest number of each value, which may be a bin; null for missing. */
  readonly low?: readonly (number | null)[]
  /** For trees: nodes in pre-order with the first and last value below each. */
  readonly tree?: readonly ({ readonly name: string } & Readonly<Record<'parent' | 'first' | 'last', number>>)[]
  readonly levels: readonly { readonly name: string; readonly cut: Cut }[]
}

export interface WhatIfAnswer {
  readonly acceptable: boolean
  /** The smallest class before suppression. */
  readonly smallestOfAll: number
  readonly suppressed: number
  readonly classes: number
  readonly smallestClass: number
  readonly value: number
  readonly metrics: Readonly<Record<string, number>>
  readonly risk: { readonly before: Readonly<Record<string, number>>; readonly after: Readonly<Record<string, number>> }
  readonly preference?: PreferenceOutcome
  readonly groups: readonly (readonly WhatIfGroup[])[]
}

export interface WhatIfGroup {
  readonly label: string
  readonly values: number
  readonly rows: number
}

export async function openWhatIf(
  given: Plan,
  run: Pick<AnonymizeRun, 'threads' | 'memory' | 'signal' | 'progress'> = {},
): Promise<WhatIf> {
  const table = ofTable(
    given,
    userError('together', 'columns')`what-if moves the cuts of columns, and baskets have none: their items are
      generalized together; change the constraints or k, and run again`,
  )
  const plan = ofKind(
    table,
    'columns',
    userError('together', 'algorithm')`what-if moves the cuts of columns, but ${table.search.name} decides for each
      combination of values by itself; run ${columnSearches()} to have cuts`,
  )
  const engine = await openEngine(plan.source, run)
  try {
    const opened = await columns.open(plan, engine, { signal: run.signal })
    const { released } = opened
    const { signal, progress } = run
    const counting = { signal, progress: (share: number) => progress?.({ step: 'count', share }) }
    const rows = await countRows(plan, opened.table, counting)
    const counted = await withRawClasses(plan, opened.table, rows, { signal })
    const problem = poseProblem(plan, counted)
    const { hierarchies, frequencies } = problem
    const { groupings, evaluate } = answers(problem, counted.raw)
    return {
      columns: hierarchies.map((hierarchy, i) => describeColumn(hierarchy, frequencies, i)),
      rows: frequencies.rows,
      mostSuppressed: allowedSuppression(problem),
      k: smallestAllowedClass(plan.requirements),
      goal: problem.goal.name,
      evaluate,
      readCuts: (recoding) => groupingsOn(recoding, hierarchies, 'the recoding').map(makeCut),
      async makeRecoding(cuts) {
        // A separate evaluator: other questions may be answered while the engine works.
        const { partition } = createEvaluator(problem).evaluate(groupings(cuts))
        const recode = await prepareRelease(opened.table, {
          columns: released,
          partition,
          encodings: counted.encodings,
          labels: hierarchies.map((hierarchy, i) => releasedLabels(hierarchy, partition.groupings[i], undefined)),
          suppressedRows: plan.suppressedRows,
          dropMissing: counted.rowsMissing > 0,
          missingValues: plan.missingValues,
        })
        const extents = await releasedExtents(opened.table, hierarchies, partition, recode)
        const codes = hierarchies.map((_, i) => keptRowsByCode(partition, i))
        const labels = hierarchies.map((hierarchy, i) =>
          releasedLabels(hierarchy, partition.groupings[i], extents[i], codes[i]),
        )
        return columnsRecoding(plan, problem, partition.groupings, { labels, extents, codes }, opened)
      },
      close: () => engine.close(),
    }
  } catch (error) {
    await engine.close()
    throw error
  }
}

function answers(
  problem: SearchProblem,
  raw: FrequencyTable = problem.frequencies,
): { readonly groupings: (cuts: readonly Cut[]) => Grouping[]; readonly evaluate: WhatIf['evaluate'] } {
  const { hierarchies, frequencies, goal } = problem
  const { settings } = goal.terms[0]
  const applies = (metric: Metric) => metricApplies(metric, frequencies, settings)
  const isRisk = (metric: Metric) => metric.family === 'risk' && applies(metric)
  const before = metricFigures(rawPartition(raw), { ...settings, population: raw.population }, isRisk)
  const evaluator = createEvaluator(problem)
  const groupings = (cuts: readonly Cut[]) => {
    if (!Array.isArray(cuts) || cuts.length !== hierarchies.length)
      throw userError('value', 'cuts')`cuts must be a list of ${hierarchies.length}, one for each quasi-identifier`
    return hierarchies.map((hierarchy, i) => makeGrouping(cuts[i], hierarchy))
  }
  return {
    groupings,
    evaluate(cuts) {
      const { acceptable, value, partition } = evaluator.evaluate(groupings(cuts))
      const { sizes, count } = partition.classes
      const smallestOfAll = sizes.subarray(0, count).reduce((least, size) => Math.min(least, size), sizes[0] ?? 0)
      return {
        acceptable,
        smallestOfAll,
        suppressed: partition.suppressedRows,
        classes: partition.keptClasses,
        smallestClass: partition.smallestClass,
        value,
        metrics: metricFigures(partition, settings, applies),
        risk: { before, after: metricFigures(partition, settings, isRisk) },
        ...preferenceFigures(partition, settings),
        groups: hierarchies.map((hierarchy, i) => listGroups(hierarchy, partition, i)),
      }
    },
  }
}

function makeGrouping(cut: Cut, { column, values }: Hierarchy): Grouping {
  const ascending =
    Array.isArray(cut) &&
    cut.every((at, i) => Number.isInteger(at) && at > (i === 0 ? 0 : cut[i - 1]) && at < values.length)
  if (!ascending)
    throw userError('value', `columns.${column}`)`the cut of "${column}" must be places from 1 to ${values.length - 1}
      in ascending order; got ${JSON.stringify(cut)?.slice(0, 80)}`
  return groupingFromStarts([0, ...cut], values.length)
}

function makeCut(grouping: Grouping): Cut {
  return [...groupStarts(grouping)].slice(1)
}

function listGroups(hierarchy: Hierarchy, { frequencies, groupings, classes }: ColumnsPartition, column: number) {
  const { codes } = frequencies.columns[column]
  const { codeGroups, groups } = groupings[column]
  const rows = new Float64Array(groups)
  for (let c = 0; c < classes.count; c++) rows[codeGroups[codes[classes.representatives[c]]]] += classes.sizes[c]
  const found: WhatIfGroup[] = []
  forEachGroup(groupings[column], (group, from, to) => {
    found.push({ label: groupLabel(hierarchy, from, to), values: to - from + 1, rows: rows[group] })
  })
  return found
}

function describeColumn(hierarchy: Hierarchy, table: FrequencyTable, index: number): WhatIfColumn {
  const { column, kind, values, low, tree, levels } = hierarchy
  return {
    name: column,
    kind,
    values,
    counts: Array.from(rowsByCode(table, index)),
    low: low && Array.from(low, (value) => (Number.isNaN(value) ? null : value)),
    tree:
      tree === undefined
        ? undefined
        : tree.names.map((name, node) => ({
            name,
            parent: tree.parent[node],
            first: tree.first[node],
            last: tree.last[node],
          })),
    levels: levels.map(({ name, grouping }) => ({ name, cut: makeCut(grouping) })),
  }
}
