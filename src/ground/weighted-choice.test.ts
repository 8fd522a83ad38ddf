import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Random, randomFrom } from './random.ts'
import { weightedChoice } from './weighted-choice.ts'

function evenNumbers(count: number): Random {
  let next = 0
  return { uniform: () => (next++ + 0.5) / count, integer: () => 0 }
}

describe('weightedChoice', () => {
  it('gives every outcome the probability of its weight', () => {
    const weights = fc.array(fc.oneof(fc.constant(0), fc.double({ min: 1e-3, max: 1e3, noNaN: true })), {
      minLength: 1,
      maxLength: 40,
    })
    fc.assert(
      fc.property(
        weights.filter((list) => list.some((weight) => weight > 0)),
        (list) => {
          const draws = 500 * list.length
          const even = evenNumbers(draws)
          const choice = weightedChoice(list)
          const counts = list.map(() => 0)
          for (let i = 0; i < draws; i++) counts[choice(even)]++
          const total = list.reduce((sum, weight) => sum + weight, 0)
          // Each slot is off by less than one draw, and an outcome has at most all slots.
          for (const [i, weight] of list.entries()) {
            expect(Math.abs(counts[i] - (draws * weight) / total)).toBeLessThanOrEqual(list.length)
          }
        },
      ),
    )
  })

  it('never draws an outcome of weight 0, and draws the others about as often as expected', () => {
    const choice = weightedChoice([1, 0, 2, 5])
    const random = randomFrom(3)
    const counts = [0, 0, 0, 0]
    for (let i = 0; i < 80_000; i++) counts[choice(random)]++
    expect(counts[1]).toBe(0)
    // Four standard deviations of a binomial count.
    for (const [i, expected] of [10_000, 0, 20_000, 50_000].entries()) {
      expect(Math.abs(counts[i] - expected)).toBeLessThanOrEqual(4 * Math.sqrt(expected))
    }
  })

  it('weightedChoice([0, 0]) is refused', () => {
    expect(() => weightedChoice([0, 0])).toThrow('needs a weight above 0')
  })
})
