/**
 * The whole path, once: source → table → frequency table → search → recoding → release → verification → report. Read this file
 * first; each line of `anonymize` leads to one folder.
 */
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { openDuckDB } from './engines/duckdb/duckdb-engine.ts'
import type { Engine } from './engines/engine.ts'
import { throwIfCancelled, UserError } from './errors.ts'
import { type CountedTable, countCombinations } from './frequency/count-combinations.ts'
import type { Grouping } from './hierarchy/grouping.ts'
import type { Metric } from './metrics/metric.ts'
import { columnsOf, matchColumns, type Plan } from './plan.ts'
import { type ColumnsRecoding, recodedColumn } from './recoding/recoding.ts'
import { hashFile } from './release/hash-file.ts'
import { type Manifest, manifestText } from './release/manifest.ts'
import { type GroupExtents, releasedExtents, releasedLabels, widenExtents } from './release/released-extents.ts'
import { openStaging, type Staging } from './release/staging.ts'
import { prepareRelease, sinkOf, withLabels, writeRelease } from './release/write-release.ts'
import { buildReport, metricFigures } from './report/build-report.ts'
import type { ColumnPicture, Report } from './report/report.ts'
import { requireSeenValues } from './requirements/seen-values.ts'
import { createEvaluator, type Evaluation, rawPartition } from './search/evaluation.ts'
import { makeGoal, metricApplies } from './search/goal.ts'
import type { SearchProblem, SearchProgress, SearchResult } from './search/search.ts'
import { openSource, type Table } from './sources/open-source.ts'
import type { Verification } from './verification/verification.ts'
import { verifyRelease } from './verification/verify-release.ts'
import { version } from './version.ts'

/** How a run talks to its surroundings. */
export interface AnonymizeRun {
  readonly threads?: number
  /** Memory of the engine, e.g. `1GB`. */
  readonly memory?: string
  /** Replace outputs that exist. */
  readonly force?: boolean
  /** When cancelled during the search, publish the best found so far. */
  readonly keepBest?: boolean
  readonly signal?: AbortSignal
  readonly progress?: (progress: RunProgress) => void
  /** Milliseconds, monotonic. */
  readonly now?: () => number
}

export type Step = 'open' | 'count' | 'search' | 'write' | 'verify' | 'publish'

export interface RunProgress {
  readonly step: Step
  /** Share of the step done, 0 to 1, where it is known. */
  readonly share?: number
  /** During the search. */
  readonly search?: SearchProgress
}

/** What a run came to. The same record is printed by `--json`. */
export interface RunResult {
  readonly outcome: SearchResult['outcome']
  /** Why nothing was published. */
  readonly reason?: string
  readonly optimal?: boolean
  readonly algorithm: string
  readonly goal: string
  readonly value?: number
  readonly seed: number
  /** Rows of the source, rows left out for a missing value, rows suppressed. */
  readonly rows: number
  readonly missing: number
  readonly suppressed?: number
  readonly combinations: number
  readonly classes?: number
  readonly smallestClass?: number
  readonly metrics?: Readonly<Record<string, number>>
  readonly risk?: {
    readonly before: Readonly<Record<string, number>>
    readonly after: Readonly<Record<string, number>>
  }
  readonly evaluations: number
  readonly details?: Readonly<Record<string, unknown>>
  readonly convergence?: SearchResult['convergence']
  /** Seconds by step. */
  readonly seconds: Readonly<Record<string, number>>
  /** What a person should know though it is no error. */
  readonly warnings: readonly string[]
  readonly release?: string
  readonly recoding?: string
  readonly manifest?: string
  readonly report?: string
  readonly verification?: Verification
}

