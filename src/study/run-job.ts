/** Runs one job of a study in a child process, then trains classifiers on the release if requested. */
import { readFile, rm } from 'node:fs/promises'
import { anonymize } from '../anonymize.ts'
import { DEFAULT_FOLDS, evaluateRelease } from '../evaluate/evaluate-release.ts'
import { csvRecords } from '../ground/csv.ts'
import { throwIfCancelled } from '../ground/errors.ts'
import type { ChildWork } from '../ground/workers/child-process.ts'
import { findLearner, learnedFigureName } from '../learn/index.ts'
import { isAboutTarget } from '../metrics/index.ts'
import type { TablePlan } from '../plan/plan.ts'
import { ofTable, readPlan } from '../plan/read-plan.ts'
import { attackRisks } from '../report/attack-figures.ts'
import type { StudyRow } from '../report/study/study-row.ts'
import type { RunProgress, RunResult } from '../run.ts'
import { noLearning, type RowHead, type StudyPlan } from './plan-study.ts'

export interface RunRequest {
  readonly jobFile: string
  readonly evaluate?: StudyPlan['evaluate']
  readonly keepRelease: boolean
  readonly memory?: string
}

export type RunFigures = Omit<StudyRow, keyof RowHead | 'measured'>

export interface RunOutcome {
  readonly figures: RunFigures
  readonly points: readonly RunFigures[]
  /** Numbers that the search reports: generations, distinct solutions, … */
  readonly details: Readonly<Record<string, number>>
  readonly seconds: Readonly<Record<string, number>>
}

export const run: ChildWork<RunRequest, RunProgress, RunOutcome> = async (request, { signal, progress }) => {
  const plan = readPlan(request.jobFile)
  const result = await anonymize(plan, { threads: 1, force: true, signal, progress, memory: request.memory })
  if (result.outcome === 'cancelled') throwIfCancelled(signal)
  const learned =
    request.evaluate === undefined || result.release === undefined
      ? undefined
      : await learnedFigures(ofTable(plan, noLearning), request.evaluate, signal)
  if (result.release !== undefined && !request.keepRelease) await rm(result.release)
  const figures = runFigures(result)
  const { total = 0 } = result.seconds
  return {
    figures: { ...figures, metrics: { ...figures.metrics, ...learned?.metrics } },
    points: result.front === undefined ? [] : await readPoints(result.front),
    details: Object.fromEntries(
      Object.entries(result.details ?? {}).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    ),
    seconds: {
      ...result.seconds,
      ...(learned === undefined ? {} : { evaluate: learned.seconds }),
      total: total + (learned?.seconds ?? 0),
    },
  }
}

function runFigures(result: RunResult): RunFigures {
  const { outcome, reason, optimal, release } = result
  const risks = { ...result.risk?.after, ...(result.attack && attackRisks(result.attack)) }
  const published = release !== undefined
  // Rows swapped with knowledge of the target flatter a figure: it is shown, but not ranked.
  const swapped = Number(result.details?.['swapped rows'] ?? 0) > 0
  return {
    // A release that failed verification does not count.
    outcome: outcome === 'found' && !published ? 'failed' : outcome,
    optimal,
    error: reason,
    rows: result.rows,
    missing: result.missing,
    suppressed: result.suppressed,
    combinations: result.combinations,
    classes: result.classes,
    smallestClass: result.smallestClass,
    evaluations: result.evaluations,
    metrics: Object.fromEntries(
      Object.entries(result.metrics ?? {})
        .filter(([name]) => !(name in risks))
        .map(([name, value]) => [swapped && isAboutTarget(name) ? `${name} (rows swapped)` : name, value]),
    ),
    risks,
  }
}

/** The points of a front, from the table beside the release. */
async function readPoints(file: string): Promise<RunFigures[]> {
  const [head, ...lines] = csvRecords(await readFile(file, 'utf8'), file)
  return lines.map((cells) => {
    const figures = (names: RegExp) =>
      Object.fromEntries(
        head.flatMap((name, i) =>
          cells[i] !== '' && names.test(name) ? [[name.replace(names, '$1'), Number(cells[i])]] : [],
        ),
      )
    return {
      ...figures(/^(point|rows|missing|suppressed|combinations|classes|smallestClass|evaluations)$/),
      outcome: cells[head.indexOf('outcome')] as StudyRow['outcome'],
      metrics: figures(/^utility (.+)$/),
      risks: figures(/^risk (.+)$/),
    }
  })
}

async function learnedFigures(
  plan: TablePlan,
  { learners, folds = DEFAULT_FOLDS, seed = plan.seed }: NonNullable<RunRequest['evaluate']>,
  signal: AbortSignal,
): Promise<{ readonly metrics: Record<string, number>; readonly seconds: number }> {
  const began = performance.now()
  const evaluation = await evaluateRelease(
    {
      job: plan,
      release: { source: plan.output.release, base: '/' },
      learners: learners.map((name) => findLearner(name).name),
      folds,
      seed,
    },
    { signal },
  )
  const metrics = evaluation.learners.flatMap(({ name, release }) => [
    [learnedFigureName('accuracy', name), release.accuracy],
    [learnedFigureName('ROC area', name), release.rocArea],
    [learnedFigureName('log loss', name), release.logLoss],
  ])
  return { metrics: Object.fromEntries(metrics), seconds: (performance.now() - began) / 1000 }
}
