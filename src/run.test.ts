import { describe, expect, test } from 'vitest'
import { withinTime } from './run.ts'

describe('withinTime(seconds, run, search)', () => {
  /** Ends when it is asked to, like every search. */
  const endless = ({ signal }: { signal?: AbortSignal | undefined }) =>
    new Promise<{ outcome: string; details?: object; best: number }>((resolve) => {
      const end = () => resolve({ outcome: 'cancelled', details: { checked: 3 }, best: 7 })
      if (signal?.aborted) end()
      signal?.addEventListener('abort', end)
    })

  test('ends the search in time: out of budget, with what it has', async () => {
    const start = performance.now()
    const result = await withinTime(0.05, {}, endless)
    expect(performance.now() - start).toBeLessThan(1000)
    expect(result).toEqual({ outcome: 'out-of-budget', details: { checked: 3, stopped: 'time limit' }, best: 7 })
  })

  test('a run that is cancelled stays cancelled, and a search that ends before is left as it is', async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 10)
    expect(await withinTime(10, { signal: controller.signal }, endless)).toMatchObject({ outcome: 'cancelled' })
    const found = { outcome: 'found' as string }
    expect(await withinTime(10, {}, async () => found)).toBe(found)
    expect(await withinTime(undefined, {}, async () => found)).toBe(found)
  })
})
