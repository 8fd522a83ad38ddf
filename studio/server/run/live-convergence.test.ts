import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withPoint } from './live-convergence.ts'

type Point = { readonly done: number; readonly best: number }
const buildCurve = (points: readonly Point[]): readonly Point[] => points.reduce<readonly Point[]>(withPoint, [])

describe('withPoint', () => {
  it('keeps the ends of stretches without change', () => {
    const points = [5, 5, 5, 5, 3, 3, 3, 2].map((best, done) => ({ done, best }))
    expect(buildCurve(points)).toEqual([
      { done: 0, best: 5 },
      { done: 3, best: 5 },
      { done: 4, best: 3 },
      { done: 6, best: 3 },
      { done: 7, best: 2 },
    ])
  })

  it('leaves out what has no best value yet, and what comes out of order', () => {
    const curve = buildCurve([{ done: 3, best: 1 }])
    expect(withPoint(curve, { done: 4 })).toBe(curve)
    expect(withPoint(curve, { done: 4, best: Number.POSITIVE_INFINITY })).toBe(curve)
    expect(withPoint(curve, { done: 3, best: 0 })).toBe(curve)
  })

  it('stays short, in order, and ends at the last point', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 2000 }), (bests) => {
        const points = bests.map((best, i) => ({ done: i + 1, best }))
        const curve = buildCurve(points)
        expect(curve.length).toBeLessThanOrEqual(401)
        expect(curve.at(-1)).toEqual(points.at(-1))
        expect(curve.every(({ done }, i) => i === 0 || done > curve[i - 1].done)).toBe(true)
      }),
      { numRuns: 30 },
    )
  })
})
