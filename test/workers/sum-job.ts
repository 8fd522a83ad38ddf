/** A job for the pool's tests: sums of a shared array, a count kept by the worker, endless work, and an error. */
import { UserError } from '../../src/ground/errors.ts'
import type { Job } from '../../src/ground/workers/pool.ts'

export interface SumData {
  readonly numbers: Int32Array
}

export interface SumTask {
  readonly kind: 'sum' | 'count' | 'endless' | 'fail'
  readonly from?: number
  readonly to?: number
}

export const open: Job<SumData, SumTask, number> = ({ numbers }) => {
  let count = 0
  return async (task, context) => {
    if (task.kind === 'count') return ++count
    if (task.kind === 'fail') throw new UserError('k must be 2; got 1', { path: 'privacy.k', rule: 'value' })
    if (task.kind === 'endless') {
      while (!context.stopped()) await context.pause()
      return -1
    }
    return numbers.subarray(task.from, task.to).reduce((sum, number) => sum + number, 0)
  }
}
