/** The environment of a run (progress, cancellation, limits) and its result. */
import type { EngineTraffic } from './engines/engine.ts'
import type { Disk } from './ground/disk.ts'
import { throwIfCancelled } from './ground/errors.ts'
import { seedFor } from './ground/random.ts'
import type { PlannedOutput } from './plan/outputs.ts'
import type { Plan } from './plan/plan.ts'
import type { BasketFigures, ItemsReport, Report } from './report/report.ts'
import type { SearchDetails, SearchProgress, SearchResult, SearchRun } from './search/search.ts'
import { limitWork } from './search/work.ts'
import type { Verification } from './verification/verification.ts'

export interface AnonymizeRun {
  readonly threads?: number
  readonly memory?: string
  readonly force?: boolean
  /**
   * Bytes of a text file from which `lines/` reads, writes and counts it instead of the engine, with the same result;
   * infinity turns it off. Default: 16 MiB.
   */
  readonly linesFrom?: number
  /** The disk for outputs; tests inject failures. */
  readonly disk?: Disk
  /** The date for the report, such as 2026-11-15; optional. */
  readonly date?: string
  /**
   * A private file for the release in the order of the source, suppressed rows masked: row by row beside the source.
   * Not written for tables of a database, nor with a ledger.
   */
  readonly inSourceOrder?: string | undefined
  /** If cancelled during the search, publishes the best result so far. */
  readonly keepBest?: boolean | (() => boolean)
  /** Receives the report as data before it is drawn and published. */
  readonly report?: (report: Report | ItemsReport) => void
  readonly signal?: AbortSignal
  readonly progress?: (progress: RunProgress) => void
  /** Milliseconds, monotonic. */
  readonly now?: () => number
}

export type Step = 'open' | 'count' | 'search' | 'write' | 'verify' | 'publish'

export interface RunProgress {
  readonly step: Step
  readonly share?: number
  readonly search?: SearchProgress
}

/** The result of a run and the files it wrote; the record of `--json`. */
export interface RunResult
  extends Partial<PlannedOutput>,
    Pick<Report, 'preference' | 'attributes' | 'populationUniques' | 'history' | 'attack' | 'mixed' | 'judgement'> {
  readonly outcome: SearchResult['outcome']
  readonly reason?: string
  readonly optimal?: boolean
  readonly algorithm: string
  readonly goal: string
  readonly value?: number
  readonly seed: number
  /** For baskets: baskets, empty ones dropped, suppressed entries of items. */
  readonly rows: number
  readonly missing: number
  readonly suppressed?: number
  readonly combinations?: number
  readonly classes?: number
  readonly smallestClass?: number
  readonly metrics?: Readonly<Record<string, number>>
  readonly risk?: {
    readonly before: Readonly<Record<string, number>>
    readonly after: Readonly<Record<string, number>>
  }
  readonly evaluations: number
  readonly details?: SearchDetails
  readonly convergence?: SearchResult['convergence']
  /** For data in a database: bytes transferred, and seconds waited. */
  readonly traffic?: EngineTraffic | undefined
  readonly seconds: Readonly<Record<string, number>>
  readonly warnings: readonly string[]
  readonly baskets?: BasketFigures
  readonly verification?: Verification
}

/** The environment of one step: signal, progress and, for searches, threads and a clock. */
export interface StepRun
  extends Pick<AnonymizeRun, 'signal' | 'threads' | 'linesFrom' | 'now'>,
    Pick<SearchRun, 'deadline' | 'work'> {
  readonly progress?: (share: number) => void
  readonly searchProgress?: (progress: SearchProgress) => void
}

export function searchRun({ seed }: { readonly seed: number }, step: StepRun): SearchRun {
  const { signal, searchProgress, threads = 1, now = () => performance.now(), deadline, work } = step
  return { seed: seedFor(seed, 'search'), threads, signal, progress: searchProgress, now, deadline, work }
}

