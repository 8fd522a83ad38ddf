import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bms, bmsWebView2, figureOne } from '../../../test/baskets/examples.ts'
import { found, searchItems } from '../../../test/baskets/golden.ts'
import { smallBaskets } from '../../../test/baskets/random-baskets.ts'
import { needs } from '../../../test/needs.ts'
import { itemGroupingFrom, ungroupedItems } from '../../baskets/itemset-grouping.ts'
import { type ItemRelease, releaseItems } from '../../baskets/itemset-release.ts'
import { searchCoat } from '../../search/methods/coat/coat.ts'
import { supportShares } from '../risk/items-smallest-support.ts'
import { everyItem, generateWorkload } from '../workload/generate-workload.ts'
import { workloadFromText } from '../workload/workload.ts'
import { certaintyPenaltyOfItems } from './certainty-penalty.ts'
import { itemsDiscernibility } from './discernibility.ts'
import { itemMetrics } from './index.ts'
import { answerWorkload, itemFrequencyErrors, presenceChance } from './relative-error.ts'
import { itemsSuppressed } from './suppressed-items.ts'
import { itemsUtilityLoss, log2Fraction, lossComparison, utilityLossOfItems } from './utility-loss.ts'

function published(clusters: string): ItemRelease {
  const groups = clusters.split(' ')
  const of = figureOne.items.map((item) => groups.findIndex((group) => group.includes(item)))
  return releaseItems(figureOne, { parts: [itemGroupingFrom(of)] })
}

const items = everyItem(figureOne)
const pairs = generateWorkload(figureOne, { size: 2 })

// clusters, NCP, ulAll, ulGen, ARE1, ARE2, smallest support
const golden: readonly (readonly [string, number, [bigint, bigint], [bigint, bigint], number, number, number])[] = [
  ['abcd efg', 68 / 133, [125n, 762n], [125n, 762n], 391 / 735, 2777 / 5985, 5],
  ['a b cdfg e', 32 / 133, [71n, 762n], [10n, 127n], 2 / 9, 14 / 95, 2],
  ['abe cdfg', 65 / 133, [95n, 762n], [95n, 762n], 137 / 441, 138 / 665, 3],
  ['af bg cde', 44 / 133, [29n, 381n], [29n, 381n], 8 / 21, 1511 / 3591, 2],
  ['ab eg f', 47 / 133, [5n, 127n], [9n, 254n], 25 / 63, 338 / 513, 2],
  ['ae bcdfg', 74 / 133, [167n, 762n], [167n, 762n], 865 / 1953, 1247 / 5301, 3],
  ['abcdefg', 1, [1n, 1n], [1n, 1n], 451 / 889, 1095 / 2413, 6],
  ['adeg bcf', 67 / 133, [55n, 381n], [55n, 381n], 202 / 441, 379 / 1197, 4],
  ['a b efg', 45 / 133, [43n, 762n], [35n, 762n], 53 / 147, 88 / 133, 3],
  ['ab efg', 61 / 133, [25n, 381n], [25n, 381n], 20 / 49, 818 / 1197, 4],
]

describe('the item metrics of the golden table', () => {
  it.each(golden)('%s', (clusters, penalty, all, generalized, error1, error2, smallest) => {
    const release = published(clusters)
    expect(certaintyPenaltyOfItems(release)).toBeCloseTo(penalty, 12)
    const loss = utilityLossOfItems(release)
    expect(loss.all * all[1]).toBe(all[0] * loss.denominator)
    expect(loss.generalized * generalized[1]).toBe(generalized[0] * loss.denominator)
    expect(answerWorkload(release, items).average).toBeCloseTo(error1, 12)
    expect(answerWorkload(release, pairs).average).toBeCloseTo(error2, 12)
    expect(supportShares(release, { upTo: 2 }).smallest).toBe(smallest)
  })

  it('charges suppressed items what publishing them as anything would lose', () => {
    const loss = utilityLossOfItems(published('ab eg f'))
    expect(loss.suppressed * 2n).toBe(loss.denominator)
    expect(itemsSuppressed.compute(published('ab eg f'), {})).toBeCloseTo(2 / 7, 12)
  })
})

