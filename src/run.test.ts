import { describe, expect, test } from 'vitest'
import { type StepRun, stepClock, withinLimits } from './run.ts'
import type { SearchDetails, SearchProgress } from './search/search.ts'

describe('withinLimits({ workLimit, timeLimit }, run, search)', () => {
  /** Ends when it is asked to, like every search. */
  const endless = ({ signal, work }: StepRun) =>
    new Promise<{ outcome: string; details?: SearchDetails; best: number }>((resolve) => {
      const end = () => resolve({ outcome: 'cancelled', details: { checked: 3 }, best: 7 })
      if (signal?.aborted) end()
      signal?.addEventListener('abort', end)
      work?.spend(2)
      work?.check()
    })

  test('ends the search in time: out of budget, with what it has, and a warning that it may not repeat', async () => {
    const start = performance.now()
    const result = await withinLimits({ timeLimit: 0.05, workLimit: 3 }, {}, endless)
    expect(performance.now() - start).toBeLessThan(1000)
    expect(result).toEqual({
      outcome: 'out-of-budget',
      details: { checked: 3, stopped: 'time limit', warnings: [expect.stringContaining('another run')] },
      best: 7,
    })
  })

  test('ends it after so much work, without a warning', async () => {
    const result = await withinLimits({ workLimit: 2, timeLimit: 60 }, {}, endless)
    expect(result).toEqual({ outcome: 'out-of-budget', details: { checked: 3, stopped: 'work limit' }, best: 7 })
  })

  test('a run that is cancelled stays cancelled, and a search that ends before is left as it is', async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 10)
    const limits = { timeLimit: 10, workLimit: 10 }
    expect(await withinLimits(limits, { signal: controller.signal }, endless)).toMatchObject({ outcome: 'cancelled' })
    const found = { outcome: 'found' as string }
    expect(await withinLimits(limits, {}, async () => found)).toBe(found)
    expect(await withinLimits({}, {}, async () => found)).toBe(found)
  })

  test('progress is at least the share of the limit that is used up', async () => {
    let clock = 0
    const shares: (number | undefined)[] = []
    const step = stepClock({ now: () => clock, progress: ({ share }) => shares.push(share) })
    const tell = (progress: SearchProgress, run: StepRun) => run.searchProgress?.(progress)
    await step('search', (stepRun) =>
      withinLimits({ timeLimit: 30, workLimit: 100 }, stepRun, async (run) => {
        clock = 6000
        tell({ done: 1, total: 1e9 }, run)
        run.work?.spend(40)
        tell({ done: 0, total: 0 }, run)
        tell({ done: 3, total: 4 }, run)
        return { outcome: 'found' }
      }),
    )
    expect(shares).toEqual([undefined, 0.2, 0.4, 0.75])
  })
})
