/** What a run tells: recoding, figures, report, summary. */
import type { CountedTable } from '../../frequency/count-combinations.ts'
import type { Grouping } from '../../hierarchy/grouping.ts'
import type { Metric, MetricSettings } from '../../metrics/metric.ts'
import type { WorkloadAnswers } from '../../metrics/workload/answers.ts'
import type { TableWorkload } from '../../metrics/workload/table-workload.ts'
import { columnsOf, type Plan } from '../../plan.ts'
import { type ColumnsRecoding, recodedColumn } from '../../recoding/recoding.ts'
import type { GroupExtents } from '../../release/released-extents.ts'
import { buildReport, metricFigures, preferenceFigures } from '../../report/build-report.ts'
import type { ColumnPicture, Report } from '../../report/report.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import type { RunResult } from '../../run.ts'
import type { CombinationsResult } from '../../search/combinations-search.ts'
import { type Evaluation, rawPartition } from '../../search/evaluation.ts'
import { metricApplies } from '../../search/goal.ts'
import type { SearchProblem, SearchResult } from '../../search/search.ts'
import type { Table } from '../../sources/open-source.ts'
import type { Verification } from '../../verification/verification.ts'
import { version } from '../../version.ts'
import type { FoundGroupings } from './search-table.ts'
import type { ShownGroups } from './stage.ts'

export function recodingOf(
  plan: Plan,
  { hierarchies }: SearchProblem,
  groupings: readonly Grouping[],
  { labels, extents }: ShownGroups,
  unlisted: readonly string[],
): ColumnsRecoding {
  return {
    halftone: 'recoding',
    version: 1,
    kind: 'columns',
    columns: hierarchies.map((hierarchy, i) => recodedColumn(hierarchy, groupings[i], labels[i], extents[i])),
    requirements: plan.requirements.map(({ name, options }) => ({ name, options })),
    suppressedRows: plan.suppressedRows,
    suppressedGroup: plan.suppressedGroup,
    missing: plan.missing,
    missingValues: plan.missingValues,
    withoutColumns: [
      ...columnsOf(plan, 'identifier').map((column) => column.name),
      ...(plan.unlisted === 'drop' ? unlisted : []),
    ],
  }
}

export type Figures = Required<Pick<RunResult, 'suppressed' | 'classes' | 'smallestClass' | 'metrics' | 'risk'>> &
  Pick<RunResult, 'preference'>

export function figuresOf(problem: SearchProblem, { partition }: Evaluation, answers?: WorkloadAnswers): Figures {
  const settings = withAnswers(problem.goal.terms[0].settings, answers)
  const applies = appliesTo(problem, answers)
  const risk = (metric: Metric) => metric.family === 'risk' && applies(metric)
  return {
    suppressed: partition.suppressedRows,
    classes: partition.keptClasses,
    smallestClass: partition.smallestClass,
    metrics: metricFigures(partition, settings, applies),
    risk: {
      before: metricFigures(rawPartition(problem.frequencies), settings, risk),
      after: metricFigures(partition, settings, risk),
    },
    ...preferenceFigures(partition, settings),
  }
}

/** ARE is told where there are answers. */
function appliesTo(problem: SearchProblem, answers: WorkloadAnswers | undefined): (metric: Metric) => boolean {
  return (metric) => (metric.needs === 'workload' ? answers !== undefined : metricApplies(metric, problem.frequencies))
}

export function withAnswers(settings: MetricSettings, answers: WorkloadAnswers | undefined): MetricSettings {
  return answers === undefined ? settings : { ...settings, answers }
}

/** The queries of the job and what the release answers. */
export interface ToldQueries {
  readonly workload: TableWorkload
  readonly answers: WorkloadAnswers
}

