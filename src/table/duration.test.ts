import { expect, test } from 'vitest'
import { readDuration } from './duration.ts'

test('readDuration(text) is seconds; what is no duration is refused with what to write', () => {
  expect([60, '90', '60s', '1.5m', '2 h'].map((text) => readDuration(text, 'limits.time'))).toEqual([
    60, 90, 60, 90, 7200,
  ])
  for (const text of ['', '0s', 'soon', '-3s', '5d', 0]) {
    expect(() => readDuration(text, 'limits.time')).toThrow(
      /limits.time must be a duration above 0 .* write 60s, 5m or 2h/,
    )
  }
})
