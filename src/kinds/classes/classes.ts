/**
 * The second half of the path for searches that decide per combination: search, write, verify, publish. Counting and posing the problem
 * are the same as for groupings per column.
 */
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Engines } from '../../engines/open-engine.ts'
import { InternalError, throwIfCancelled } from '../../errors.ts'
import type { CountedTable } from '../../frequency/count-combinations.ts'
import { type CategoryTarget, findTarget } from '../../frequency/frequency-table.ts'
import type { Metric, MetricSettings } from '../../metrics/metric.ts'
import { columnsOf, type Plan } from '../../plan.ts'
import { type CombinationsRecoding, combinationsTable, describeOutputs } from '../../recoding/combinations.ts'
import type { Manifest } from '../../release/manifest.ts'
import type { Staging } from '../../release/staging.ts'
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
import { type AnonymizeRun, engineRun, type RunResult, type StepClock, type StepRun } from '../../run.ts'
import type { CombinationsSearchRecord, FoundCombinations } from '../../search/combinations-search.ts'
import { rawPartition } from '../../search/evaluation.ts'
import type { SearchProblem } from '../../search/search.ts'
import type { Table } from '../../sources/open-source.ts'
import { requireUnchanged } from '../../sources/stamp.ts'
import type { Verification } from '../../verification/verification.ts'
import { version } from '../../version.ts'
import { type AskedQueries, answerFile, savedQueries } from '../columns/queries.ts'
import { openStaged, stageDocuments, verifyRows } from '../columns/stage.ts'
import { askedOf, describeRun, type Figures, type ToldQueries, withAnswers } from '../columns/tell.ts'

export interface CombinationsWork {
  readonly plan: Plan
  readonly search: CombinationsSearchRecord
  readonly engines: Engines
  readonly table: Table
  readonly counted: CountedTable
  readonly problem: SearchProblem
  readonly asked: AskedQueries | undefined
  readonly columns: { readonly released: readonly string[]; readonly unlisted: readonly string[] }
  readonly staging: Staging
  readonly input: Promise<Manifest['input']>
  readonly clock: StepClock
}

export async function releaseCombinations(work: CombinationsWork, run: AnonymizeRun): Promise<RunResult> {
  const { plan, search, engines, table, counted, problem, asked, columns, staging, clock } = work
  const result = await clock('search', (_, progress) =>
    search.search(problem, plan.options, {
      seed: plan.seed,
      threads: run.threads ?? 1,
      ...(run.signal === undefined ? {} : { signal: run.signal }),
      progress,
      now: run.now ?? (() => performance.now()),
    }),
  )
  const told = { ...describeRun(plan, table, counted, columns.unlisted, result), seconds: clock.seconds }
  if (result.outcome === 'none-exists') return told
  const shown = await clock('write', (progress) => stageCombinations(work, result, { ...run, progress }))
  const expected = counted.rowsRead - counted.rowsMissing - result.lostRows
  const verification = await clock('verify', (progress) =>
    verifyRows(plan, engines.local, expected, staging, { ...run, progress }),
  )
  await requireUnchanged(table.engine)
  if (verification.verdict === 'broken') {
    const broken = verification.checks.find((check) => !check.holds)
    return { ...told, reason: `verification failed: ${broken?.found}`, verification }
  }
  const counts = countShown(result.combinations, targetOf(work, result), problem.hierarchies)
  // Which rows of a combination show what is known to the file alone.
  const queries =
    asked &&
    (await answerFile(asked, plan, await openStaged(plan, engines.local, staging), engineRun({ signal: run.signal })))
  const figures = figuresOf(problem, counts, withAnswers(settingsOf(problem, result), queries?.answers))
  const value = goalFigure(problem, figures)
  const report = reportOf(work, result, counts, shown, value, queries, verification)
  run.report?.(report)
  await clock('publish', async () => {
    await writeFile(
      staging.path(plan.output.recodingTable as string),
      combinationsTable(result.combinations, problem.hierarchies, targetOf(work, result).values, shown.labels),
    )
    const recoding = recodingOf(work, result, shown)
    await stageDocuments(
      plan,
      engines.data,
      recoding,
      report,
      { workload: savedQueries(asked) },
      figures,
      await work.input,
      staging,
    )
    throwIfCancelled(run.signal)
    await requireUnchanged(table.engine)
    await staging.publish()
  })
  return {
    ...told,
    warnings: [...told.warnings, ...warningsOf(result, counted)],
    ...figures,
    ...(value === undefined ? {} : { value }),
    ...plan.output,
    verification,
    seconds: clock.seconds,
  }
}