export function reportOf(
  plan: Plan,
  table: Table,
  counted: CountedTable,
  problem: SearchProblem,
  result: SearchResult,
  found: FoundGroupings,
  evaluation: Evaluation,
  { labels, extents }: ShownGroups,
  unlisted: readonly string[],
  trail: Report['trail'],
  queries: ToldQueries | undefined,
  verification: Verification,
): Report {
  const report = buildReport({
    title: `Release of ${table.name}`,
    version,
    asked: askedOf(plan, table, problem),
    found: {
      outcome: result.outcome,
      optimal: result.outcome === 'found' && result.optimal,
      value: found.value,
      evaluations: result.evaluations,
      details: result.details ?? {},
      convergence: result.convergence ?? [],
    },
    rows: { read: counted.rowsRead, missing: counted.rowsMissing, suppressedRows: plan.suppressedRows },
    before: rawPartition(problem.frequencies),
    after: evaluation.partition,
    settings: withAnswers(problem.goal.terms[0].settings, queries?.answers),
    labels,
    madeFromData: columnsOf(plan, 'quasi-identifier').map(
      ({ hierarchy }) => typeof hierarchy !== 'object' || hierarchy.kind === 'date' || hierarchy.kind === 'prefix',
    ),
    unlisted: plan.unlisted === 'keep' ? unlisted : [],
    applies: appliesTo(problem, queries?.answers),
    workload: queries?.workload.description,
    ...(trail === undefined ? {} : { trail }),
    verification,
  })
  return { ...report, columns: report.columns.map((column, i) => narrowed(column, extents[i])) }
}

export function askedOf(plan: Plan, table: Table, problem: SearchProblem): Report['asked'] {
  return {
    source: table.name,
    columns: plan.columns.map(({ name, role, hierarchyText }) => ({ name, role, hierarchy: hierarchyText })),
    requirements: plan.requirements.map(({ name, options, promise }) => ({
      name: `${name} (${optionsText(options)})`,
      promise,
    })),
    k: smallestAllowedClass(plan.requirements),
    suppressionLimit: plan.suppressionLimit,
    goal: problem.goal.name,
    algorithm: plan.search.name,
    options: plan.options,
    seed: plan.seed,
  }
}

/** The picture of a numeric column drawn to what the release says, not to values that only suppressed rows have. */
function narrowed(column: ColumnPicture, extents: GroupExtents | undefined): ColumnPicture {
  if (extents === undefined) return column
  const { axis: _, ...rest } = column
  const groups = column.groups.map(({ low: _low, high: _high, ...group }, i) =>
    group.rows === 0 || Number.isNaN(extents.low[i]) ? group : { ...group, low: extents.low[i], high: extents.high[i] },
  )
  const drawn = groups.filter((group) => 'low' in group)
  if (drawn.length === 0) return { ...rest, groups }
  return { ...rest, groups, axis: { low: drawn[0].low, high: drawn[drawn.length - 1].high } }
}

function optionsText(options: Readonly<Record<string, unknown>>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ')
}

export function describeRun(
  plan: Plan,
  table: Pick<Table, 'warnings'>,
  counted: CountedTable,
  unlisted: readonly string[],
  result: SearchResult | CombinationsResult,
): Omit<RunResult, 'seconds'> {
  const released = unlisted.length > 0 && plan.unlisted === 'keep'
  return {
    outcome: result.outcome,
    ...(result.outcome === 'none-exists' ? { reason: result.reason } : {}),
    ...(result.outcome === 'found' ? { optimal: result.optimal } : {}),
    algorithm: plan.search.name,
    goal: typeof plan.goal === 'string' ? plan.goal : JSON.stringify(plan.goal),
    seed: plan.seed,
    rows: counted.rowsRead,
    missing: counted.rowsMissing,
    combinations: counted.frequencies.combinations,
    evaluations: result.evaluations,
    ...(result.details === undefined ? {} : { details: result.details }),
    ...(result.convergence === undefined ? {} : { convergence: result.convergence }),
    warnings: [
      ...table.warnings,
      ...(released
        ? [
            `columns without a role are released as they are: ${unlisted.join(', ')}; give them one in the job file, or set data.unlisted: drop there`,
          ]
        : []),
      ...counted.findings.filter((finding) => finding.severity === 'warning').map((finding) => finding.message),
    ],
  }
}
