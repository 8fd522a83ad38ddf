import { describe, expect, it } from 'vitest'
import { estimateTimeLeft } from './time-left.ts'

describe('estimateTimeLeft(times)', () => {
  it('knows nothing before the first run has ended', () => {
    expect(estimateTimeLeft({ finished: [], running: [], waiting: ['a'], threads: 1 })).toBeUndefined()
  })

  it('takes the mean of the same algorithm, or of all', () => {
    const finished = [
      { algorithm: 'quick', seconds: 1 },
      { algorithm: 'quick', seconds: 3 },
      { algorithm: 'slow', seconds: 20 },
    ]
    expect(estimateTimeLeft({ finished, running: [], waiting: ['quick', 'slow', 'new'], threads: 1 })).toBe(2 + 20 + 8)
    expect(estimateTimeLeft({ finished, running: [], waiting: ['quick', 'slow', 'new'], threads: 2 })).toBe(15)
  })

  it('counts what those under way have done, and waits for the longest', () => {
    const finished = [{ algorithm: 'slow', seconds: 20 }]
    const running = [
      { algorithm: 'slow', seconds: 5 },
      { algorithm: 'slow', seconds: 30 },
    ]
    expect(estimateTimeLeft({ finished, running, waiting: [], threads: 2 })).toBe(15)
  })

  it('takes a run of an algorithm that has not finished yet for half done at most', () => {
    const finished = [{ algorithm: 'quick', seconds: 1 }]
    const running = [{ algorithm: 'slow', seconds: 30 }]
    expect(estimateTimeLeft({ finished, running, waiting: ['slow'], threads: 1 })).toBe(30 + 60)
  })
})
