import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CurvePoint, cleanedCurve, dominatedPoints } from './knees.ts'

function beats(a: CurvePoint, b: CurvePoint): boolean {
  return a.utility >= b.utility && a.risk <= b.risk && (a.utility > b.utility || a.risk < b.risk)
}

const cloud = fc.array(fc.record({ utility: fc.nat(8), risk: fc.nat(8) }), { maxLength: 30 })

describe('dominatedPoints(points)', () => {
  it('agrees with comparing every pair', () => {
    fc.assert(
      fc.property(cloud, (points) => {
        expect(dominatedPoints(points)).toEqual(points.map((point) => points.some((other) => beats(other, point))))
      }),
      { numRuns: 500 },
    )
  })
})

describe('cleanedCurve(points)', () => {
  it('keeps one of each undominated place, by ascending utility and risk', () => {
    fc.assert(
      fc.property(cloud, (points) => {
        const kept = cleanedCurve(points)
        const wanted = points
          .map((point, place) => ({ ...point, place }))
          .filter((point) => !points.some((other) => beats(other, point)))
          .filter(
            (point) =>
              !points.some(
                (other, i) => i < point.place && other.utility === point.utility && other.risk === point.risk,
              ),
          )
          .sort((a, b) => a.utility - b.utility)
        expect(kept).toEqual(wanted.map((point) => point.place))
        kept.slice(1).forEach((place, i) => {
          expect(points[place].risk).toBeGreaterThan(points[kept[i]].risk)
        })
      }),
      { numRuns: 500 },
    )
  })

  it('leaves out points without a value', () => {
    expect(
      cleanedCurve([
        { utility: Number.NaN, risk: 0 },
        { utility: Number.POSITIVE_INFINITY, risk: 1 },
      ]),
    ).toEqual([])
  })
})
