import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { webViewRows } from '../../../test/example-rows.ts'
import { type CurvePoint, kneeAngle, kneeKneedle, kneeZhao } from './knees.ts'

const zipped = (utility: readonly number[], risk: readonly number[]): CurvePoint[] =>
  utility.map((value, place) => ({ utility: value, risk: risk[place] }))
const closeTo = (values: readonly number[], digits = 6) => values.map((value) => expect.closeTo(value, digits))

const example = zipped(
  [0.9, 0.8, 0.6, 0.35, 0.2, 0.1],
  [2, 5, 10, 20, 40, 80].map((support) => 1 / support),
)

describe('the checked values', () => {
  it('kneeZhao: second differences, angles and the place', () => {
    const knee = kneeZhao([100, 60, 35, 22, 18, 16, 15, 14.5])
    expect(knee?.index).toBe(1)
    expect(knee?.differences).toEqual([15, 12, 9, 2, 1, 0.5])
    expect(knee?.angles.slice(0, 3)).toEqual(closeTo([0.064973, 0.116751, 0.321751]))
  })

  it('kneeAngle: the point (0.8, 0.2) and the interior angles by ascending utility', () => {
    const knee = kneeAngle(example)
    expect(example[knee!.index]).toEqual({ utility: 0.8, risk: 0.2 })
    expect(knee?.angles).toEqual(closeTo([3.076939, 3.09144, 2.771597, 2.458319]))
  })

  it('kneeKneedle: the same point, with both axes mirrored', () => {
    const knee = kneeKneedle(example)
    expect(example[knee!.index]).toEqual({ utility: 0.8, risk: 0.2 })
    expect(knee?.differences).toEqual(closeTo([0, 0.490385, 0.445513, 0.235577, 0.099359, 0]))
  })

  it('kneeKneedle of a concave curve, mirrored: x = 0.2222', () => {
    const xs = Array.from({ length: 10 }, (_, i) => i / 9)
    const knee = kneeKneedle(xs.map((x) => ({ utility: -x, risk: 1 / (x + 0.1) - 5 })))
    expect(xs[knee!.index]).toBeCloseTo(0.2222, 4)
    expect(knee?.differences).toEqual(
      closeTo([0, 0.467836, 0.536398, 0.512821, 0.453515, 0.376648, 0.289855, 0.196906, 0.099875, 0]),
    )
  })

  it.each(['coat', 'pcta merge=progress'])('%s on BMS-WebView-2: angle and Kneedle k 10, Zhao on risk k 3', (name) => {
    const rows = webViewRows.filter((row) => row.settings['algorithm'] === name)
    const points = rows.map((row) => ({ utility: 1 / row.metrics['ARE'], risk: row.risks['smallest-support'] }))
    const angle = kneeAngle(points)
    expect(rows[angle!.index].k).toBe(10)
    expect(rows[kneeKneedle(points)!.index].k).toBe(10)
    // k = 8 is dominated by k = 10.
    const kept = angle!.curve.map((place) => rows[place])
    expect(kept.map((row) => row.k)).not.toContain(8)
    const risks = kept.map((row) => row.risks['smallest-support'])
    const [low, high] = [Math.min(...risks), Math.max(...risks)]
    expect(kept[kneeZhao(risks.map((risk) => (risk - low) / (high - low)))!.index].k).toBe(3)
  })
})

