import { expect, test } from 'vitest'
import { open, type SumData, type SumTask } from '../../../test/workers/sum-job.ts'
import { openPool, shareArrays, siblingModule } from './pool.ts'

const module = siblingModule('../../../test/workers/sum-job', import.meta.url)
const data: SumData = { numbers: Int32Array.from({ length: 100 }, (_, i) => i) }

for (const threads of [1, 2]) {
  const openSums = (signal?: AbortSignal) =>
    openPool<SumData, SumTask, number>({ job: open, module, data, threads, signal })

  test(`openPool with ${threads} threads: map gives results in the order of the tasks`, async () => {
    const pool = await openSums()
    const ends = Array.from({ length: 23 }, (_, i) => i + 1)
    const results = await pool.map(
      ends.map((to): SumTask => ({ kind: 'sum', from: 0, to })),
      4,
    )
    await pool.close()
    expect(results).toEqual(ends.map((to) => (to * (to - 1)) / 2))
  })

  test(`openPool with ${threads} threads: a worker keeps its state between messages`, async () => {
    const pool = await openSums()
    await pool.send(0, [{ kind: 'count' }, { kind: 'count' }])
    expect(await pool.send(0, [{ kind: 'count' }])).toEqual([3])
    await pool.close()
  })

  test(`openPool with ${threads} threads: the signal makes endless work return`, async () => {
    const controller = new AbortController()
    const pool = await openSums(controller.signal)
    setTimeout(() => controller.abort(), 50)
    expect(await pool.map([{ kind: 'endless' }])).toEqual([-1])
    await pool.close()
  })

  test(`openPool with ${threads} threads: an error of the work arrives as what it is`, async () => {
    const pool = await openSums()
    await expect(pool.map([{ kind: 'fail' }])).rejects.toMatchObject({
      name: 'UserError',
      message: 'k must be 2; got 1',
      path: 'privacy.k',
      rule: 'value',
    })
    await pool.close()
  })
}

test(
  'shareArrays(data): same numbers, large arrays in shared memory, small ones with a buffer of their own; one ' +
    'object stays one object',
  () => {
    const array = Float64Array.from({ length: 1000 }, (_, i) => i + 0.5)
    const part = array.subarray(10, 12)
    const shared = shareArrays({ a: array, again: [array], part, text: 'x', none: undefined })
    expect(shared.a).toEqual(array)
    expect(shared.a.buffer).toBeInstanceOf(SharedArrayBuffer)
    expect(shared.again[0]).toBe(shared.a)
    expect(shared.part).toEqual(part)
    expect(shared.part.buffer.byteLength).toBe(16)
  },
)
