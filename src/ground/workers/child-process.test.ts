import { describe, expect, it } from 'vitest'
import type { ChildTask } from '../../../test/workers/child-process-job.ts'
import { UserError } from '../errors.ts'
import { startChildProcess } from './child-process.ts'

const module = new URL('../../../test/workers/child-process-job.ts', import.meta.url)
const start = (task: ChildTask, progress: (tick: number) => void = () => {}) =>
  startChildProcess<ChildTask, number, unknown>(module, task, { progress })

describe('startChildProcess', () => {
  it('gives the result of the work, with typed arrays on the way, and the memory it took', async () => {
    const { result, peakMemory } = await start({ kind: 'sum', numbers: Float64Array.of(1, 2, 3.5) }).done
    expect(result).toBe(6.5)
    expect(peakMemory).toBeGreaterThan(10_000_000)
  })

  it('rejects with the error of the work, of the same kind', async () => {
    const { done } = start({ kind: 'wrong' })
    await expect(done).rejects.toThrow(UserError)
    await expect(done).rejects.toMatchObject({ path: 'privacy.k', rule: 'value' })
  })

  it('rejects when the process is killed, and says how', async () => {
    await expect(start({ kind: 'crash' }).done).rejects.toThrow(/SIGKILL/)
  })

  it('cancels by a word, and hands on whether the best so far is wanted', async () => {
    const work = start({ kind: 'wait' })
    work.cancel({ keepBest: true })
    expect((await work.done).result).toEqual({ keepBest: true })
  })

  it('cancels by a signal, also one that has fired already', async () => {
    const work = startChildProcess<ChildTask, number, unknown>(
      module,
      { kind: 'wait' },
      { signal: AbortSignal.abort() },
    )
    expect((await work.done).result).toEqual({ keepBest: false })
  })
})
