/** Describes the release of a table: figures, recoding, report; for columns and classes. */
import type { ColumnsPartition, Partition } from '../../frequency/classes.ts'
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import { pairsInWords } from '../../ground/format.ts'
import { version } from '../../ground/version.ts'
import type { Metric, MetricSettings } from '../../metrics/metric.ts'
import { attributeRisks } from '../../metrics/risk/attributes.ts'
import type { WorkloadAnswers } from '../../metrics/workload/answers.ts'
import { saveTableWorkload } from '../../metrics/workload/table-workload.ts'
import { findPreset, ruleBookPage } from '../../presets/presets.ts'
import { writeTidy } from '../../release/write-tidy.ts'
import {
  buildReport,
  estimatedUniques,
  isCountedRaw,
  metricFigures,
  preferenceFigures,
  type ReportInput,
} from '../../report/build-report.ts'
import { judgeTable } from '../../report/judge/judge-table.ts'
import type { Judgement, LeftOut } from '../../report/judge/judged-release.ts'
import { OVER_RELEASED, type PublicView } from '../../report/public-figures.ts'
import type { Report } from '../../report/report.ts'
import { type Requirement, smallestAllowedClass } from '../../requirements/requirement.ts'
import type { StepRun } from '../../run.ts'
import { rawPartition } from '../../search/evaluation.ts'
import { metricApplies } from '../../search/goal.ts'
import type { SearchProblem } from '../../search/search.ts'
import { fileSink } from '../../sources/formats/index.ts'
import type { Verification } from '../../verification/verification.ts'
import type { Description, Verified } from '../kind.ts'
import { unaskedColumns } from './count-table.ts'
import { type ExposedTable, exposeTable, leftOutColumns, peopleOf } from './expose.ts'
import type { AnsweredQueries } from './queries.ts'
import { profileCounted } from './remedies.ts'
import type { TableStations } from './stations.ts'

export interface DescribedTable
  extends Pick<ReportInput, 'labels' | 'madeFromData' | 'swappedRows' | 'trail'>,
    Pick<Description, 'recoding' | 'texts' | 'warnings'> {
  readonly partition: Partition
  readonly figures: Figures
  readonly settings: MetricSettings
  readonly queries: AnsweredQueries | undefined
  readonly view: PublicView | undefined
  readonly metrics: Figures['metrics']
  readonly value: number | undefined
  readonly reportedValue: number | undefined
  readonly suppressedRows: 'mask' | 'drop'
  refined?(report: Report): Report
}

export async function describeTable(
  work: Verified<TableStations>,
  described: DescribedTable,
  run: StepRun,
): Promise<Description> {
  const { coarsened, queries } = work.counted
  const { figures, metrics, view, value, warnings, recoding, texts } = described
  // The engine counts while this thread builds the report; a failure is awaited below.
  const exposing = exposeTable(work, figures.suppressed ?? 0, run)
  exposing.catch(() => {})
  const drawn = makeReport(work, described)
  const exposed = { ...(await exposing), leftOut: await leftOutColumns(work, run) }
  const judgement = judgeRelease(work, drawn, exposed, { ...figures, metrics }, view)
  await writeTidyTable(work, run)
  const ruleBook = await checkRuleBook(work, run)
  const report = { ...drawn, judgement, ruleBook, attack: work.attack }
  return {
    figures,
    publicMetrics: view && metrics,
    figuresOver: view && OVER_RELEASED,
    coarsened,
    value,
    warnings: [...warnings, ...ruleBookWarnings(ruleBook)],
    judgement,
    report,
    drawReport: async (signing) => (await import('../../report/html.ts')).drawReport(report, signing),
    recoding,
    texts: { ...texts, workload: queries && saveTableWorkload(queries.workload, queries.columns) },
  }
}

