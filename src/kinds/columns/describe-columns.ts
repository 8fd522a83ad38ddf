/** What is published beside the release of a table, and what its run says: recoding, figures, report. */
import type { ColumnsPartition, Partition } from '../../frequency/classes.ts'
import { profileColumns } from '../../frequency/profile-columns.ts'
import type { Grouping } from '../../hierarchy/grouping.ts'
import type { Metric, MetricSettings } from '../../metrics/metric.ts'
import { attributeRisks } from '../../metrics/risk/attributes.ts'
import type { WorkloadAnswers } from '../../metrics/workload/answers.ts'
import { columnsOf, type TablePlan } from '../../plan.ts'
import { findPreset, ruleBookPage } from '../../presets/presets.ts'
import { keptKeyed } from '../../pseudonyms/plan-keyed.ts'
import { type ColumnsRecoding, type KeptColumn, type RecodedColumn, recodedColumn } from '../../recoding/recoding.ts'
import type { GroupExtents } from '../../release/released-extents.ts'
import { sinkOf } from '../../release/write-release.ts'
import { writeTidy } from '../../release/write-tidy.ts'
import { buildReport, estimatedUniques, metricFigures, preferenceFigures } from '../../report/build-report.ts'
import { judgeTable } from '../../report/judge-table.ts'
import type { Judgement } from '../../report/judgement.ts'
import type { ColumnPicture, Report } from '../../report/report.ts'
import { askedAgain, smallestAllowedClass } from '../../requirements/requirement.ts'
import type { StepRun } from '../../run.ts'
import { trailDocument, trailText } from '../../search/bottom-up/trail-file.ts'
import { rawPartition } from '../../search/evaluation.ts'
import { metricApplies } from '../../search/goal.ts'
import type { SearchProblem } from '../../search/search.ts'
import { measureExposure } from '../../verification/exposure.ts'
import { version } from '../../version.ts'
import type { Description, Found, Verified } from '../kind.ts'
import type { ColumnsStations, TableStations } from './columns.ts'
import { type OpenedTable, unaskedColumns } from './count-rows.ts'
import { frontFileOf } from './front-file.ts'
import { OVER_RELEASED, type PublicView, publicGoal, publicMetrics, publicViewOfColumns } from './public-figures.ts'
import { type AnsweredQueries, answerGroups, savedQueries } from './queries.ts'
import { trailPicture } from './trail-picture.ts'
import type { ShownGroups } from './write-columns.ts'

export async function describeColumns(work: Verified<ColumnsStations>, run: StepRun): Promise<Description> {
  const { plan, data, counted, problem, result, found, written } = work
  const queries = counted.queries && (await answerGroups(plan, counted.queries, written, run))
  const figures = figuresOf(problem, written.evaluation, queries?.answers)
  const { partition } = written.evaluation
  const settings = withAnswers(problem.goal.terms[0].settings, queries?.answers)
  const view = publicViewOfColumns(settings, partition, written, plan.suppressedRows)
  const metrics =
    view === undefined ? figures.metrics : publicMetrics(view, appliesTo(partition, queries?.answers, settings))
  const drawn = reportOf(work, queries, metrics, view)
  const judgement = await judgementOf(work, drawn, { ...figures, metrics }, view, run)
  await writeTidyTable(work, run)
  const ruleBook = await ruleBookOf(work, run)
  const report = { ...drawn, judgement, ruleBook }
  return {
    figures,
    publicMetrics: view && metrics,
    figuresOver: view && OVER_RELEASED,
    coarsened: work.counted.coarsened,
    value: found.value,
    warnings: ruleBookWarnings(ruleBook),
    judgement,
    report,
    drawReport: async (signing) => (await import('../../report/html.ts')).drawReport(report, signing),
    recoding: columnsRecoding(plan, problem, found.groupings, written, data),
    texts: {
      trail:
        plan.output.trail && result.trail && trailText(trailDocument(result.trail, problem.hierarchies, plan.options)),
      front: frontFileOf(plan, data.table, counted, problem, result),
      workload: counted.queries && savedQueries(counted.queries),
    },
  }
}

/** The release in columns of low and high, or of levels, where the job asks for it. */
export async function writeTidyTable(
  { plan, problem, release, tidy }: Verified<TableStations>,
  run: StepRun,
): Promise<void> {
  if (tidy === undefined || plan.output.tidy === undefined) return
  await writeTidy(release, problem.hierarchies, sinkOf(plan.output.tidy, tidy, 'output.tidy'), { signal: run.signal })
}

