/** Work for the tests of src/ground/workers/child-process.ts. */
import { UserError } from '../../src/ground/errors.ts'
import type { ChildWork } from '../../src/ground/workers/child-process.ts'

export type ChildTask =
  | { readonly kind: 'sum'; readonly numbers: Float64Array }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'crash' }
  /** Ticks until it is cancelled, then tells what it was shown. */
  | { readonly kind: 'wait' }

export const run: ChildWork<ChildTask, number, unknown> = async (task, { signal, keepBest, progress }) => {
  if (task.kind === 'sum') return task.numbers.reduce((sum, number) => sum + number, 0)
  if (task.kind === 'wrong')
    throw new UserError('k must be a whole number of at least 2; got 1', { path: 'privacy.k', rule: 'value' })
  if (task.kind === 'crash') process.kill(process.pid, 'SIGKILL')
  for (let tick = 0; !signal.aborted; tick++) {
    progress(tick)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { keepBest: keepBest() }
}
