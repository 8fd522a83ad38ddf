import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addedErrors, estimatedErrors } from './pessimistic-errors.ts'

describe('addedErrors', () => {
  it.each([
    [6, 0, 1.237797],
    [9, 0, 1.284804],
    [1, 0, 0.75],
    [16, 1, 1.475715],
    [14, 5, 1.76112],
    [10, 0.5, 1.353528],
  ])('adds to %d rows with %d errors %d', (weight, errors, added) => {
    expect(addedErrors(weight, errors, 0.25)).toBeCloseTo(added, 6)
  })

  it('never expects more errors than rows, nor fewer than seen', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 1e6, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (weight, share) => {
          const added = addedErrors(weight, weight * share, 0.25)
          expect(added).toBeGreaterThanOrEqual(0)
          // Below one row, the interpolation of Quinlan's program may exceed it; kept as it is.
          if (weight >= 1) expect(weight * share + added).toBeLessThanOrEqual(weight * (1 + 1e-12))
        },
      ),
    )
  })
})

describe('estimatedErrors', () => {
  it('counts what is outside the largest class, and expects none of no rows', () => {
    expect(estimatedErrors(Float64Array.of(9, 5), 0.25)).toBeCloseTo(5 + 1.76112, 6)
    expect(estimatedErrors(Float64Array.of(0, 0), 0.25)).toBe(0)
  })
})