function makeReport(work: Verified<TableStations>, described: DescribedTable): Report {
  const { plan, data, counted, problem, result, verification } = work
  const { partition, settings, queries, view, metrics, labels, madeFromData, swappedRows, trail } = described
  const report = buildReport({
    title: `Release of ${data.table.name}`,
    version,
    asked: describeRequest(work),
    found: {
      outcome: result.outcome,
      stopped: result.outcome === 'out-of-budget' ? result.details?.stopped : undefined,
      optimal: result.outcome === 'found' && result.optimal === true,
      value: described.reportedValue,
      // During the search, figures are measured on all rows, so they stay private.
      evaluations: view === undefined ? result.evaluations : undefined,
      details: view === undefined ? (result.details ?? {}) : {},
      convergence: view === undefined ? (result.convergence ?? []) : [],
    },
    rows: {
      read: counted.rowsRead,
      missing: counted.rowsMissing,
      suppressedRows: described.suppressedRows,
      combinations: view === undefined ? problem.frequencies.combinations : undefined,
    },
    before: rawPartition(problem.frequencies),
    raw: counted.raw && rawPartition(counted.raw),
    after: partition,
    released: view?.released,
    settings: view?.settings ?? settings,
    metrics,
    labels,
    madeFromData,
    unlisted: plan.unlisted === 'keep' ? data.unlisted : [],
    unasked: unaskedColumns(plan),
    applies: appliesTo(partition, queries?.answers, problem.goal.terms[0].settings),
    workload: queries?.workload.description,
    swappedRows,
    trail,
    verification:
      described.suppressedRows === 'drop' && partition.suppressedRows > 0
        ? withoutDistances(verification, plan.requirements)
        : verification,
  })
  const places = placeColumns(plan)
  const withPlaces = report.columns.map((one) => (places.includes(one.column) ? { ...one, place: true as const } : one))
  const drawn = { ...report, columns: withPlaces }
  const refined = described.refined?.(drawn) ?? drawn
  return view === undefined ? refined : overReleased(refined)
}

/** Suppressed rows count in the shares of all rows: a class's distance from these would narrow down their values. */
function withoutDistances(verification: Verification, requirements: readonly Requirement[]): Verification {
  const found = 'within the limit; how far is not said where rows are left out'
  const checks = verification.checks.map((check, i) =>
    requirements[i]?.check.comparesWithAll ? { ...check, found } : check,
  )
  return { ...verification, checks }
}

function overReleased(report: Report): Report {
  const metrics = report.metrics.map((figure) => ({
    ...figure,
    reading: `${figure.reading} Measured ${OVER_RELEASED}.`,
  }))
  return { ...report, metrics }
}

export type Figures = Description['figures']

export function tableFigures(
  problem: SearchProblem,
  { partition }: { readonly partition: Partition },
  answers?: WorkloadAnswers,
  settings: MetricSettings = withAnswers(problem.goal.terms[0].settings, answers),
  raw: FrequencyTable = problem.frequencies,
): Figures {
  const before = rawPartition(raw)
  const applies = appliesTo(partition, answers, settings)
  const risk = (metric: Metric) => metric.family === 'risk' && applies(metric)
  return {
    suppressed: partition.suppressedRows,
    classes: partition.keptClasses,
    smallestClass: partition.smallestClass,
    metrics: metricFigures(partition, settings, applies, problem.frequencies),
    risk: {
      before: {
        ...metricFigures(rawPartition(problem.frequencies), settings, (one) => risk(one) && !isCountedRaw(one, before)),
        ...metricFigures(
          before,
          { ...settings, population: raw.population },
          (one) => risk(one) && isCountedRaw(one, before),
        ),
      },
      after: metricFigures(partition, settings, risk),
    },
    ...preferenceFigures(partition, settings),
    populationUniques: estimatedUniques(before, partition, settings),
    ...('groupings' in partition && measureAttributes(partition)),
  }
}

