/** Tables recoded class by class. Shares opening, counting and posing the problem with columns. */
import { basename } from 'node:path'
import { findSensitive } from '../../frequency/class-values.ts'
import type { ClassesPartition } from '../../frequency/classes.ts'
import type { CountedTable } from '../../frequency/counted-table.ts'
import { type CategoryTarget, findTarget } from '../../frequency/frequency-table.ts'
import { formatCount } from '../../ground/format.ts'
import { groupLoss } from '../../hierarchy/hierarchy.ts'
import { allMetrics } from '../../metrics/index.ts'
import type { MetricSettings } from '../../metrics/metric.ts'
import { namedTarget } from '../../metrics/targets.ts'
import type { AnyClassesPlan } from '../../plan/plan.ts'
import { type BoxesRecoding, describeBoxes, hasBoxes } from '../../recoding/boxes-recoding.ts'
import { type ClassesRecoding, decisionTable, describeDecision } from '../../recoding/class-decision.ts'
import { openPersons, stagedSink } from '../../release/staged.ts'
import { type ShownClasses, writeClasses } from '../../release/write-classes.ts'
import { cellFigures } from '../../report/build-report.ts'
import { type PublicView, publicMetrics, publicViewOfClasses } from '../../report/public-figures.ts'
import { askedAgain } from '../../requirements/requirement.ts'
import { type StepRun, searchRun } from '../../run.ts'
import type { ClassesResult, DecidedClasses } from '../../search/classes-search.ts'
import { decidedPartition } from '../../search/decided-partition.ts'
import { forecastSearch } from '../../search/forecast.ts'
import type { SearchProblem } from '../../search/search.ts'
import { measureAttributes } from '../../verification/attribute-risk.ts'
import type { OverallCounts } from '../../verification/counted-classes.ts'
import type { Checks, Description, Found, Kind, Verified, Written } from '../kind.ts'
import type { DescribedTable, Figures } from '../table/describe-table.ts'
import { appliesTo, describeTable, tableFigures, withAnswers } from '../table/describe-table.ts'
import { keptColumns, withFormat, withoutColumns } from '../table/kept-columns.ts'
import { type AnsweredQueries, answerFile } from '../table/queries.ts'
import { labelledColumns, overallCounts, tableChecks } from '../table/release-checks.ts'
import type { TableStations } from '../table/stations.ts'
import { table } from '../table/table.ts'
import { countHistory, historyChecks, type WrittenHistory, writeHistory } from './history.ts'
import { type KnownHistory, type NextHistory, searchHistory } from './history-search.ts'

export interface ClassesStations extends TableStations {
  readonly plan: AnyClassesPlan
  readonly counted: TableStations['counted'] & { readonly history?: KnownHistory }
  readonly problem: TableStations['problem'] & { readonly counted?: ClassesStations['counted'] }
  readonly result: ClassesResult
  readonly found: DecidedClasses & { readonly history?: NextHistory }
  readonly written: ShownClasses & Partial<WrittenHistory>
}

export const classes: Kind<ClassesStations> = {
  ...table,
  count: (plan, data, run) =>
    plan.history === undefined ? table.count(plan, data, run) : countHistory(plan, plan.history, data, run),
  pose: (plan, counted) =>
    counted.history === undefined ? table.pose(plan, counted) : { ...table.pose(plan, counted), counted },
  search: searchClasses,
  figures: figuresOfDecided,
  write: writeDecided,
  checks: classesChecks,
  describe: describeClasses,
}

async function searchClasses(plan: AnyClassesPlan, { counted, ...problem }: ClassesStations['problem'], run: StepRun) {
  run.searchProgress?.({ done: 0, total: 0, forecast: forecastSearch(problem, plan) })
  if (counted?.history !== undefined) return searchHistory(plan, problem, counted, counted.history, run)
  return plan.search.search(problem, plan.options, searchRun(plan, run))
}

