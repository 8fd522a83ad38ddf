import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstPlace, placesByCode } from './sorted.ts'

test('firstPlace is the first place that meets the condition, or the count', () =>
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.integer({ min: -1, max: 21 }), (numbers, limit) => {
      const sorted = numbers.sort((a, b) => a - b)
      const found = sorted.findIndex((number) => number > limit)
      expect(firstPlace(sorted.length, (place) => sorted[place] > limit)).toBe(found < 0 ? sorted.length : found)
    }),
  ))

test('placesByCode lists the places of each code in order, without negative codes', () => {
  const { order, starts } = placesByCode([2, -1, 0, 2, 0], 4)
  expect([...order]).toEqual([2, 4, 0, 3])
  expect([...starts]).toEqual([0, 2, 2, 4, 4])
})