function measureAttributes(partition: ColumnsPartition): Pick<Figures, 'attributes'> {
  const attributes = attributeRisks(partition)
  return attributes.length === 0 ? {} : { attributes }
}

/** ARE needs answers; a target's metric needs its counts per class. */
export function appliesTo(
  { frequencies }: Partition,
  answers: WorkloadAnswers | undefined,
  settings: MetricSettings,
): (metric: Metric) => boolean {
  return (metric) =>
    metric.needs === 'workload' ? answers !== undefined : metricApplies(metric, frequencies, settings)
}

export function withAnswers(settings: MetricSettings, answers: WorkloadAnswers | undefined): MetricSettings {
  return answers === undefined ? settings : { ...settings, answers }
}

function describeRequest({ plan, data, problem }: Verified<TableStations>): Report['asked'] {
  return {
    source: data.table.name,
    columns: plan.columns.map(({ name, role, hierarchyText }) => ({ name, role, hierarchy: hierarchyText })),
    requirements: plan.requirements.map(({ name, options, promise }) => ({
      name: `${name} (${pairsInWords(options)})`,
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

async function writeTidyTable({ plan, problem, release, tidy }: Verified<TableStations>, run: StepRun): Promise<void> {
  if (tidy === undefined || plan.output.tidy === undefined) return
  const sink = fileSink(plan.output.tidy, tidy, 'output.tidy')
  const { spreadsheetSafe } = plan.arrangement
  await writeTidy(release, problem.hierarchies, sink, { spreadsheetSafe, places: placeColumns(plan) }, run)
}

function placeColumns({ source, columns }: TableStations['plan']): string[] {
  const places = columns.filter(({ type }) => type === 'place').map(({ name }) => name)
  return [...places, ...(source.derived?.columns.flatMap(({ column, place }) => (place ? [column] : [])) ?? [])]
}

async function checkRuleBook(
  { plan, problem, release, countable, verification }: Verified<TableStations>,
  run: StepRun,
): Promise<Report['ruleBook']> {
  const preset = plan.preset === undefined ? undefined : findPreset(plan.preset)
  if (preset === undefined) return undefined
  const recoded = new Set(problem.hierarchies.map(({ column }) => column))
  const names = release.columns.map(({ name }) => name)
  const profiles = await profileCounted(countable, names, plan.missingValues, { signal: run.signal })
  return ruleBookPage(preset, {
    columns: profiles.map((profile) => ({ ...profile, recoded: recoded.has(profile.name) })),
    smallestClass: verification.smallestClass,
    classes: verification.classes,
  })
}

function ruleBookWarnings(page: Report['ruleBook']): string[] {
  return (page?.points ?? []).flatMap(({ name, text, verdict, found }) =>
    verdict === 'fail' ? [`${page?.title} ${name} (${text}) fails: ${found}`] : [],
  )
}

function judgeRelease(
  { plan, problem, counted, verification }: Verified<TableStations>,
  report: Report,
  exposed: ExposedTable & { readonly leftOut: readonly LeftOut[] },
  figures: Figures,
  view: PublicView | undefined,
): Judgement {
  return judgeTable({
    ...exposed,
    exposure: exposed.columns,
    exposureLimit: plan.exposureLimit,
    acceptedExposure: plan.acceptedExposure,
    hierarchies: problem.hierarchies,
    pictures: report.columns,
    frequencies: view?.released?.frequencies ?? problem.frequencies,
    k: smallestAllowedClass(plan.requirements),
    rows: counted.rowsRead - counted.rowsMissing,
    missing: counted.rowsMissing,
    suppressionLimit: plan.suppressionLimit,
    people: peopleOf(verification),
    suppressed: figures.suppressed ?? 0,
    classes: figures.classes ?? 0,
    smallestClass: figures.smallestClass ?? 0,
    unit: plan.persons === undefined ? 'row' : 'person',
    metrics: figures.metrics,
    goal: problem.goal.name,
  })
}
