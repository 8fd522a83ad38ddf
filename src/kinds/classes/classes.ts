/**
 * Tables of which each class of rows gets a decision of its own. Opening, counting and posing the problem are those of columns.
 */

import { basename } from 'node:path'
import { InternalError } from '../../errors.ts'
import type { CountedTable } from '../../frequency/count-combinations.ts'
import { type CategoryTarget, findTarget } from '../../frequency/frequency-table.ts'
import type { Metric, MetricSettings } from '../../metrics/metric.ts'
import { namedTarget } from '../../metrics/targets.ts'
import type { TablePlan } from '../../plan.ts'
import { type CombinationsRecoding, combinationsTable, describeOutputs } from '../../recoding/combinations.ts'
import { type ShownCombinations, writeCombinations } from '../../release/write-combinations.ts'
import { sinkOf } from '../../release/write-release.ts'
import {
  buildCombinationsReport,
  countShown,
  type ShownTable,
  shownFigures,
} from '../../report/build-combinations-report.ts'
import { metricFigures } from '../../report/build-report.ts'
import { formatCount } from '../../report/format.ts'
import type { Report } from '../../report/report.ts'
import { askedAgain } from '../../requirements/requirement.ts'
import { type StepRun, searchRun } from '../../run.ts'
import type { ClassesResult, DecidedClasses } from '../../search/classes-search.ts'
import { rawPartition } from '../../search/evaluation.ts'
import type { SearchProblem } from '../../search/search.ts'
import { version } from '../../version.ts'
import { columns, type TableStations } from '../columns/columns.ts'
import { askedOf, type Figures, judgementOf, withAnswers, withoutColumns } from '../columns/describe-columns.ts'
import { type AnsweredQueries, answerFile, savedQueries } from '../columns/queries.ts'
import { tableChecks } from '../columns/write-columns.ts'
import type { Checks, Description, Found, Kind, Verified, Written } from '../kind.ts'

interface ClassesStations extends TableStations {
  readonly result: ClassesResult
  readonly found: DecidedClasses
  readonly written: ShownCombinations
}

export const classes: Kind<ClassesStations> = {
  ...columns,
  search: searchClasses,
  write: writeClasses,
  checks: classesChecks,
  describe: describeClasses,
}

async function searchClasses(plan: TablePlan, problem: SearchProblem, run: StepRun): Promise<ClassesResult> {
  const { search } = plan
  if (search.kind !== 'classes') throw new InternalError(`algorithm ${search.name} does not decide per class`)
  return search.search(problem, plan.options, searchRun(plan, run))
}

function writeClasses(work: Found<ClassesStations>, run: StepRun): Promise<ShownCombinations> {
  const { plan, data, counted, problem, found, file } = work
  return writeCombinations(
    data.table,
    {
      columns: data.released,
      combinations: found.combinations,
      target: targetOf(problem, found),
      hierarchies: problem.hierarchies,
      encodings: counted.encodings,
      dropMissing: counted.rowsMissing > 0,
      missingValues: plan.missingValues,
      seed: plan.seed,
    },
    sinkOf(plan.output.release, file),
    run,
  )
}

function classesChecks({ plan, counted, found, file }: Written<ClassesStations>): Checks {
  return tableChecks(plan, counted, file, counted.rowsRead - counted.rowsMissing - found.lostRows)
}

async function describeClasses(work: Verified<ClassesStations>, run: StepRun): Promise<Description> {
  const { plan, counted, problem, found, written, release } = work
  const target = targetOf(problem, found)
  const table = countShown(found.combinations, target, problem.hierarchies)
  // Which rows of a combination show what is known to the file alone.
  const queries = counted.queries && (await answerFile(counted.queries, plan, release, { signal: run.signal }))
  const figures = figuresOf(problem, table, withAnswers(settingsOf(problem, found), queries?.answers))
  const value = goalFigure(problem, figures)
  const drawn = reportOf(work, table, value, queries)
  const judgement = await judgementOf(work, drawn, figures, run)
  const report = { ...drawn, judgement }
  return {
    figures,
    value,
    warnings: warningsOf(found, counted),
    judgement,
    report,
    drawReport: async () => (await import('../../report/html.ts')).drawReport(report),
    recoding: recodingOf(work),
    texts: {
      recodingTable: combinationsTable(found.combinations, problem.hierarchies, target.values, written.labels),
      workload: counted.queries && savedQueries(counted.queries),
    },
  }
}

