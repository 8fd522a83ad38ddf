import { expect, it } from 'vitest'
import { CancelledError } from '../errors.ts'
import { inOwnThread } from './own-thread.ts'
import type { Job } from './pool.ts'

type Task = 'number' | 'fail' | 'endless'

/** Reports its thread, fails, or never ends. Tests use the built workers, which load no TypeScript. */
const module = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { threadId } from 'node:worker_threads'
    export const open = () => (task) => {
      if (task === 'fail') throw new Error('no number')
      for (; task === 'endless'; );
      return threadId
    }`)}`,
)
const job: Job<undefined, Task, number> = () => () => 0
const ask = (task: Task, signal?: AbortSignal) => inOwnThread(job, module, task, signal)

it('inOwnThread(job): two tasks at a time have two threads, one after the other the same', async () => {
  const [a, b] = await Promise.all([ask('number'), ask('number')])
  expect(a).not.toBe(b)
  expect([a, b]).toContain(await ask('number'))
})

it('inOwnThread(job): a thread that failed or was stopped does nothing more', async () => {
  const known = await ask('number')
  await expect(ask('fail')).rejects.toThrow('no number')
  expect(await ask('number')).not.toBe(known)
  const abort = new AbortController()
  const endless = ask('endless', abort.signal)
  setTimeout(() => abort.abort(), 20)
  await expect(endless).rejects.toThrow(CancelledError)
  await expect(ask('number', abort.signal)).rejects.toThrow(CancelledError)
})
