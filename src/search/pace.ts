/**
 * Pace: long work in one thread must step aside now and then, or a signal could never arrive and no progress be drawn. The clock only
 * decides when to rest, never what is found.
 */
import type { SearchRun } from './search.ts'

/** How long a search works between two rests, in milliseconds. */
const STRIDE = 50

export interface Pace {
  /** Whether it is time to rest. Cheap: ask after each evaluation. */
  due(): boolean
  /** Lets waiting events through; tells whether to go on. */
  rest(): Promise<boolean>
}

export function keepPace(run: Pick<SearchRun, 'now' | 'signal'>): Pace {
  let last = run.now()
  return {
    due: () => run.now() - last >= STRIDE,
    async rest() {
      await new Promise((resolve) => setImmediate(resolve))
      last = run.now()
      return run.signal?.aborted !== true
    },
  }
}