/** The page of the job's rule book, looked at in the file. */
export async function ruleBookOf(
  { plan, problem, release, verification }: Verified<TableStations>,
  run: StepRun,
): Promise<Report['ruleBook']> {
  const preset = plan.preset === undefined ? undefined : findPreset(plan.preset)
  if (preset === undefined) return undefined
  const recoded = new Set(problem.hierarchies.map(({ column }) => column))
  const names = release.columns.map(({ name }) => name)
  const profiles = await profileColumns(release.engine, release.source, names, plan.missingValues, {
    signal: run.signal,
  })
  return ruleBookPage(preset, {
    columns: profiles.map((profile) => ({ ...profile, recoded: recoded.has(profile.name) })),
    smallestClass: verification.smallestClass,
    classes: verification.classes,
  })
}

/** What is wrong by the rule book, for the terminal. */
export function ruleBookWarnings(page: Report['ruleBook']): string[] {
  return (page?.points ?? []).flatMap(({ name, text, verdict, found }) =>
    verdict === 'fail' ? [`${page?.title} ${name} (${text}) fails: ${found}`] : [],
  )
}

/** What the release of a table is worth, counted on its file. */
export async function judgementOf(
  { plan, problem, release, countable, counted }: Verified<TableStations>,
  report: Report,
  figures: Figures,
  view: PublicView | undefined,
  run: StepRun,
): Promise<Judgement> {
  const quasiIdentifiers = problem.hierarchies.map(({ column }) => column)
  const roleOf = (name: string) => plan.columns.find((column) => column.name === name)?.role ?? 'unlisted'
  const others = release.columns
    .filter(({ name }) => !quasiIdentifiers.includes(name))
    .map(({ name }) => ({ column: name, role: roleOf(name) }))
  const rows = counted.rowsRead - counted.rowsMissing
  const exposure = await measureExposure(countable, { quasiIdentifiers, others, rows }, { signal: run.signal })
  return judgeTable({
    exposure: exposure.columns,
    joint: exposure.joint,
    hierarchies: problem.hierarchies,
    pictures: report.columns,
    frequencies: view?.released?.frequencies ?? problem.frequencies,
    k: smallestAllowedClass(plan.requirements),
    rows,
    suppressed: figures.suppressed ?? 0,
    classes: figures.classes ?? 0,
    smallestClass: figures.smallestClass ?? 0,
    unit: plan.persons === undefined ? 'row' : 'person',
    suppressionLimit: plan.suppressionLimit,
    metrics: figures.metrics,
    goal: problem.goal.name,
    byClass: plan.search.kind === 'classes' ? true : undefined,
  })
}

export function columnsRecoding(
  plan: TablePlan,
  { hierarchies }: SearchProblem,
  groupings: readonly Grouping[],
  { labels, extents, codes }: ShownGroups,
  opened: Pick<OpenedTable, 'released' | 'unlisted' | 'fingerprints'>,
): ColumnsRecoding {
  return {
    halftone: 'recoding',
    version: 1,
    kind: 'columns',
    columns: hierarchies.map((hierarchy, i) =>
      withFormat(plan, recodedColumn(hierarchy, groupings[i], labels[i], extents[i], codes?.[i])),
    ),
    requirements: plan.requirements.map(askedAgain),
    suppressedRows: plan.suppressedRows,
    suppressedGroup: plan.suppressedGroup,
    missing: plan.missing,
    missingValues: plan.missingValues,
    withoutColumns: withoutColumns(plan, opened.unlisted),
    keptColumns: keptColumns(plan, opened),
  }
}

/** Columns that are released as they are; what the job does not name is nothing special. */
export function keptColumns(
  plan: Pick<TablePlan, 'columns'>,
  { released, fingerprints }: Pick<OpenedTable, 'released' | 'fingerprints'>,
): KeptColumn[] {
  const planned = new Map(plan.columns.map((column) => [column.name, column]))
  return released.flatMap((column): KeptColumn[] => {
    const { role = 'other', keyed } = planned.get(column) ?? {}
    if (role === 'identifier' || role === 'quasi-identifier' || role === 'items') return []
    return [{ column, role, keyed: keyed && keptKeyed(keyed, fingerprints.get(column)) }]
  })
}

/** Columns that the release leaves out. */
export function withoutColumns(plan: TablePlan, unlisted: readonly string[]): string[] {
  const identifiers = columnsOf(plan, 'identifier').map((column) => column.name)
  return [...identifiers, ...(plan.unlisted === 'drop' ? unlisted : [])]
}

export type Figures = Description['figures']