function targetOf({ frequencies }: SearchProblem, { combinations }: DecidedClasses): CategoryTarget {
  const target = findTarget(frequencies, combinations.target)
  if (target?.kind !== 'categories') throw new InternalError('the recoding speaks of a target that is none')
  return target
}

/** The goal's settings, speaking of the target that the search learned. */
function settingsOf({ goal }: SearchProblem, { combinations: { target } }: DecidedClasses): MetricSettings {
  const own = goal.terms.find(({ metric, settings }) => namedTarget(metric, settings) === target)?.settings
  return own ?? { ...goal.terms[0].settings, options: { CM: { target } } }
}

function figuresOf(problem: SearchProblem, table: ShownTable, settings: MetricSettings): Figures {
  const { suppressedRows, keptClasses, smallestClass } = table.partition
  const risk = (metric: Metric) => metric.family === 'risk'
  return {
    suppressed: suppressedRows,
    classes: keptClasses,
    smallestClass,
    metrics: shownFigures(table, settings),
    risk: {
      before: metricFigures(rawPartition(problem.frequencies), settings, risk),
      after: metricFigures(table.partition, settings, risk),
    },
  }
}

/** The goal's value, where all of its metrics can be told of such a release. */
function goalFigure({ goal }: SearchProblem, { metrics }: Figures): number | undefined {
  const value = goal.terms.reduce(
    (sum, { metric, weight }) => sum + (metric.better === 'lower' ? weight : -weight) * (metrics[metric.name] ?? NaN),
    0,
  )
  return Number.isFinite(value) ? value : undefined
}

function reportOf(
  work: Verified<ClassesStations>,
  shownTable: ShownTable,
  value: number | undefined,
  queries: AnsweredQueries | undefined,
): Report {
  const { plan, data, counted, problem, result, found, written, verification } = work
  return buildCombinationsReport({
    title: `Release of ${data.table.name}`,
    version,
    asked: askedOf(work),
    found: {
      outcome: result.outcome,
      optimal: result.outcome === 'found' && result.optimal,
      ...(value === undefined ? {} : { value }),
      evaluations: result.evaluations,
      details: result.details ?? {},
      convergence: result.convergence ?? [],
    },
    rows: { read: counted.rowsRead, missing: counted.rowsMissing, suppressedRows: 'drop' },
    before: rawPartition(problem.frequencies),
    table: shownTable,
    settings: withAnswers(settingsOf(problem, found), queries?.answers),
    workload: queries?.workload.description,
    hierarchies: problem.hierarchies,
    groupings: found.combinations.groupings,
    labels: written.labels,
    swappedRows: found.swappedRows,
    unlisted: plan.unlisted === 'keep' ? data.unlisted : [],
    verification,
  })
}

function recodingOf(work: Written<ClassesStations>): CombinationsRecoding {
  const { plan, data, problem, written } = work
  const { combinations } = work.found
  const { columns: groups, outputs } = describeOutputs(
    combinations,
    problem.hierarchies,
    written.labels,
    written.extents,
  )
  return {
    halftone: 'recoding',
    version: 1,
    kind: 'combinations',
    columns: groups,
    target: combinations.target,
    outputs,
    table: basename(plan.output.recodingTable as string),
    requirements: plan.requirements.map(askedAgain),
    seed: plan.seed,
    missing: plan.missing,
    missingValues: plan.missingValues,
    withoutColumns: withoutColumns(plan, data.unlisted),
  }
}

function warningsOf({ swappedRows, lostRows }: DecidedClasses, { rowsRead, rowsMissing }: CountedTable): string[] {
  const rows = rowsRead - rowsMissing
  return [
    ...(swappedRows > 0
      ? [
          `single values are untrue: ${formatCount(swappedRows)} of ${formatCount(rows)} rows carry a value that is not theirs; set swapping-threshold: 0 to have true values only`,
        ]
      : []),
    ...(lostRows > 0
      ? [`${formatCount(lostRows)} rows that no group takes are left out; set lost-rows: borrow to keep them`]
      : []),
  ]
}