export async function anonymize(plan: Plan, run: AnonymizeRun = {}): Promise<RunResult> {
  const clock = stepClock(run)
  const engine = await openDuckDB(engineOptions(run))
  try {
    const table = await clock('open', () => openSource(plan.source, engine))
    const columns = matchColumns(
      plan,
      table.columns.map((column) => column.name),
      table.name,
    )
    const staging = await openStaging(outputsOf(plan), { force: run.force ?? false, sources: table.files })
    const hashing = new AbortController()
    try {
      const input = hashFiles(table.files, hashing.signal)
      const counted = await clock('count', (progress) => countRows(plan, table, { ...run, progress }))
      const problem = poseProblem(plan, counted)
      const result = await clock('search', (_, search) => searchFor(plan, problem, run, search))
      const found = pickFound(result, run.keepBest ?? false)
      const told = { ...describeRun(plan, counted, columns.unlisted, result), seconds: clock.seconds }
      if (found === undefined) return told

      // What was found will be published even when the search was cancelled; from here the signal would stop the publishing.
      const rest = result.outcome === 'cancelled' ? { ...run, signal: undefined } : run
      const evaluation = createEvaluator(problem).evaluate(found.groupings)
      const shown = await clock('write', (progress) =>
        stageRelease(plan, table, counted, evaluation, columns.released, staging, { ...rest, progress }),
      )
      const verification = await clock('verify', (progress) =>
        verifyStaged(plan, engine, counted, evaluation, staging, { ...rest, progress }),
      )
      if (verification.verdict === 'broken') {
        return {
          ...told,
          reason: `verification failed: ${verification.checks.find((check) => !check.holds)?.found}`,
          verification,
        }
      }
      const figures = figuresOf(problem, evaluation)
      await clock('publish', async () => {
        const report = reportOf(
          plan,
          table,
          counted,
          problem,
          result,
          found,
          evaluation,
          shown,
          columns.unlisted,
          verification,
        )
        await stageDocuments(
          plan,
          engine,
          recodingOf(plan, problem, found.groupings, shown, columns.unlisted),
          report,
          figures,
          await input,
          staging,
        )
        throwIfCancelled(rest.signal)
        await staging.publish()
      })
      return { ...told, ...figures, value: found.value, ...plan.output, verification, seconds: clock.seconds }
    } finally {
      // Not the run's signal: the best found so far can be published after that has fired.
      hashing.abort()
      await staging.discard()
    }
  } finally {
    await engine.close()
  }
}

/** Searches without writing anything: the figures that the best recoding of this data would have. */
export async function compareSearch(plan: Plan, run: AnonymizeRun = {}): Promise<Readonly<Record<string, number>>> {
  const engine = await openDuckDB(engineOptions(run))
  try {
    const table = await openSource(plan.source, engine)
    matchColumns(
      plan,
      table.columns.map((column) => column.name),
      table.name,
    )
    const problem = poseProblem(
      plan,
      await countRows(plan, table, engineRun(run.signal === undefined ? {} : { signal: run.signal })),
    )
    const found = pickFound(await searchFor(plan, problem, run, () => {}), false)
    return found === undefined ? {} : figuresOf(problem, createEvaluator(problem).evaluate(found.groupings)).metrics
  } finally {
    await engine.close()
  }
}

/** Reads and counts the table. */
export function countRows(
  plan: Plan,
  table: Table,
  run: { signal?: AbortSignal; progress?: (share: number) => void },
): Promise<CountedTable> {
  const regression = (Array.isArray(plan.goal) ? plan.goal : [plan.goal]).flatMap((term) =>
    term === 'regression'
      ? columnsOf(plan, 'target').map((column) => column.name)
      : typeof term === 'object' && term.metric === 'RM'
        ? [term.target]
        : [],
  )
  return countCombinations(
    table.engine,
    table.source,
    {
      quasiIdentifiers: columnsOf(plan, 'quasi-identifier').map(({ name, hierarchy }) => ({
        column: name,
        hierarchy: hierarchy as NonNullable<typeof hierarchy>,
      })),
      targets: columnsOf(plan, 'target').map(({ name, type }) => ({
        column: name,
        kind: type === 'numeric' || (type === undefined && regression.includes(name)) ? 'numbers' : 'categories',
      })),
      missing: plan.missing,
      missingValues: plan.missingValues,
    },
    run,
  )
}

/** The problem for the search, once the data is known. */
export function poseProblem(plan: Plan, { frequencies, hierarchies }: CountedTable): SearchProblem {
  const k = Math.max(1, ...plan.requirements.map((requirement) => requirement.minimumSize))
  if (k > frequencies.rows) {
    throw new UserError(
      `k must be at most the number of rows, ${frequencies.rows}; got ${k}: a class cannot have more rows than the table`,
    )
  }
  const weights = columnsOf(plan, 'quasi-identifier').map((column) => column.weight)
  return {
    frequencies,
    hierarchies,
    requirements: hierarchies.some((hierarchy) => hierarchy.unseen !== undefined)
      ? [...plan.requirements, requireSeenValues(hierarchies)]
      : plan.requirements,
    suppressionLimit: plan.suppressionLimit,
    suppressedGroup: plan.suppressedGroup,
    goal: makeGoal(plan.goal, { frequencies, hierarchies, weights, k }),
  }
}