describe('ARE', () => {
  it('gives the paper’s example: 6 · 64/127 for one item of seven, 6 · 32/127 for two', () => {
    const release = published('abcdefg')
    const answers = answerWorkload(release, workloadFromText('a\na b\n', figureOne))
    expect(Array.from(answers.estimated)).toEqual([expect.closeTo(384 / 127, 12), expect.closeTo(192 / 127, 12)])
    expect(Array.from(answers.actual)).toEqual([4, 3])
    expect(answers.relativeError[0]).toBeCloseTo(1 - 96 / 127, 12)
  })

  it('with `half` gives 3 and 0.25 as printed, and the golden averages', () => {
    const all = answerWorkload(published('abcdefg'), workloadFromText('a\n', figureOne), 'half')
    expect(all).toMatchObject({ average: 0.25 })
    expect(answerWorkload(published('a b cdfg e'), items, 'half').average).toBeCloseTo(0.19047619, 9)
    expect(answerWorkload(published('a b cdfg e'), pairs, 'half').average).toBeCloseTo(0.105263158, 9)
  })

  it('is 0 when nothing is generalized, and item estimates add up to sup · n · 2^(n−1)/(2^n − 1)', () => {
    fc.assert(
      fc.property(smallBaskets(6, 10), fc.array(fc.nat(2), { minLength: 6, maxLength: 6 }), (baskets, marks) => {
        const plain = releaseItems(baskets, { parts: [ungroupedItems(baskets.items.length)] })
        expect(answerWorkload(plain, everyItem(baskets)).average).toBe(0)
        const grouping = itemGroupingFrom(baskets.items.map((_, i) => marks[i]))
        const release = releaseItems(baskets, { parts: [grouping] })
        const { estimated } = itemFrequencyErrors(release)
        const [part] = release.parts
        const sums = new Float64Array(grouping.groups)
        grouping.groupOf.forEach((group, item) => {
          sums[group] += estimated[item]
        })
        part.sizes.forEach((n, group) => {
          expect(sums[group]).toBeCloseTo((part.supports.supports[group] * n * 2 ** (n - 1)) / (2 ** n - 1), 9)
        })
      }),
      { numRuns: 60 },
    )
  })

  it('adds the estimates of the parts under local recoding', () => {
    const whole = published('ab cd efg')
    const [part] = whole.parts
    const local = releaseItems(figureOne, {
      parts: [part.grouping, part.grouping],
      basketParts: Int32Array.from([0, 1, 0, 1, 0, 1]),
    })
    expect(answerWorkload(local, pairs).average).toBeCloseTo(answerWorkload(whole, pairs).average, 12)
    expect(certaintyPenaltyOfItems(local)).toBeCloseTo(certaintyPenaltyOfItems(whole), 12)
  })

  it('takes 2^−j for generalized items too large for doubles', () => {
    expect(presenceChance(5000, 2, 'uniform-nonempty')).toBe(0.25)
    expect(presenceChance(1, 1, 'half')).toBe(1)
    expect(presenceChance(7, 2, 'all')).toBe(1)
  })
})

describe('lossComparison', () => {
  it('has the sign of the exact difference, for few and many baskets', () => {
    const size = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 4000 }))
    for (const baskets of [10, 100_000, 3_000_000]) {
      const compare = lossComparison(baskets)
      const support = fc.oneof(fc.integer({ min: 1, max: baskets }), fc.constantFrom(1, 2, 4, 8))
      fc.assert(
        fc.property(size, support, size, support, fc.integer({ min: -3, max: 3 }), (n1, s1, other, s2, near) => {
          const n2 = near === 3 ? other : Math.max(1, n1 + near)
          const exact = ((1n << BigInt(n1)) - 1n) * BigInt(s1) - ((1n << BigInt(n2)) - 1n) * BigInt(s2)
          expect(Math.sign(compare(n1, s1, n2, s2))).toBe(exact < 0n ? -1 : exact > 0n ? 1 : 0)
        }),
        { numRuns: 400 },
      )
    }
  })
})

describe('log2Fraction', () => {
  it('is right where doubles overflow', () => {
    expect(log2Fraction(3n << 4000n, 1n << 4001n)).toBeCloseTo(Math.log2(1.5), 12)
    expect(log2Fraction(0n, 5n)).toBe(Number.NEGATIVE_INFINITY)
  })
})

describe('discernibility of baskets', () => {
  it('is 1 when all look alike and 1/N when none do', () => {
    expect(itemsDiscernibility.compute(published('abcdefg'), {})).toBe(1)
    expect(itemsDiscernibility.compute(published('a b c d e f g'), {})).toBeCloseTo(1 / 6, 12)
  })
})

describe('itemMetrics', () => {
  it('have names of their own, and ARE asks for its workload', () => {
    expect(new Set(itemMetrics.map((metric) => metric.name)).size).toBe(itemMetrics.length)
    const are = itemMetrics.find((metric) => metric.needs === 'workload')
    expect(() => are?.compute(published('abcdefg'), {})).toThrow(/needs a workload/)
  })
})

describe('BMS-WebView-2, coat, k = 5', () => {
  it('has the regression values of every metric', needs(bms), async () => {
    const baskets = bmsWebView2()
    const result = found(await searchItems(searchCoat, baskets, 5))
    const release = releaseItems(baskets, result.groupings)
    expect(certaintyPenaltyOfItems(release)).toBeCloseTo(0.004902446, 9)
    expect(itemFrequencyErrors(release).average).toBeCloseTo(46.222, 3)
    const all = generateWorkload(baskets, { size: 2 })
    expect(all.queries.count).toBe(722_045)
    expect(answerWorkload(release, all).average).toBeCloseTo(15.5701, 4)
    expect(itemsUtilityLoss.compute(release, {})).toBeCloseTo(-3266.86, 2)
    expect(supportShares(release, { upTo: 2 }).risk).toBe(1 / 5)
  })
})