describe('curves with a known knee', () => {
  const corner = fc.record({
    at: fc.integer({ min: 2, max: 17 }),
    flat: fc.double({ min: 0, max: 0.3, noNaN: true }),
    steep: fc.double({ min: 2, max: 20, noNaN: true }),
  })

  it('angle and Kneedle find the corner of two straight lines', () => {
    fc.assert(
      fc.property(corner, ({ at, flat, steep }) => {
        const points = Array.from({ length: 20 }, (_, i) => ({
          utility: i,
          risk: (flat + 0.01) * Math.min(i, at) + steep * Math.max(0, i - at),
        }))
        expect(kneeAngle(points)?.index).toBe(at)
        expect(kneeKneedle(points)?.index).toBe(at)
      }),
    )
  })

  it('and still do when the points jitter', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 15 }),
        fc.array(fc.double({ min: -0.04, max: 0.04, noNaN: true }), { minLength: 20, maxLength: 20 }),
        (at, jitter) => {
          const points = jitter.map((noise, i) => ({
            utility: i,
            risk: 0.1 * Math.min(i, at) + 4 * Math.max(0, i - at) + noise,
          }))
          expect(kneeAngle(points)?.index).toBe(at)
          expect(kneeKneedle(points)?.index).toBe(at)
        },
      ),
    )
  })

  it('Kneedle on the hyperbola risk = 1/(a − utility) finds the point of slope 1 on normalized axes', () => {
    const points = Array.from({ length: 401 }, (_, i) => ({ utility: i / 400, risk: 1 / (1.1 - i / 400) }))
    // (1/(1.1 − x) − 1/1.1)/(10 − 1/1.1) has slope 1 where (1.1 − x)² = 1/(10 − 1/1.1)
    const slopeOne = 1.1 - Math.sqrt(1 / (10 - 1 / 1.1))
    expect(points[kneeKneedle(points)!.index].utility).toBeCloseTo(slopeOne, 2)
  })

  it('gives no knee for a straight line or fewer than three points', () => {
    const line = Array.from({ length: 8 }, (_, i) => ({ utility: i, risk: i }))
    expect(kneeKneedle(line)).toBeUndefined()
    expect(kneeKneedle(line.slice(0, 2))).toBeUndefined()
    expect(kneeAngle(line.slice(0, 2))).toBeUndefined()
    expect(kneeZhao([1, 2])).toBeUndefined()
  })

  it('Kneedle calls both knees of a curve with two, and takes the more pronounced one', () => {
    const risk = [0, 0.1, 0.2, 0.3, 5, 5.1, 5.2, 5.3, 5.4, 5.5, 20]
    const knee = kneeKneedle(
      zipped(
        risk.map((_, i) => i),
        risk,
      ),
    )
    expect(knee?.called).toEqual([9, 3])
    expect(knee?.index).toBe(9)
  })
})

const cloud = fc.array(fc.record({ utility: fc.integer({ min: 0, max: 40 }), risk: fc.integer({ min: 0, max: 40 }) }), {
  minLength: 3,
  maxLength: 25,
})
const findKnees = (points: readonly CurvePoint[]) =>
  [kneeAngle(points), kneeKneedle(points)].map((knee) => (knee === undefined ? undefined : points[knee.index]))

describe('properties', () => {
  it('knees do not depend on the units of the axes', () => {
    // Powers of two, so that rounding cannot decide a tie.
    fc.assert(
      fc.property(cloud, fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 }), (points, a, b) => {
        const scaled = points.map(({ utility, risk }) => ({ utility: utility * 2 ** a + 8, risk: risk * 2 ** b }))
        expect(kneeAngle(scaled)?.index).toBe(kneeAngle(points)?.index)
        expect(kneeKneedle(scaled)?.index).toBe(kneeKneedle(points)?.index)
      }),
    )
  })

  it('nor on the order of the points', () => {
    fc.assert(
      fc.property(
        cloud.chain((points) =>
          fc.tuple(fc.constant(points), fc.shuffledSubarray(points, { minLength: points.length })),
        ),
        ([points, shuffled]) => {
          expect(findKnees(shuffled)).toEqual(findKnees(points))
        },
      ),
    )
  })

  it('nor on points that another one beats', () => {
    fc.assert(
      fc.property(cloud, fc.array(fc.tuple(fc.nat(24), fc.integer({ min: 0, max: 9 }), fc.nat(9))), (points, worse) => {
        const beaten = worse.map(([place, less, more]) => {
          const { utility, risk } = points[place % points.length]
          return { utility: utility - less, risk: risk + more + 1 }
        })
        expect(findKnees([...points, ...beaten])).toEqual(findKnees(points))
      }),
    )
  })
})