function searchFor(
  plan: Plan,
  problem: SearchProblem,
  run: AnonymizeRun,
  progress: (progress: SearchProgress) => void,
): Promise<SearchResult> {
  return plan.search.search(problem, plan.options, {
    seed: plan.seed,
    threads: run.threads ?? 1,
    ...(run.signal === undefined ? {} : { signal: run.signal }),
    progress,
    now: run.now ?? (() => performance.now()),
  })
}

interface FoundGroupings {
  readonly groupings: readonly Grouping[]
  readonly value: number
}

function pickFound(result: SearchResult, keepBest: boolean): FoundGroupings | undefined {
  if (result.outcome === 'found') return result
  if (result.outcome === 'none-exists') return undefined
  // A search that ran out of the budget it was given has done what was asked; one that was cancelled has not.
  return result.outcome === 'out-of-budget' || keepBest ? result.best : undefined
}

interface StepRun {
  readonly signal?: AbortSignal | undefined
  readonly progress?: (share: number) => void
}

function engineRun({ signal, progress }: StepRun): { signal?: AbortSignal; progress?: (share: number) => void } {
  return { ...(signal === undefined ? {} : { signal }), ...(progress === undefined ? {} : { progress }) }
}

/** What the release says of each column's groups. */
interface ShownGroups {
  readonly labels: readonly (readonly string[])[]
  readonly extents: readonly (GroupExtents | undefined)[]
}

async function stageRelease(
  plan: Plan,
  table: Table,
  { encodings, hierarchies, rowsMissing }: CountedTable,
  { partition }: Evaluation,
  columns: readonly string[],
  staging: Staging,
  run: StepRun,
): Promise<ShownGroups> {
  const { release } = plan.output
  const { groupings } = partition
  const recode = await prepareRelease(table, {
    columns,
    partition,
    encodings,
    labels: hierarchies.map((hierarchy, i) => releasedLabels(hierarchy, groupings[i], undefined)),
    suppressedRows: plan.suppressedRows,
    dropMissing: rowsMissing > 0,
    missingValues: plan.missingValues,
  })
  const own = await releasedExtents(table, hierarchies, partition, recode, engineRun(run))
  const before = columnsOf(plan, 'quasi-identifier').map((column) => column.shown)
  const extents = own.map((found, i) => {
    const shown = before[i]
    return found === undefined || shown === undefined ? found : widenExtents(found, groupings[i], shown)
  })
  const labels = hierarchies.map((hierarchy, i) => releasedLabels(hierarchy, groupings[i], extents[i]))
  const sink = sinkOf(release, staging.path(release))
  await writeRelease(table, withLabels(recode, labels), sink, engineRun(run))
  return { labels, extents }
}

/** Opens the staged file like any other source and counts it again. */
async function verifyStaged(
  plan: Plan,
  engine: Engine,
  counted: CountedTable,
  { partition }: Evaluation,
  staging: Staging,
  run: StepRun,
): Promise<Verification> {
  const { release } = plan.output
  const { format, delimiter } = sinkOf(release, '')
  const staged = await openSource({ source: staging.path(release), base: '/', format, delimiter }, engine)
  return verifyRelease(
    staged,
    {
      quasiIdentifiers: columnsOf(plan, 'quasi-identifier').map((column) => column.name),
      requirements: plan.requirements,
      suppressedGroup: plan.suppressedGroup,
      rows: counted.rowsRead - counted.rowsMissing - (plan.suppressedRows === 'drop' ? partition.suppressedRows : 0),
      withoutColumns: columnsOf(plan, 'identifier').map((column) => column.name),
    },
    engineRun(run),
  )
}

function recodingOf(
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

type Figures = Required<Pick<RunResult, 'suppressed' | 'classes' | 'smallestClass' | 'metrics' | 'risk'>>

function figuresOf(problem: SearchProblem, { partition }: Evaluation): Figures {
  const settings = problem.goal.terms[0].settings
  const applies = (metric: Metric) => metricApplies(metric, problem.frequencies)
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
  }
}

