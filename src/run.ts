/** How a run talks to its surroundings, and what it comes to. */
import { throwIfCancelled } from './errors.ts'
import type { PreferenceOutcome } from './metrics/utility/achievement.ts'
import type { BasketFigures, ItemsReport } from './report/items-report.ts'
import type { Report } from './report/report.ts'
import type { SearchProgress, SearchResult } from './search/search.ts'
import type { Verification } from './verification/verification.ts'

/** How a run talks to its surroundings. */
export interface AnonymizeRun {
  readonly threads?: number
  /** Memory of the engine, e.g. `1GB`. */
  readonly memory?: string
  /** Replace outputs that exist. */
  readonly force?: boolean
  /** When cancelled during the search, publish the best found so far. */
  readonly keepBest?: boolean | (() => boolean)
  /** Told of the report as data, before it is drawn and published. */
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
  readonly evaluations: number
  readonly details?: Readonly<Record<string, unknown>>
  readonly convergence?: SearchResult['convergence']
  /** Seconds by step. */
  readonly seconds: Readonly<Record<string, number>>
  /** What a person should know though it is no error. */
  readonly warnings: readonly string[]
  readonly release?: string
  readonly recoding?: string
  /** Of searches that decide per combination. */
  readonly recodingTable?: string
  readonly manifest?: string
  readonly report?: string
  /** The way of a search that leaves a trail; `--from-trail` takes the recoding for another k from it. */
  readonly trail?: string
  /** All points of the front, one row each, where the search has several objectives. */
  readonly front?: string
  /** Of baskets: the queries of ARE, where they were saved. */
  readonly workload?: string
  /** Of baskets: what became of them. */
  readonly baskets?: BasketFigures
  readonly verification?: Verification
}

/** What one step is told: when to stop, and whom to tell how far it is. */
export interface StepRun {
  readonly signal?: AbortSignal | undefined
  readonly progress?: (share: number) => void
}

export function engineRun({ signal, progress }: StepRun): { signal?: AbortSignal; progress?: (share: number) => void } {
  return { ...(signal === undefined ? {} : { signal }), ...(progress === undefined ? {} : { progress }) }
}

export function keepsBest({ keepBest = false }: AnonymizeRun): boolean {
  return typeof keepBest === 'boolean' ? keepBest : keepBest()
}

export interface StepClock {
  <T>(
    step: Step,
    work: (progress: (share: number) => void, search: (progress: SearchProgress) => void) => Promise<T>,
  ): Promise<T>
  readonly seconds: Record<string, number>
}

/** Runs steps one after the other, tells progress, keeps the time each took. */
export function stepClock({ progress, signal, now = () => performance.now() }: AnonymizeRun): StepClock {
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