function stageCombinations(work: CombinationsWork, found: FoundCombinations, run: StepRun): Promise<ShownCombinations> {
  const { plan, table, counted, columns, staging, problem } = work
  const { release } = plan.output
  return writeCombinations(
    table,
    {
      columns: columns.released,
      combinations: found.combinations,
      target: targetOf(work, found),
      hierarchies: problem.hierarchies,
      encodings: counted.encodings,
      dropMissing: counted.rowsMissing > 0,
      missingValues: plan.missingValues,
      seed: plan.seed,
    },
    sinkOf(release, staging.path(release)),
    engineRun(run),
  )
}

function targetOf({ problem }: CombinationsWork, { combinations }: FoundCombinations): CategoryTarget {
  const target = findTarget(problem.frequencies, combinations.target)
  if (target?.kind !== 'categories') throw new InternalError('the recoding speaks of a target that is none')
  return target
}

/** The goal's settings, speaking of the target that the search learned. */
function settingsOf({ goal }: SearchProblem, { combinations: { target } }: FoundCombinations): MetricSettings {
  const own = goal.terms.find(({ settings }) => settings.target === target)?.settings
  if (own !== undefined) return own
  const { costs: _, ...settings } = goal.terms[0].settings
  return { ...settings, target }
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
  { plan, table, counted, problem, columns }: CombinationsWork,
  found: FoundCombinations,
  shownTable: ShownTable,
  { labels }: ShownCombinations,
  value: number | undefined,
  queries: ToldQueries | undefined,
  verification: Verification,
): Report {
  return buildCombinationsReport({
    title: `Release of ${table.name}`,
    version,
    asked: askedOf(plan, table, problem),
    found: {
      outcome: found.outcome,
      optimal: found.optimal,
      ...(value === undefined ? {} : { value }),
      evaluations: found.evaluations,
      details: found.details ?? {},
      convergence: [],
    },
    rows: { read: counted.rowsRead, missing: counted.rowsMissing, suppressedRows: 'drop' },
    before: rawPartition(problem.frequencies),
    table: shownTable,
    settings: withAnswers(settingsOf(problem, found), queries?.answers),
    workload: queries?.workload.description,
    hierarchies: problem.hierarchies,
    groupings: found.combinations.groupings,
    labels,
    swappedRows: found.swappedRows,
    unlisted: plan.unlisted === 'keep' ? columns.unlisted : [],
    verification,
  })
}

function recodingOf(
  { plan, problem, columns }: CombinationsWork,
  { combinations }: FoundCombinations,
  { labels, extents }: ShownCombinations,
): CombinationsRecoding {
  const { columns: groups, outputs } = describeOutputs(combinations, problem.hierarchies, labels, extents)
  return {
    halftone: 'recoding',
    version: 1,
    kind: 'combinations',
    columns: groups,
    target: combinations.target,
    outputs,
    table: basename(plan.output.recodingTable as string),
    requirements: plan.requirements.map(({ name, options }) => ({ name, options })),
    seed: plan.seed,
    missing: plan.missing,
    missingValues: plan.missingValues,
    withoutColumns: [
      ...columnsOf(plan, 'identifier').map((column) => column.name),
      ...(plan.unlisted === 'drop' ? columns.unlisted : []),
    ],
  }
}

function warningsOf({ swappedRows, lostRows }: FoundCombinations, { rowsRead, rowsMissing }: CountedTable): string[] {
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
