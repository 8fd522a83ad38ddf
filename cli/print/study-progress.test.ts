import { describe, expect, it } from 'vitest'
import { describeStudy } from './study-progress.ts'

const progress = {
  done: 3,
  total: 12,
  kept: 1,
  failed: 0,
  running: [
    { run: '04', settings: { algorithm: 'pcta', 'privacy.km.k': 5 }, progress: { step: 'search' as const } },
    { run: '05', settings: { algorithm: 'pcta', 'privacy.km.k': 10 } },
  ],
  secondsLeft: 130,
}

const plain = (text: string) => text.replaceAll(/\x1b\[\d+m/g, '')

describe('describeStudy(progress, width)', () => {
  it('tells how many, how long, and what is running', () => {
    expect(plain(describeStudy(progress, 120))).toBe(
      '█████░░░░░░░░░░░░░░░  3 of 12 runs, 1 kept  about 2 min left  04 pcta 5 search · 05 pcta 10',
    )
  })

  it('fits the terminal', () => {
    for (const width of [20, 60, 75, 80, 90]) {
      expect(plain(describeStudy(progress, width)).length).toBeLessThanOrEqual(Math.max(width, 66))
    }
  })

  it('says nothing of time at the end', () => {
    expect(plain(describeStudy({ ...progress, done: 12, failed: 2, running: [], secondsLeft: 0 }, 120))).toBe(
      '████████████████████  12 of 12 runs, 1 kept, 2 failed',
    )
  })
})
