import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  areaOverK,
  averageRanks,
  compareWithControl,
  criticalDifference,
  meanOverK,
  testFriedman,
} from './comparison.ts'

const fixtures = JSON.parse(readFileSync(new URL('./scipy-fixtures.json', import.meta.url), 'utf8')) as {
  friedman: { results: number[][]; chiSquare: number }[]
}

/** Areas of Kisilevich et al. for TDS, TDR, kADET, kACTUS, kACTUS-2 with C4.5, one data set per line. */
const methods = ['TDS', 'TDR', 'kADET', 'kACTUS', 'kACTUS-2']
const trees = [
  [76414.025, 75472.2, 80843.275, 81830.7, 82663.22],
  [6583.175, 6621.625, 6596.7, 6645.725, 6646.4],
  [1731.175, 1658.75, 1771.3, 1789.725, 1802.35],
  [1292.3, 964.475, 1350.35, 1383.2, 1372.225],
  [2860.2, 1837.65, 3113.85, 3185.825, 3252.475],
]
/** The other learners (PART, naive Bayes, logistic) on the same data, without kADET. */
const others = [
  [76401.425, 75472.225, 81849.25, 82338.2],
  [75295.975, 73071.75, 82383.8, 82755.32],
  [76377.775, 76477.2, 80761.575, 81623.65],
  [6456.275, 6292.65, 6438.1, 6505.225],
  [6585.775, 6173.25, 6640.52, 6625.95],
  [6635.25, 6525.025, 6635.35, 6626.425],
  [1727.925, 1628.5, 1795.325, 1791.15],
  [1751.525, 1716.075, 1623.675, 1566.675],
  [1738.275, 1693.15, 1481.8, 1389.725],
  [1292.3, 964.475, 1400.675, 1390.225],
  [1202.8, 1289.625, 1387.525, 1463.15],
  [1284.65, 965.9, 1188.9, 1242.9],
  [2857.85, 2175.825, 3208.5, 3231.75],
  [2827.9, 2064.7, 2961.075, 3054.7],
  [2859.825, 1035.925, 2038, 2208.4],
]

describe('testFriedman', () => {
  it('gives the ranks, chi-squared and F of the printed areas with C4.5', () => {
    const test = testFriedman(trees)
    expect(test.ranks.map((rank) => Number(rank.toFixed(6)))).toEqual([4.2, 4.6, 3.2, 1.8, 1.2])
    expect(test.chiSquare).toBeCloseTo(17.44, 10)
    expect(test.f).toBeCloseTo(27.25, 10)
    expect(test.probability).toBeLessThan(1e-5)
  })

  it('gives those of all 20 rows without kADET', () => {
    const test = testFriedman([...trees.map((row) => row.filter((_, method) => method !== 2)), ...others])
    expect(test.ranks.map((rank) => Number(rank.toFixed(6)))).toEqual([2.65, 3.65, 2, 1.7])
    expect(test.chiSquare).toBeCloseTo(26.82, 10)
    expect(test.f).toBeCloseTo(15.358, 3)
    expect(criticalDifference(4, 20)).toBeCloseTo(0.977, 3)
  })

  it.each(fixtures.friedman)('agrees with scipy on made results', ({ results, chiSquare }) => {
    const test = testFriedman(results, 'lower')
    expect(test.chiSquare).toBeCloseTo(chiSquare, 10)
    expect(testFriedman(results, 'higher').chiSquare).toBeCloseTo(chiSquare, 10)
  })

  it('is certain when every block ranks alike, and sees nothing when all are equal', () => {
    const same = testFriedman([
      [3, 2, 1],
      [9, 5, 4],
    ])
    expect(same.f).toBe(Number.POSITIVE_INFINITY)
    expect(same.probability).toBe(0)
    const equal = testFriedman([
      [1, 1],
      [2, 2],
    ])
    expect(equal).toMatchObject({ ranks: [1.5, 1.5], chiSquare: 0, probability: 1 })
  })

  it('refuses too little, or a result that is no number', () => {
    expect(() => testFriedman([[1, 2]])).toThrow('at least 2 blocks and 2 methods; got 1 and 2')
    expect(() =>
      testFriedman([
        [1, 2],
        [1, Number.NaN],
      ]),
    ).toThrow('block 2 has 1, NaN')
  })
})

describe('averageRanks', () => {
  it('shares the mean rank among equal values', () => {
    expect(averageRanks([10, 5, 10, 1, 10])).toEqual([4, 2, 4, 1, 4])
  })
})

describe('compareWithControl', () => {
  it('finds that only TDS and TDR differ from kACTUS-2 in the printed areas', () => {
    const diagram = compareWithControl(testFriedman(trees), methods, 'kACTUS-2')
    expect(diagram.criticalDifference).toBeCloseTo(2.498, 3)
    expect(diagram.methods.filter((method) => method.differs).map((method) => method.name)).toEqual(['TDS', 'TDR'])
    expect(diagram.methods.map((method) => method.name)).toEqual(['kACTUS-2', 'kACTUS', 'kADET', 'TDS', 'TDR'])
    expect(diagram.interval[0]).toBe(1)
    expect(diagram.interval[1]).toBeCloseTo(1.2 + diagram.criticalDifference, 10)
    expect(() => compareWithControl(testFriedman(trees), methods, 'Mondrian')).toThrow('got "Mondrian"')
  })

  it.each([
    [2, 1.96],
    [3, 2.241],
    [4, 2.394],
    [5, 2.498],
  ])('uses the quantile for %d methods', (count, q) => {
    // With N = m(m+1)/6 blocks the root is 1.
    expect(criticalDifference(count, (count * (count + 1)) / 6)).toBeCloseTo(q, 3)
  })
})

describe('areaOverK', () => {
  it('gives the area of the accuracies measured on Adult, and its mean', () => {
    const ks = [5, 20, 50, 100, 500, 1000]
    const accuracies = [85.89, 85.66, 85.28, 83.8, 83.56, 80.6]
    expect(areaOverK(ks, accuracies)).toBeCloseTo(82_589.725, 6)
    expect(meanOverK(ks, accuracies)).toBeCloseTo(82_589.725 / 995, 9)
  })

  it('refuses k that do not ascend', () => {
    expect(() => areaOverK([5, 5], [1, 2])).toThrow('ascending k')
    expect(() => areaOverK([5], [1])).toThrow('two or more')
  })
})
