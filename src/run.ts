/** How a run talks to its surroundings, and what it comes to. */

import type { EngineTraffic } from './engines/engine.ts'
import type { Disk } from './ground/disk.ts'
import { throwIfCancelled } from './ground/errors.ts'
import { seedFor } from './ground/random.ts'
import type { AttributeRisk } from './metrics/risk/attributes.ts'
import type { PreferenceOutcome } from './metrics/utility/achievement.ts'
import type { PlannedOutput } from './plan/outputs.ts'
import type { BasketFigures, ItemsReport } from './report/items-report.ts'
import type { Judgement } from './report/judgement.ts'
import type { Report } from './report/report.ts'
import type { SearchDetails, SearchProgress, SearchResult, SearchRun } from './search/search.ts'
import { limitWork, type Work } from './search/work.ts'
import type { Verification } from './verification/verification.ts'

/** How a run talks to its surroundings. */
export interface AnonymizeRun {
  readonly threads?: number
  /** Memory of the engine, e.g. `1GB`. */
  readonly memory?: string
  /** Replace outputs that exist. */
  readonly force?: boolean
  /** The disk that outputs are written to; for trying what happens when it fails. */
  readonly disk?: Disk
  /** The day, such as 2026-11-15, for the report; it has none when absent. */
  readonly date?: string
  /** When cancelled during the search, publish the best found so far. */
  readonly keepBest?: boolean | (() => boolean)
  /** Is given the report as data, before it is drawn and published. */
  readonly report?: (report: Report | ItemsReport) => void
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

/** What a run came to, and the files that it wrote. The same record is printed by `--json`. */
export interface RunResult extends Partial<PlannedOutput> {
  readonly outcome: SearchResult['outcome']
  /** Why nothing was published. */
  readonly reason?: string
  readonly optimal?: boolean
  readonly algorithm: string
  readonly goal: string
  readonly value?: number
  readonly seed: number
  /**
   * Rows of the source, rows left out for a missing value, rows suppressed. Of baskets: baskets, those left out because they are
   * empty, entries of items in baskets that were suppressed.
   */
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
  /** Of a goal with a preference: whether it was met, and by how much it is off. */
  readonly preference?: PreferenceOutcome
  /** What classes say about each sensitive column. */
  readonly attributes?: readonly AttributeRisk[]
  /** People of the population who are the only ones of their kind, estimated, where its size is known. */
  readonly populationUniques?: Report['populationUniques']
  readonly evaluations: number
  readonly details?: SearchDetails
  readonly convergence?: SearchResult['convergence']
  /** Of data in a database: bytes that travelled, and seconds that were waited for it. */
  readonly traffic?: EngineTraffic | undefined
  /** Seconds by step. */
  readonly seconds: Readonly<Record<string, number>>
  /** What a person should know though it is no error. */
  readonly warnings: readonly string[]
  /** Of baskets: what became of them. */
  readonly baskets?: BasketFigures
  readonly verification?: Verification
  /** What the verified release is worth: green, amber with cautions, or nothing left. */
  readonly judgement?: Judgement
}

/** What one step is given: when to stop, whom to tell how far it is, and for searches cores and a clock. */
export interface StepRun {
  readonly signal?: AbortSignal | undefined
  /** The share of the step that is done. */
  readonly progress?: (share: number) => void
  readonly searchProgress?: (progress: SearchProgress) => void
  readonly threads?: number | undefined
  readonly now?: (() => number) | undefined
  /** By `now`: when a time limit ends the search. */
  readonly deadline?: number | undefined
  readonly work?: Work | undefined
}

/** How the search of a plan talks to its surroundings. */
export function searchRun({ seed }: { readonly seed: number }, step: StepRun): SearchRun {
  const { signal, searchProgress, threads = 1, now = () => performance.now(), deadline, work } = step
  return { seed: seedFor(seed, 'search'), threads, signal, progress: searchProgress, now, deadline, work }
}

export interface StepClock {
  <T>(step: Step, work: (run: StepRun) => Promise<T>): Promise<T>
  /** From here on the signal is not looked at: the best found so far is published after a cancelled search. */
  goOnWithoutSignal(): void
  readonly seconds: Readonly<Record<string, number>>
}

/** Runs steps one after the other, passes their progress on, keeps the time each took. */
export function stepClock(run: AnonymizeRun): StepClock {
  const { progress, threads, now = () => performance.now() } = run
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

/** The share of the search that is done: of its own work, or of its limit where that will be reached first. */
function shareDone({ done, total, limitShare }: SearchProgress): number | undefined {
  const share = total > 0 ? done / total : undefined
  return limitShare === undefined ? share : Math.min(1, Math.max(share ?? 0, limitShare))
}

/** Milliseconds, 25 days: a timer that is set to more fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1

/** What ends a search: work, which is the same on every machine, and seconds, which are not. */
export interface SearchLimits {
  readonly workLimit?: number | undefined
  /** Seconds. */
  readonly timeLimit?: number | undefined
}

/** Searches within limits. A search that reaches one ends with the best until then and the outcome `out-of-budget`; its details name the limit. */
export async function withinLimits<Result extends { readonly outcome: string; readonly details?: SearchDetails }>(
  { workLimit, timeLimit }: SearchLimits,
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
  /** Of the limits, the share that is used up. */
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
  'the time limit ended the search, so that another run or machine may give another release; limits.work ends it at the same point everywhere'
