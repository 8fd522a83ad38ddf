import { describe, expect, it } from 'vitest'
import { tableFromRows } from '../read-rows.ts'
import { normalBetween } from '../statistics/distributions.ts'
import { sharesFromLogs, trainNaiveBayes } from './naive-bayes.ts'

const normalCumulative = (z: number) => normalBetween(Number.NEGATIVE_INFINITY, z)

const header = ['x', 'z', 'y']

describe('trainNaiveBayes', () => {
  it('multiplies counts with one added to each, and leaves missing cells out', () => {
    const plan = { header, columns: [{ name: 'x', values: ['p', 'q', 'r'] }], target: 'y' }
    const rows = [
      ['p', '', 'a'],
      ['p', '', 'a'],
      ['?', '', 'a'],
      ['q', '', 'b'],
    ]
    const model = trainNaiveBayes(tableFromRows(rows, plan))
    const shares = model.predict(
      tableFromRows(
        [
          ['p', '', 'a'],
          ['?', '', 'b'],
        ],
        plan,
      ),
    )
    // P(a) = (3+1)/(4+2), P(p|a) = (2+1)/(2+3); P(b) = (1+1)/(4+2), P(p|b) = (0+1)/(1+3)
    const a = (4 / 6) * (3 / 5)
    const b = (2 / 6) * (1 / 4)
    expect(shares[0]).toBeCloseTo(a / (a + b), 12)
    expect(shares[2]).toBeCloseTo(4 / 6, 12)
  })

  it('gives numbers the normal probability of their cell, rounded to the mean gap', () => {
    const plan = { header, columns: [{ name: 'z', type: 'numbers' as const }], target: 'y' }
    const rows = [
      ['', '0', 'a'],
      ['', '2', 'a'],
      ['', '4', 'a'],
      ['', '8', 'b'],
      ['', '8', 'b'],
      ['', '?', 'b'],
    ]
    const model = trainNaiveBayes(tableFromRows(rows, plan))
    // Distinct 0, 2, 4, 8: q = 8/3; rounded: 0, 8/3, 16/3 in a, 8 in b (deviation at least q/6).
    const q = 8 / 3
    const mean = (0 + q + 2 * q) / 3
    const deviation = q * Math.sqrt(2 / 3)
    expect(model.likelihoods[0]).toMatchObject({ kind: 'numbers', precision: q })
    const likelihood = (value: number, mu: number, sd: number) =>
      (normalCumulative((value + q / 2 - mu) / sd) - normalCumulative((value - q / 2 - mu) / sd)) / q
    const a = (4 / 8) * likelihood(2 * q, mean, deviation)
    const b = (4 / 8) * likelihood(2 * q, 8, q / 6)
    expect(model.predict(tableFromRows([['', '5', 'a']], plan))[0]).toBeCloseTo(a / (a + b), 9)
  })

  it('does not rule a class out for a number far away', () => {
    const plan = { header, columns: [{ name: 'z', type: 'numbers' as const }], target: 'y' }
    const rows = [
      ['', '0', 'a'],
      ['', '1', 'a'],
      ['', '5', 'b'],
      ['', '6', 'b'],
    ]
    const shares = trainNaiveBayes(tableFromRows(rows, plan)).predict(tableFromRows([['', '1000', 'a']], plan))
    expect([...shares]).toEqual([0.5, 0.5])
  })
})

describe('sharesFromLogs', () => {
  it('does not underflow', () => {
    const shares = sharesFromLogs(Float64Array.of(-2000, -2000 + Math.log(3)), 2)
    expect(shares[0]).toBeCloseTo(0.25, 12)
    expect(shares[1]).toBeCloseTo(0.75, 12)
  })
})