function reportOf(
  plan: Plan,
  table: Table,
  counted: CountedTable,
  problem: SearchProblem,
  result: SearchResult,
  found: FoundGroupings,
  evaluation: Evaluation,
  { labels, extents }: ShownGroups,
  unlisted: readonly string[],
  verification: Verification,
): Report {
  const report = buildReport({
    title: `Release of ${table.name}`,
    version,
    asked: {
      source: table.name,
      columns: plan.columns.map(({ name, role, hierarchyText }) => ({ name, role, hierarchy: hierarchyText })),
      requirements: plan.requirements.map(({ name, options, promise }) => ({
        name: `${name} (${optionsText(options)})`,
        promise,
      })),
      k: Math.max(1, ...plan.requirements.map((requirement) => requirement.minimumSize)),
      suppressionLimit: plan.suppressionLimit,
      goal: problem.goal.name,
      algorithm: plan.search.name,
      options: plan.options,
      seed: plan.seed,
    },
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
    settings: problem.goal.terms[0].settings,
    labels,
    madeFromData: columnsOf(plan, 'quasi-identifier').map(
      ({ hierarchy }) => typeof hierarchy !== 'object' || hierarchy.kind === 'date' || hierarchy.kind === 'prefix',
    ),
    unlisted: plan.unlisted === 'keep' ? unlisted : [],
    applies: (metric) => metricApplies(metric, problem.frequencies),
    verification,
  })
  return { ...report, columns: report.columns.map((column, i) => narrowed(column, extents[i])) }
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

async function stageDocuments(
  plan: Plan,
  engine: Engine,
  recoding: ColumnsRecoding,
  report: Report,
  figures: Figures,
  input: Manifest['input'],
  staging: Staging,
): Promise<void> {
  const { output } = plan
  await writeFile(staging.path(output.recoding), `${JSON.stringify(recoding, null, 2)}\n`)
  if (output.report !== undefined) {
    const { drawReport } = await import('./report/html.ts')
    await writeFile(staging.path(output.report), await drawReport(report))
  }
  const files = [output.release, output.recoding, ...(output.report === undefined ? [] : [output.report])]
  const manifest = manifestText({
    versions: { halftone: version, engine: engine.version },
    seed: plan.seed,
    algorithm: plan.search.name,
    options: plan.options,
    goal: report.asked.goal,
    requirements: recoding.requirements,
    suppressionLimit: plan.suppressionLimit,
    columns: plan.columns.map(({ name, role }) => ({ name, role })),
    input,
    output: await Promise.all(
      files.map(async (file) => ({ name: basename(file), ...(await hashFile(staging.path(file))) })),
    ),
    rows: report.rows,
    metrics: figures.metrics,
    risk: figures.risk,
    verification: report.verification,
  })
  await writeFile(staging.path(output.manifest), manifest)
}

function describeRun(
  plan: Plan,
  counted: CountedTable,
  unlisted: readonly string[],
  result: SearchResult,
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
      ...(released
        ? [
            `columns that the job does not name are released as they are: ${unlisted.join(', ')}; give them a role, or set data.unlisted: drop`,
          ]
        : []),
      ...counted.findings.filter((finding) => finding.severity === 'warning').map((finding) => finding.message),
    ],
  }
}

function engineOptions({ threads, memory }: AnonymizeRun): { threads?: number; memory?: string } {
  return { ...(threads === undefined ? {} : { threads }), ...(memory === undefined ? {} : { memory }) }
}

function outputsOf({ output }: Plan): string[] {
  return [output.release, output.recoding, output.manifest, ...(output.report === undefined ? [] : [output.report])]
}

/** Starts at once and runs beside the engine; a failure surfaces where the answer is awaited. */
function hashFiles(files: readonly string[], signal: AbortSignal): Promise<Manifest['input']> {
  const digests = Promise.all(files.map(async (file) => ({ name: basename(file), ...(await hashFile(file, signal)) })))
  digests.catch(() => {})
  return digests
}

interface StepClock {
  <T>(
    step: Step,
    work: (progress: (share: number) => void, search: (progress: SearchProgress) => void) => Promise<T>,
  ): Promise<T>
  readonly seconds: Record<string, number>
}

/** Runs steps one after the other, tells progress, keeps the time each took. */
function stepClock({ progress, signal, now = () => performance.now() }: AnonymizeRun): StepClock {
  const seconds: Record<string, number> = {}
  const began = now()
  const clock = async <T>(
    step: Step,
    work: (share: (share: number) => void, search: (progress: SearchProgress) => void) => Promise<T>,
  ): Promise<T> => {
    if (step === 'open' || step === 'count' || step === 'search') throwIfCancelled(signal)
    progress?.({ step })
    const start = now()
    try {
      return await work(
        (share) => progress?.({ step, share }),
        (search) => progress?.({ step, search, ...(search.total > 0 ? { share: search.done / search.total } : {}) }),
      )
    } finally {
      seconds[step] = (now() - start) / 1000
      seconds['total'] = (now() - began) / 1000
    }
  }
  return Object.assign(clock, { seconds })
}
