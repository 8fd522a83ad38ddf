import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomFrom } from '../ground/random.ts'
import { choose, weightedChoice } from './weighted-choice.ts'

describe('weightedChoice', () => {
  it('weightedChoice(weights) gives every outcome the probability of its weight', () => {
    const weights = fc.array(fc.oneof(fc.constant(0), fc.double({ min: 1e-3, max: 1e3, noNaN: true })), {
      minLength: 1,
      maxLength: 40,
    })
    fc.assert(
      fc.property(
        weights.filter((list) => list.some((weight) => weight > 0)),
        (list) => {
          const { size, share, other } = weightedChoice(list)
          const total = list.reduce((sum, weight) => sum + weight, 0)
          const probability = new Float64Array(size)
          for (let slot = 0; slot < size; slot++) {
            probability[slot] += share[slot] / 2 ** 30 / size
            probability[other[slot]] += (1 - share[slot] / 2 ** 30) / size
          }
          for (let i = 0; i < size; i++) expect(probability[i]).toBeCloseTo(list[i] / total, 7)
        },
      ),
    )
  })

  it('choose(choice, random) never gives an outcome of weight 0, and the others about as often as they should come', () => {
    const choice = weightedChoice([1, 0, 2, 5])
    const random = randomFrom(3)
    const counts = [0, 0, 0, 0]
    for (let i = 0; i < 80_000; i++) counts[choose(choice, random)]++
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
