/** Runs a study: keeps finished runs and runs the others in child processes; interruptions change no result. */
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { CancelledError, UserError, userError } from '../ground/errors.ts'
import { startChildProcess } from '../ground/workers/child-process.ts'
import { siblingModule } from '../ground/workers/pool.ts'
import type { MoreColumns } from '../report/study/row-table.ts'
import type { StudyReport } from '../report/study/study-report.ts'
import type { StudyRow } from '../report/study/study-row.ts'
import type { AnonymizeRun, RunProgress } from '../run.ts'
import { type PlannedRun, runEvaluation, runFolder, type StudyPlan } from './plan-study.ts'
import type { RunOutcome, RunRequest } from './run-job.ts'
import {
  checkFolder,
  fingerprintRuns,
  openStudyFolder,
  prepareRun,
  readStudyFolder,
  type StoredRun,
  storeRun,
  writeWhole,
} from './study-folder.ts'
import { type StudyInputs, studyInputs } from './study-inputs.ts'
import { lockFolder } from './study-lock.ts'
import { estimateTimeLeft } from './time-left.ts'
import { removeResults, type StudyFiles, writeResults } from './write-results.ts'

const wrongFile = userError('file', 'output.folder')

export interface StudyProgress {
  readonly done: number
  readonly total: number
  readonly kept: number
  readonly failed: number
  readonly running: readonly (Pick<StudyRow, 'run' | 'settings'> & { readonly progress?: RunProgress })[]
  readonly secondsLeft?: number
}

export type ExecuteRun = (
  request: RunRequest,
  context: { readonly signal: AbortSignal; readonly progress: (progress: RunProgress) => void },
) => Promise<{ readonly result: RunOutcome; readonly peakMemory: number }>

export interface StudyRun extends Pick<AnonymizeRun, 'threads' | 'memory' | 'force' | 'signal' | 'now'> {
  readonly execute?: ExecuteRun
  readonly retry?: boolean
  readonly progress?: (progress: StudyProgress) => void
  /** Called with the rows so far, in the order of the grid: the kept ones first, then after each run. */
  readonly rows?: (rows: readonly StudyRow[]) => void
}

export interface StudyResult {
  readonly outcome: 'finished' | 'cancelled'
  readonly folder: string
  readonly rows: readonly StudyRow[]
  readonly runs: number
  readonly kept: number
  readonly files?: StudyFiles
  readonly report?: StudyReport
}

export async function runStudy(plan: StudyPlan, options: StudyRun = {}): Promise<StudyResult> {
  const { signal, threads, force = false, retry = false } = options
  if (threads !== undefined && !(Number.isInteger(threads) && threads >= 1))
    throw userError('value', '--threads')`threads must be a whole number of at least 1; got ${threads}`
  await checkFolder(plan, force)
  const inputs = studyInputs(signal)
  const fingerprints = await fingerprintRuns(plan, inputs)
  // Private: figures cover all rows, including suppressed ones.
  await mkdir(plan.folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw wrongFile`the folder ${plan.folder} cannot be made (${error.code}); choose another output.folder`
  })
  const unlock = await lockFolder(plan.folder)
  try {
    const stored = await openStudyFolder(plan, fingerprints, { retry })
    const kept = stored.size
    await removeResults(plan)
    await runMissing(plan, { inputs, fingerprints }, stored, options)
    const rows = makeRows(plan, stored)
    const ended = { folder: plan.folder, rows, runs: plan.runs.length, kept }
    if (stored.size < plan.runs.length) return { outcome: 'cancelled', ...ended }
    const written = await writeResults(plan, rows, detailColumns(rows, stored))
    return { outcome: 'finished', ...ended, ...written }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error
    throw wrongFile`the disk of ${plan.folder} is full; make room and run the study again: runs that ended are kept
      (--retry repeats those that failed for want of room)`
  } finally {
    await unlock()
  }
}

export async function finishedRows(plan: StudyPlan): Promise<readonly StudyRow[]> {
  const stored = await readStudyFolder(plan, await fingerprintRuns(plan, studyInputs()))
  return makeRows(plan, stored).map(({ measured: _, ...row }) => row)
}

interface Running {
  readonly planned: PlannedRun
  readonly began: number
  progress?: RunProgress
}