export interface StepClock {
  <T>(step: Step, work: (run: StepRun) => Promise<T>): Promise<T>
  /** Ignores the signal from now on: a cancelled search may still publish its best result. */
  goOnWithoutSignal(): void
  readonly seconds: Readonly<Record<string, number>>
}

export function stepClock(run: AnonymizeRun): StepClock {
  const { progress, threads, linesFrom, now = () => performance.now() } = run
  let { signal } = run
  const seconds: Record<string, number> = {}
  const began = now()
  const clock = async <T>(step: Step, work: (run: StepRun) => Promise<T>): Promise<T> => {
    if (step === 'open' || step === 'count' || step === 'search') throwIfCancelled(signal)
    progress?.({ step })
    const start = now()
    try {
      return await work({
        signal,
        progress: (share) => progress?.({ step, share }),
        searchProgress: (search) => progress?.({ step, search, share: shareDone(search) }),
        threads,
        linesFrom,
        now: run.now,
      })
    } finally {
      seconds[step] = (now() - start) / 1000
      seconds['total'] = (now() - began) / 1000
    }
  }
  return Object.assign(clock, {
    seconds,
    goOnWithoutSignal: () => {
      signal = undefined
    },
  })
}

/** The share of the search that is done: of its work, or of the limit if that will be reached first. */
function shareDone({ done, total, limitShare }: SearchProgress): number | undefined {
  const share = total > 0 ? done / total : undefined
  return limitShare === undefined ? share : Math.min(1, Math.max(share ?? 0, limitShare))
}

/** Milliseconds (25 days): a longer timer fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1

/**
 * A search that reaches a limit ends with its best result and the outcome `out-of-budget`. Work limits are reproducible
 * on every machine; time limits are not.
 */
export async function withinLimits<Result extends { readonly outcome: string; readonly details?: SearchDetails }>(
  { workLimit, timeLimit }: Pick<Plan, 'workLimit' | 'timeLimit'>,
  run: StepRun,
  search: (run: StepRun) => Promise<Result>,
): Promise<Result> {
  if (workLimit === undefined && timeLimit === undefined) return search(run)
  const controller = new AbortController()
  const abort = () => controller.abort()
  let stopped = 'time limit'
  const work =
    workLimit === undefined
      ? undefined
      : limitWork(workLimit, () => {
          if (!controller.signal.aborted) stopped = 'work limit'
          abort()
        })
  const { now = () => performance.now() } = run
  const began = now()
  const deadline = timeLimit === undefined ? undefined : began + timeLimit * 1000
  const limitShare = () =>
    Math.max(
      work === undefined || workLimit === undefined ? 0 : 1 - work.left() / workLimit,
      timeLimit === undefined ? 0 : (now() - began) / (timeLimit * 1000),
    )
  const searchProgress =
    run.searchProgress &&
    ((progress: SearchProgress) => run.searchProgress?.({ ...progress, limitShare: limitShare() }))
  const timer = timeLimit === undefined ? undefined : setTimeout(abort, Math.min(timeLimit * 1000, LONGEST_TIMER))
  run.signal?.addEventListener('abort', abort)
  try {
    const result = await search({ ...run, signal: controller.signal, searchProgress, deadline, work })
    const isOver = result.outcome === 'cancelled' && run.signal?.aborted !== true
    if (!isOver) return result
    const details = { ...result.details, stopped }
    if (stopped === 'work limit') return { ...result, outcome: 'out-of-budget', details }
    const warnings = [...(details.warnings ?? []), TIME_LIMIT_WARNING]
    return { ...result, outcome: 'out-of-budget', details: { ...details, warnings } }
  } finally {
    clearTimeout(timer)
    run.signal?.removeEventListener('abort', abort)
  }
}

const TIME_LIMIT_WARNING =
  'the time limit ended the search, so that another run or machine may give another release; limits.work ends ' +
  'it at the same point everywhere'