export function figuresOf(
  problem: SearchProblem,
  { partition }: { readonly partition: Partition },
  answers?: WorkloadAnswers,
  settings: MetricSettings = withAnswers(problem.goal.terms[0].settings, answers),
): Figures {
  const applies = appliesTo(partition, answers, settings)
  const risk = (metric: Metric) => metric.family === 'risk' && applies(metric)
  return {
    suppressed: partition.suppressedRows,
    classes: partition.keptClasses,
    smallestClass: partition.smallestClass,
    metrics: metricFigures(partition, settings, applies, problem.frequencies),
    risk: {
      before: metricFigures(rawPartition(problem.frequencies), settings, risk),
      after: metricFigures(partition, settings, risk),
    },
    ...preferenceFigures(partition, settings),
    populationUniques: estimatedUniques(rawPartition(problem.frequencies), partition, settings),
    ...('groupings' in partition && attributesOf(partition)),
  }
}

/** What classes say about sensitive columns, where there are any. */
function attributesOf(partition: ColumnsPartition): Pick<Figures, 'attributes'> {
  const attributes = attributeRisks(partition)
  return attributes.length === 0 ? {} : { attributes }
}

/** There is an ARE where there are answers, and a figure of a target where its counts in each class are known. */
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

function reportOf(
  work: Verified<ColumnsStations>,
  queries: AnsweredQueries | undefined,
  metrics: Figures['metrics'],
  view: PublicView | undefined,
): Report {
  const { plan, data, counted, problem, result, found, written, verification } = work
  const { evaluation, labels, extents } = written
  const report = buildReport({
    title: `Release of ${data.table.name}`,
    version,
    asked: askedOf(work),
    found: {
      outcome: result.outcome,
      optimal: result.outcome === 'found' && result.optimal,
      value: view === undefined ? found.value : publicGoal(problem.goal, view),
      evaluations: result.evaluations,
      // On its way a search measures against all rows.
      details: view === undefined ? (result.details ?? {}) : {},
      convergence: view === undefined ? (result.convergence ?? []) : [],
    },
    rows: { read: counted.rowsRead, missing: counted.rowsMissing, suppressedRows: plan.suppressedRows },
    before: rawPartition(problem.frequencies),
    after: evaluation.partition,
    released: view?.released,
    settings: view?.settings ?? withAnswers(problem.goal.terms[0].settings, queries?.answers),
    metrics,
    labels,
    madeFromData: columnsOf(plan, 'quasi-identifier').map(
      ({ hierarchy }) => typeof hierarchy !== 'object' || hierarchy.kind === 'date' || hierarchy.kind === 'prefix',
    ),
    unlisted: plan.unlisted === 'keep' ? data.unlisted : [],
    unasked: unaskedColumns(plan),
    applies: appliesTo(evaluation.partition, queries?.answers, problem.goal.terms[0].settings),
    workload: queries?.workload.description,
    trail: view === undefined ? trailPicture(work) : undefined,
    verification,
  })
  const columns = report.columns.map((column, i) => withoutEmptyGroups(narrowed(column, extents[i])))
  return view === undefined ? { ...report, columns } : overReleased({ ...report, columns })
}

/** The report says of its figures what they are over. */
export function overReleased(report: Report): Report {
  const metrics = report.metrics.map((own) => ({ ...own, reading: `${own.reading} Measured ${OVER_RELEASED}.` }))
  return { ...report, metrics }
}

/** Between which others a group stands whose rows are all suppressed is nobody's business. */
function withoutEmptyGroups(column: ColumnPicture): ColumnPicture {
  const places = new Map<number, number>()
  const groups = column.groups.filter(({ rows }, group) => rows > 0 && places.set(group, places.size))
  if (groups.length === column.groups.length) return column
  const tree = column.tree?.map(({ group, ...node }) => {
    const place = group === undefined ? undefined : places.get(group)
    return place === undefined ? node : { ...node, group: place }
  })
  return { ...column, groups, tree }
}

export function askedOf({
  plan,
  data,
  problem,
}: Pick<Found<TableStations>, 'plan' | 'data' | 'problem'>): Report['asked'] {
  return {
    source: data.table.name,
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

/** Dates keep the pattern that they were read by, so that other data of the same form can be recoded without the job. */
function withFormat({ columns }: TablePlan, recoded: RecodedColumn): RecodedColumn {
  const { hierarchy, median, labels } = columns.find(({ name }) => name === recoded.column) ?? {}
  if (recoded.type === 'numeric') return median || labels !== undefined ? { ...recoded, shows: 'median' } : recoded
  if (typeof hierarchy !== 'object' || hierarchy.kind !== 'date') return recoded
  return hierarchy.format === undefined ? recoded : { ...recoded, format: hierarchy.format }
}
