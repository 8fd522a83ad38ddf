import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { someOf } from '../../../../test/thorough.ts'
import { randomFrom } from '../../../ground/random.ts'
import { chooseAtRandom, chooseByGain, chooseToSwap, entropyAfter } from './choose-rows.ts'

function entropy(counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return counts.reduce((sum, count) => (count > 0 ? sum - (count / total) * Math.log2(count / total) : sum), 0)
}

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
const plus = (counts: readonly number[], y: number, by: number) =>
  counts.map((count, i) => (i === y ? count + by : count))

/** The first index of the smallest value, to twelve digits. */
function smallest(values: readonly (number | undefined)[]): number {
  let best = -1
  values.forEach((value, y) => {
    if (value !== undefined && (best < 0 || value < (values[best] as number) - 1e-9)) best = y
  })
  return best
}

/** The definitions, by brute force. */
function naive(donor: readonly number[], small: readonly number[], need: number, swap: boolean): number[] {
  let left = [...donor]
  let grown = [...small]
  const takes = donor.map(() => 0)
  for (let step = 0; step < need; step++) {
    let y: number
    if (swap) {
      const after = grown.map((_, i) => entropy(plus(grown, i, 1)))
      const least = Math.min(...after)
      const equal = after.flatMap((value, i) => (value < least + 1e-9 ? [i] : []))
      y = equal.reduce((best, i) => (left[i] > left[best] ? i : best))
      if (left[y] === 0) y = smallest(left.map((count, i) => (count > 0 ? entropy(plus(left, i, -1)) : undefined)))
    } else {
      y = smallest(
        left.map((count, i) => {
          if (count === 0) return undefined
          const [c, s] = [plus(left, i, -1), plus(grown, i, 1)]
          return (total(c) === 0 ? 0 : total(c) * entropy(c)) + total(s) * entropy(s)
        }),
      )
    }
    left = plus(left, y, -1)
    grown = plus(grown, y, 1)
    takes[y]++
  }
  return takes
}

const problem = fc
  .record({
    donor: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 4 }),
    extra: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 4 }),
    need: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ donor, extra, need }) => ({ donor, small: donor.map((_, y) => extra[y]), need }))
  .filter(({ donor, small, need }) => total(donor) > need && total(small) > 0)

describe('choosing rows for a small branch', () => {
  it('chooseToSwap and chooseByGain take what trying every class takes', () => {
    fc.assert(
      fc.property(problem, ({ donor, small, need }) => {
        const [c, s] = [Float64Array.from(donor), Float64Array.from(small)]
        expect(Array.from(chooseToSwap(c, s, need))).toEqual(naive(donor, small, need, true))
        expect(Array.from(chooseByGain(c, s, need))).toEqual(naive(donor, small, need, false))
        // The input is not changed.
        expect(Array.from(c)).toEqual(donor)
      }),
      { numRuns: someOf(2000) },
    )
  })

  it('chooseAtRandom takes as many as needed, never more than there are', () => {
    const random = randomFrom(7)
    fc.assert(
      fc.property(problem, ({ donor, small, need }) => {
        const takes = chooseAtRandom(random)(Float64Array.from(donor), Float64Array.from(small), need)
        expect(total(Array.from(takes))).toBe(need)
        takes.forEach((taken, y) => {
          expect(taken).toBeLessThanOrEqual(donor[y])
        })
      }),
    )
  })

  it('entropyAfter is the entropy of what is left', () => {
    expect(entropyAfter(Float64Array.of(4, 2), Int32Array.of(2, 0))).toBeCloseTo(1, 12)
    expect(entropyAfter(Float64Array.of(4, 2), Int32Array.of(0, 2))).toBe(0)
  })
})
