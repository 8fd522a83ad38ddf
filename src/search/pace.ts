/** Pauses long work for signals and progress. The clock only decides when to pause, never the result. */
import type { SearchRun } from './search.ts'

/** Milliseconds between two pauses. */
const STRIDE = 50

export interface Pace {
  /** Whether to pause. Cheap: ask after each evaluation. */
  due(): boolean
  /** Lets pending events run; returns whether to continue. */
  rest(): Promise<boolean>
}

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