export async function writeDecided(work: Found<ClassesStations>, run: StepRun): Promise<ShownClasses> {
  const { plan, data, counted, problem, found, staged } = work
  const persons = plan.persons && {
    columns: [...new Set([...data.released, ...plan.requirements.flatMap(({ counts }) => counts), plan.persons])],
    sink: await openPersons(plan, staged),
  }
  if (counted.history !== undefined && found.history !== undefined)
    return writeHistory(work, counted.history, found.history, run)
  return writeClasses(
    data.table,
    {
      columns: data.released,
      decision: found.decision,
      target: learnedTarget(problem, found),
      hierarchies: problem.hierarchies,
      encodings: counted.encodings,
      held: counted.held,
      dropMissing: counted.rowsMissing > 0,
      missingValues: plan.missingValues,
      seed: plan.seed,
      arrangement: plan.arrangement,
      persons: persons || undefined,
    },
    stagedSink(plan, staged, data.table),
    run,
  )
}

export function classesChecks(work: Written<ClassesStations>): Checks {
  const { plan, problem, counted, found } = work
  if (counted.history !== undefined && found.history !== undefined)
    return historyChecks(work, counted.history, found.history)
  // Swapped rows carry labels that are not true of them.
  const labels = labelledColumns(plan, problem, found.swappedRows === undefined || found.swappedRows === 0)
  return tableChecks(work, { rows: counted.rowsRead - counted.rowsMissing - found.lostRows, labels })
}

export async function describeClasses(
  verified: Verified<ClassesStations>,
  run: StepRun,
  more: (described: DescribedTable) => DescribedTable = (described) => described,
): Promise<Description> {
  const work = { ...verified, ...verified.found.history?.recounted }
  const { plan, data, counted, problem, found, written, release, countable } = work
  const { history, waiting } = written
  const partition = decidedPartition(found.decision, problem.frequencies, written.numbers)
  // Rows of one combination may show different labels, so only the file can answer.
  const queries = counted.queries && (await answerFile(counted.queries, plan, release, { signal: run.signal }))
  const settings = withAnswers(targetSettings(problem, found), queries?.answers)
  // Only the file knows which rows of a combination are in which class.
  const attributesAgainst = (overall: OverallCounts) =>
    measureAttributes(
      countable,
      {
        quasiIdentifiers: problem.hierarchies.map(({ column }) => column),
        columns: (problem.frequencies.sensitive ?? []).map(({ name }) => name),
        missingValues: plan.missingValues,
        overall,
      },
      { signal: run.signal },
    )
  const attributes = await attributesAgainst(overallCounts(problem.frequencies, data.coarsened))
  // Suppressed rows count in the shares of all rows, so public figures leave the shares out.
  const publicAttributes = partition.suppressedRows === 0 ? attributes : await attributesAgainst(new Map())
  const figures = {
    ...withCells(tableFigures(problem, { partition }, queries?.answers, settings, counted.raw), partition, settings),
    attributes: attributes.length === 0 ? undefined : attributes,
    history,
  }
  const view = publicViewOfClasses(settings, partition, found.decision, written.numbers)
  const metrics = view === undefined ? figures.metrics : openMetrics(view, figures, problem, queries)
  const described: DescribedTable = {
    partition,
    figures,
    settings,
    queries,
    view,
    metrics,
    value: goalFigure(problem, figures.metrics),
    reportedValue: goalFigure(problem, metrics),
    suppressedRows: 'drop',
    labels: written.shown,
    madeFromData: [],
    swappedRows: found.swappedRows,
    // The columns that single people out were counted on whole rows, but some rows hide cells.
    refined: (report) => ({
      ...report,
      history,
      attributes: publicAttributes.length === 0 ? undefined : publicAttributes,
    }),
    warnings: listWarnings(found, counted),
    recoding: describeRecoding(work),
    texts: {
      waiting,
      recodingTable: decisionTable(
        found.decision,
        problem.hierarchies,
        learnedTarget(problem, found)?.values ?? [],
        written,
      ),
    },
  }
  return describeTable(work, more(described), run)
}

function figuresOfDecided(problem: SearchProblem, found: DecidedClasses): Figures['metrics'] {
  const partition = decidedPartition(found.decision, problem.frequencies)
  const settings = targetSettings(problem, found)
  return withCells(tableFigures(problem, { partition }, undefined, settings), partition, settings).metrics
}

function learnedTarget(
  { frequencies }: SearchProblem,
  { decision }: DecidedClasses,
): Pick<CategoryTarget, 'name' | 'values'> | undefined {
  if (decision.target === undefined) return undefined
  const target = findTarget(frequencies, decision.target)
  return target?.kind === 'categories' ? target : findSensitive(frequencies, decision.target)
}

