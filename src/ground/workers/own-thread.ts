/** Runs a task in a thread, which ends when the signal fires. A start takes 40 ms, so an idle thread waits for more. */
import { throwIfCancelled } from '../errors.ts'
import { type AnyTask, open } from './any-job.ts'
import { type Job, openPool, type Pool, siblingModule } from './pool.ts'

const WAITS = 1000

const waiting: { readonly pool: Pool<AnyTask, unknown>; readonly end: NodeJS.Timeout }[] = []

export async function inOwnThread<Task, Result>(
  _job: Job<undefined, Task, Result>,
  module: URL,
  task: Task,
  signal?: AbortSignal,
): Promise<Result> {
  throwIfCancelled(signal)
  const pool = await takeThread()
  const close = () => void pool.close()
  signal?.addEventListener('abort', close)
  try {
    const [result] = await pool.send(0, [{ module: module.href, task }])
    throwIfCancelled(signal)
    giveBack(pool)
    return result as Result
  } catch (error) {
    await pool.close()
    throwIfCancelled(signal)
    throw error
  } finally {
    signal?.removeEventListener('abort', close)
  }
}

async function takeThread(): Promise<Pool<AnyTask, unknown>> {
  const { pool, end } = waiting.pop() ?? {}
  clearTimeout(end)
  pool?.keepAlive(true)
  return (
    pool ??
    openPool({
      job: open,
      module: siblingModule('./any-job', import.meta.url),
      data: undefined,
      threads: 1,
      ownThread: true,
    })
  )
}

function giveBack(pool: Pool<AnyTask, unknown>): void {
  pool.keepAlive(false)
  const end = setTimeout(() => {
    const place = waiting.findIndex((idle) => idle.pool === pool)
    waiting.splice(place, 1)
    void pool.close()
  }, WAITS).unref()
  waiting.push({ pool, end })
}
