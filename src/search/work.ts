/**
 * A limit that counts work instead of seconds: the search ends at the same point on every machine and with any number of threads.
 * A unit of work is about what a core of a slow machine does in a second.
 */
import type { SearchProblem } from './search.ts'

export interface Work {
  /** Adds units. It never stops the search by itself, so that threads at work are not cut off at a point that depends on the clock. */
  spend(units: number): void
  /** Units that are left, 0 at least. */
  left(): number
  /** Stops the search if no work is left. Call it only between deterministic steps, when no other thread is at work. */
  check(): void
}

export function limitWork(units: number, stop: () => void): Work {
  let left = units
  return {
    spend(more) {
      left -= more
    },
    left: () => Math.max(0, left),
    check() {
      if (left <= 0) stop()
    },
  }
}

/** Seconds of one evaluation, for each code of each combination and besides, on the machine that searches were measured on. */
export const SECONDS_PER_CODE = 4e-9
export const SECONDS_PER_EVALUATION = 1e-5

/** How many times longer a slow machine takes. */
export const SLOWNESS = 2

/** Units that one evaluation of a recoding costs. */
export function evaluationWork({
  frequencies,
  hierarchies,
}: Pick<SearchProblem, 'frequencies' | 'hierarchies'>): number {
  const codes = frequencies.combinations * hierarchies.length
  return SLOWNESS * (SECONDS_PER_EVALUATION + codes * SECONDS_PER_CODE)
}
