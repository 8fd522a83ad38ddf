import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { logGamma } from '../../ground/statistics/gamma.ts'
import { fisherSurvival } from './comparison.ts'
import { betaShares, gammaShares, normalBetween, normalQuantile } from './distributions.ts'

const normalCumulative = (z: number) => normalBetween(Number.NEGATIVE_INFINITY, z)

/** Values of scipy, including tails of 1e-300; all must agree in relative terms. */
const fixtures = JSON.parse(readFileSync(new URL('./scipy-fixtures.json', import.meta.url), 'utf8')) as Record<
  'normalQuantile' | 'normalSurvival' | 'fisherSurvival' | 'logGamma',
  number[][]
>

function expectNear(got: number, wanted: number, relative: number): void {
  expect(Math.abs(got - wanted), `${got} against ${wanted}`).toBeLessThanOrEqual(
    relative * Math.max(Math.abs(wanted), 1e-300),
  )
}

describe('distributions against scipy', () => {
  it.each(fixtures.normalQuantile)('normalQuantile(%d)', (share, wanted) => {
    if (wanted === 0) expect(normalQuantile(share)).toBe(0)
    else expectNear(normalQuantile(share), wanted, 1e-14)
  })
  it.each(fixtures.normalSurvival)('normalCumulative(-%d), which keeps its digits far out', (z, wanted) => {
    expectNear(normalCumulative(-z), wanted, 2e-13)
  })
  it.each(fixtures.fisherSurvival)('fisherSurvival(%d, %d, %d)', (value, numerator, denominator, wanted) => {
    expectNear(fisherSurvival(value, numerator, denominator), wanted, 2e-12)
  })
  it.each(fixtures.logGamma)('logGamma(%d)', (x, wanted) => {
    expectNear(logGamma(x), wanted, 1e-13)
  })
})

describe('distributions', () => {
  it('normalCumulative undoes normalQuantile', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-200, max: 1 - 1e-9, noNaN: true }), (share) => {
        expectNear(normalCumulative(normalQuantile(share)), share, 1e-11)
      }),
    )
  })

  it('normalBetween keeps its digits in both tails and is the difference in the middle', () => {
    expectNear(normalBetween(10, 10.1), normalBetween(-10.1, -10), 1e-15)
    expect(normalBetween(10, 10.1)).toBeGreaterThan(0)
    expectNear(normalBetween(-1, 2), normalCumulative(2) - normalCumulative(-1), 1e-14)
  })

  it('both shares of an incomplete function sum to 1', () => {
    const positive = fc.double({ min: 0.05, max: 200, noNaN: true })
    fc.assert(
      fc.property(positive, positive, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, x) => {
        const gamma = gammaShares(a, b)
        expect(gamma.lower + gamma.upper).toBeCloseTo(1, 14)
        const beta = betaShares(a, b, x)
        expect(beta.lower + beta.upper).toBeCloseTo(1, 14)
        // I_x(a, b) = 1 − I_{1−x}(b, a)
        expectNear(betaShares(b, a, 1 - x, x).lower, beta.upper, 1e-9)
      }),
    )
  })

  it('answers at the ends, and refuses a share outside 0 to 1', () => {
    expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY)
    expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY)
    expect(fisherSurvival(0, 3, 4)).toBe(1)
    expect(fisherSurvival(Number.POSITIVE_INFINITY, 3, 4)).toBe(0)
    expect(() => normalQuantile(1.5)).toThrow('a share must be a number from 0 to 1; got 1.5')
  })
})