async function runMissing(
  plan: StudyPlan,
  { inputs, fingerprints }: { readonly inputs: StudyInputs; readonly fingerprints: readonly string[] },
  stored: Map<string, StoredRun>,
  {
    execute = executeInChildProcess,
    threads = 1,
    memory,
    signal,
    progress,
    rows,
    now = () => performance.now(),
  }: StudyRun,
): Promise<void> {
  const kept = stored.size
  const waiting = plan.runs.filter(({ run }) => !stored.has(run))
  const running = new Map<string, Running>()
  const abort = new AbortController()
  const stopped = signal === undefined ? abort.signal : AbortSignal.any([signal, abort.signal])
  const tell = (): void => {
    const left = estimateTimeLeft({
      finished: plan.runs.flatMap(({ run, algorithm }) => {
        const total = stored.get(run)?.measured.seconds['total']
        return total === undefined ? [] : [{ algorithm, seconds: total }]
      }),
      running: [...running.values()].map(({ planned, began }) => ({
        algorithm: planned.algorithm,
        seconds: (now() - began) / 1000,
      })),
      waiting: waiting.map(({ algorithm }) => algorithm),
      threads,
    })
    progress?.({
      done: stored.size,
      total: plan.runs.length,
      kept,
      failed: [...stored.values()].filter(({ figures }) => figures.outcome === 'failed').length,
      running: [...running.values()].map(({ planned: { run, settings }, progress: share }) => ({
        run,
        settings,
        progress: share,
      })),
      secondsLeft: left,
    })
  }
  const one = async (planned: PlannedRun): Promise<void> => {
    const { run } = planned
    const under: Running = { planned, began: now() }
    running.set(run, under)
    tell()
    const fingerprint = fingerprints[plan.runs.indexOf(planned)]
    const evaluate = runEvaluation(plan, planned)
    const jobFile = await prepareRun(plan, run)
    const ended = await attempt(async () => {
      await refuseChanged(inputs, planned)
      const { result, peakMemory } = await execute(
        { jobFile, keepRelease: plan.releases === 'keep', evaluate, memory },
        {
          signal: stopped,
          progress(state) {
            under.progress = state
            tell()
          },
        },
      )
      await refuseChanged(inputs, planned)
      return { ...result, memory: peakMemory }
    })
    running.delete(run)
    // A stopped run gives no row, unless it finished anyway.
    if ('error' in ended && (ended.error instanceof CancelledError || stopped.aborted)) {
      await rm(runFolder(plan, run), { recursive: true, force: true })
      return
    }
    if ('error' in ended) {
      await prepareRun(plan, run)
      await writeWhole(join(runFolder(plan, run), 'error.txt'), `${ended.error.stack ?? ended.error.message}\n`)
    }
    const { seconds, memory: peak, ...outcome } = 'error' in ended ? failed(ended.error, now() - under.began) : ended
    // The input changed after it was hashed, so the fingerprint must not match next time.
    const mark = 'error' in ended && ended.error instanceof ChangedInput ? `${fingerprint}, changed` : fingerprint
    const kept: StoredRun = { fingerprint: mark, ...outcome, measured: { seconds, memory: peak } }
    await storeRun(plan, run, kept)
    stored.set(run, kept)
    rows?.(makeRows(plan, stored))
    tell()
  }
  rows?.(makeRows(plan, stored))
  const worker = async (): Promise<void> => {
    while (!stopped.aborted) {
      const next = waiting.shift()
      if (next === undefined) return
      await one(next)
    }
  }
  const workers = Array.from({ length: Math.min(threads, waiting.length) }, worker)
  // If one fails, for example because the disk is full, stops the others and waits for them.
  for (const work of workers) work.catch(() => abort.abort())
  const ends = await Promise.allSettled(workers)
  const broken = ends.find((end) => end.status === 'rejected')
  if (broken !== undefined) throw broken.reason
}

class ChangedInput extends UserError {}

/** All rows of a study must come from the same data. */
async function refuseChanged(inputs: StudyInputs, { files }: PlannedRun): Promise<void> {
  const changed = await inputs.changed(files)
  if (changed === undefined) return
  throw new ChangedInput(
    `${basename(changed.file)} (${changed.key}) was changed while the study ran; run the study again when it is ` +
      'as it shall be: whatever read it is repeated',
    { path: changed.key, rule: 'file' },
  )
}

async function attempt<T>(work: () => Promise<T>): Promise<T | { readonly error: Error }> {
  try {
    return await work()
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }
}

function failed(error: Error, elapsed: number): RunOutcome & { readonly memory: number } {
  return {
    figures: { outcome: 'failed', error: shortReason(error), metrics: {}, risks: {} },
    points: [],
    details: {},
    seconds: { total: elapsed / 1000 },
    memory: 0,
  }
}

/** Keeps only the reproducible part of the message; the run's `error.txt` has all of it. */
function shortReason({ message }: Error): string {
  const ended = /^the process of the run was ended (with exit code -?\d+|by \w+, perhaps for want of memory)/.exec(
    message,
  )
  return (ended?.[0] ?? message).replaceAll(/\.partial-[\d.]+-[0-9a-f]+-/g, '').trim()
}

function makeRows(plan: StudyPlan, stored: ReadonlyMap<string, StoredRun>): StudyRow[] {
  return plan.runs.flatMap(({ run, settings, data, kind, algorithm, start, improve, k, seed }) => {
    const result = stored.get(run)
    if (result === undefined) return []
    const head = { run, settings, data, kind, algorithm, start, improve, seed, k }
    return [
      { ...head, ...result.figures, measured: result.measured },
      ...(plan.fronts ? result.points.map((point) => ({ ...head, ...point })) : []),
    ]
  })
}

function detailColumns(rows: readonly StudyRow[], stored: ReadonlyMap<string, StoredRun>): MoreColumns {
  const names = new Set([...stored.values()].flatMap(({ details }) => Object.keys(details)))
  const findDetails = (row: StudyRow) => (row.point === undefined ? (stored.get(row.run)?.details ?? {}) : {})
  return [...names]
    .sort()
    .map((name) => ({ name: `detail ${name}`, cells: rows.map((row) => findDetails(row)[name] ?? '') }))
}

const executeInChildProcess: ExecuteRun = (request, { signal, progress }) =>
  startChildProcess<RunRequest, RunProgress, RunOutcome>(siblingModule('./run-job', import.meta.url), request, {
    signal,
    progress,
  }).done
