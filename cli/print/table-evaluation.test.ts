import { expect, test } from 'vitest'
import { lostShare } from './table-evaluation.ts'

test.each([
  ['half of the advantage', 0.9, 0.8, 0.7, 0.5],
  ['more than the release was given', 0.9, 0.92, 0.7, -0.1],
  ['no advantage to lose: no share of 1,953 %', 0.7001, 0.68, 0.7, undefined],
  ['an original worse than guessing', 0.65, 0.7, 0.7, undefined],
])('lostShare: %s', (_, original, release, worst, share) => {
  const lost = lostShare(original, release, worst)
  if (share === undefined) expect(lost).toBeUndefined()
  else expect(lost).toBeCloseTo(share, 9)
})