function targetSettings({ goal, frequencies }: SearchProblem, { decision: { target } }: DecidedClasses) {
  const { settings } = goal.terms[0]
  if (target === undefined || findTarget(frequencies, target)?.kind !== 'categories') return settings
  const named = goal.terms.find((term) => namedTarget(term.metric, term.settings) === target)?.settings
  const about = allMetrics.filter(({ needs }) => needs === 'category-target').map(({ name }) => [name, { target }])
  return named ?? { ...settings, options: Object.fromEntries(about) }
}

function withCells(figures: Figures, partition: ClassesPartition, settings: MetricSettings): Figures {
  const cells = cellFigures(partition, settings).map(({ name, value }) => [name, value] as const)
  return { ...figures, metrics: { ...figures.metrics, ...Object.fromEntries(cells) } }
}

function goalFigure({ goal }: SearchProblem, metrics: Figures['metrics']): number | undefined {
  const value = goal.terms.reduce((sum, { metric, settings, weight }) => {
    const figure = metrics[`${metric.name} (${namedTarget(metric, settings)})`] ?? metrics[metric.name] ?? Number.NaN
    return sum + (metric.better === 'lower' ? weight : -weight) * figure
  }, 0)
  return Number.isFinite(value) ? value : undefined
}

/** Figures that may be published: suppressed cells can be counted in the file anyway. */
function openMetrics(
  view: PublicView,
  { metrics }: Figures,
  { frequencies }: SearchProblem,
  queries: AnsweredQueries | undefined,
): Figures['metrics'] {
  const cells = cellFigures(view.partition as ClassesPartition, view.settings).map(({ name }) => [name, metrics[name]])
  const applies = appliesTo(view.partition, queries?.answers, view.settings)
  return { ...publicMetrics(view, applies, frequencies), ...Object.fromEntries(cells) }
}

function describeRecoding(work: Written<ClassesStations>): ClassesRecoding | BoxesRecoding {
  const { plan, data, problem, found, written } = work
  const described = describeDecision(found.decision, problem.hierarchies, written)
  return {
    halftone: 'recoding',
    version: 1,
    kind: 'combinations',
    ...described,
    columns: described.columns.map((column) => withFormat(plan, column)),
    // Statements must not show the values of coarser columns.
    keptColumns: data.coarsened.length > 0 ? keptColumns(plan, data) : undefined,
    ...(hasBoxes(found.decision) ? listBoxes(work) : {}),
    table: basename(plan.output.recodingTable as string),
    requirements: plan.requirements.map(askedAgain),
    seed: plan.seed,
    missing: plan.missing,
    missingValues: plan.missingValues,
    withoutColumns: withoutColumns(plan, data.unlisted),
    derived: plan.source.derived?.columns,
  }
}

type ListedBoxes = Pick<BoxesRecoding, 'boxes' | 'trees' | 'keptColumns' | 'outputs'>

function listBoxes({ plan, data, problem, found, written }: Written<ClassesStations>): ListedBoxes {
  const { hierarchies, goal } = problem
  const { ranges } = found.decision.outputs
  const { weights } = goal.terms[0].settings
  const outputLoss = (output: number) =>
    hierarchies.reduce(
      (sum, hierarchy, i) => sum + weights[i] * groupLoss(hierarchy, ranges[i].low[output], ranges[i].high[output]),
      0,
    )
  return {
    ...describeBoxes(found.decision, hierarchies, written.shown, outputLoss),
    keptColumns: keptColumns(plan, data),
    outputs: undefined,
  }
}

function listWarnings({ swappedRows = 0, lostRows, whyLost }: DecidedClasses, { rowsRead, rowsMissing }: CountedTable) {
  const rows = rowsRead - rowsMissing
  return [
    ...(swappedRows > 0
      ? [
          `single values are untrue: ${formatCount(swappedRows)} of ${formatCount(rows)} rows carry a value ` +
            'that is not theirs; set swapping-threshold: 0 to have true values only',
        ]
      : []),
    ...(lostRows > 0 ? [`${formatCount(lostRows)} rows are left out: ${whyLost}`] : []),
  ]
}
