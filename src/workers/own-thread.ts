/** One task in a thread of its own, because this one has other work. The thread ends when the signal fires. */
import { throwIfCancelled } from '../errors.ts'
import { type Job, openPool } from './pool.ts'

/** `module` is where the thread finds the job: see `siblingModule`. */
export async function inOwnThread<Task, Result>(
  job: Job<undefined, Task, Result>,
  module: URL,
  task: Task,
  signal?: AbortSignal,
): Promise<Result> {
  const pool = await openPool({ job, module, data: undefined, threads: 1, ownThread: true })
  const close = () => void pool.close()
  signal?.addEventListener('abort', close)
  try {
    throwIfCancelled(signal)
    const [result] = await pool.send(0, [task])
    return result
  } catch (error) {
    throwIfCancelled(signal)
    throw error
  } finally {
    signal?.removeEventListener('abort', close)
    await pool.close()
  }
}
