/**
 * Pace: long work in one thread must step aside now and then, or a signal could never arrive and no progress be drawn. The clock only
 * decides when to rest, never what is found. A limit of work ends the search here.
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

/** `units`: the work that was done whenever it is asked whether to rest. */
export function keepPace(run: Pick<SearchRun, 'now' | 'signal' | 'work'>, units = 0): Pace {
  const { work } = run
  let last = run.now()
  return {
    due() {
      if (work !== undefined) {
        work.spend(units)
        work.check()
        if (work.left() === 0) return true
      }
      return run.now() - last >= STRIDE
    },
    async rest() {
      await new Promise((resolve) => setImmediate(resolve))
      last = run.now()
      return run.signal?.aborted !== true
    },
  }
}
