/** The job of a thread that runs tasks of any module. */
import type { Job } from './pool.ts'

export interface AnyTask {
  readonly module: string
  readonly task: unknown
}

export const open: Job<undefined, AnyTask, unknown> =
  () =>
  async ({ module, task }, context) => {
    const job: { readonly open: Job<undefined, unknown, unknown> } = await import(module)
    const work = await job.open(undefined)
    return work(task, context)
  }
