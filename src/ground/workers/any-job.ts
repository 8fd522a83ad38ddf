/** The job of a thread that does one task after the other, each of whichever module. */
import type { Job } from './pool.ts'

export interface AnyTask {
  /** Where the task's own job is. */
  readonly module: string
  readonly task: unknown
}

/** What a worker looks for in this module. */
export const open: Job<undefined, AnyTask, unknown> =
  () =>
  async ({ module, task }, context) => {
    const own: { readonly open: Job<undefined, unknown, unknown> } = await import(module)
    const work = await own.open(undefined)
    return work(task, context)
  }
