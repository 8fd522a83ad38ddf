import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figureOne } from '../../../test/baskets/examples.ts'
import { plainSupport, setsOf, smallBaskets, subsetsUpTo } from '../../../test/baskets/random-baskets.ts'
import { someOf } from '../../../test/thorough.ts'
import { itemGroupingFrom, ungroupedItems } from '../../baskets/itemset-grouping.ts'
import { itemsetsFrom } from '../../baskets/itemset-list.ts'
import { releaseItems } from '../../baskets/itemset-release.ts'
import { riskItemAttacker } from './items-attacker.ts'
import { riskAtShare, supportShares } from './items-smallest-support.ts'

const plain = releaseItems(figureOne, { parts: [ungroupedItems(7)] })
const all = releaseItems(figureOne, { parts: [itemGroupingFrom(new Int32Array(7))] })

describe('riskAtShare', () => {
  it('is the largest risk for all sets, and by sorting for a share of them', () => {
    fc.assert(
      fc.property(smallBaskets(6, 9), fc.constantFrom(0.5, 0.8, 0.95, 1), (baskets, share) => {
        const release = releaseItems(baskets, { parts: [ungroupedItems(baskets.items.length)] })
        const shares = supportShares(release, { upTo: 2 })
        const risks = shares.shares.flatMap((entry) => new Array<number>(entry.constraints).fill(1 / entry.support))
        const kept = risks.sort((a, b) => b - a).slice(Math.floor((1 - share) * risks.length + 1e-9))
        expect(riskAtShare(shares, share)).toBe(kept[0] ?? 0)
        expect(riskAtShare(shares, 1)).toBe(shares.risk)
      }),
      { numRuns: someOf(20) },
    )
  })
})

describe('supportShares', () => {
  it('is certain on the figure as it is, and 1/6 when all is one item', () => {
    expect(supportShares(plain, { upTo: 2 }).risk).toBe(1)
    expect(supportShares(all, { upTo: 2 }).risk).toBe(1 / 6)
    expect(supportShares(all, { upTo: 2 })).toMatchObject({ constraints: 26, unsupported: 0 })
  })

  it('leaves out constraints that the release does not support', () => {
    const suppressed = releaseItems(figureOne, { parts: [itemGroupingFrom([0, 1, -1, -1, 2, 3, 4])] })
    const shares = supportShares(suppressed, itemsetsFrom([[0, 2], [3], [0, 1]]))
    expect(shares).toMatchObject({ constraints: 3, unsupported: 2, smallest: 3, risk: 1 / 3 })
    expect(supportShares(suppressed, itemsetsFrom([[2]])).risk).toBe(0)
  })

  it('counts each original itemset at the support of its image, up to size 3', () => {
    fc.assert(
      fc.property(
        smallBaskets(6, 9),
        fc.array(fc.integer({ min: -1, max: 2 }), { minLength: 6, maxLength: 6 }),
        (b, marks) => {
          const grouping = itemGroupingFrom(b.items.map((_, i) => marks[i]))
          const before = setsOf(b)
          const after = before.map(
            (set) => new Set([...set].map((item) => grouping.groupOf[item]).filter((g) => g >= 0)),
          )
          const expected = new Map<number, number>()
          for (const set of subsetsUpTo(b.items.length, 3)) {
            if (plainSupport(before, set) === 0) continue
            const images = set.map((item) => grouping.groupOf[item])
            const support = images.includes(-1) ? 0 : plainSupport(after, images)
            expected.set(support, (expected.get(support) ?? 0) + 1)
          }
          const shares = supportShares(releaseItems(b, { parts: [grouping] }), { upTo: 3 })
          expect(shares.unsupported).toBe(expected.get(0) ?? 0)
          expected.delete(0)
          expect(new Map(shares.shares.map(({ support, constraints }) => [support, constraints]))).toEqual(expected)
        },
      ),
      { numRuns: someOf(60) },
    )
  })
})

describe('riskItemAttacker', () => {
  it('always succeeds where every basket is unique and all items are known', () => {
    const result = riskItemAttacker(plain, { knows: 7, trials: 200, seed: 1 })
    // Jack {a,e}, Mary {a,b} and Jim {c,f} are contained in other baskets; the others are unique.
    expect(result.worst).toBe(1)
    expect(result.success).toBeGreaterThan(0.5)
    expect(result.success).toBeLessThan(1)
  })

  it('finds one in six where all look alike, whatever is known', () => {
    const result = riskItemAttacker(all, { knows: 2, trials: 50, seed: 1 })
    expect(result).toMatchObject({ worst: 1 / 6, unique: 0, fewestCandidates: 6, quartiles: [6, 6, 6] })
    expect(result.success).toBeCloseTo(1 / 6, 12)
  })

  it('repeats itself for a seed and never beats the bound 1/smallest support', () => {
    fc.assert(
      fc.property(
        smallBaskets(6, 9),
        fc.array(fc.nat(2), { minLength: 6, maxLength: 6 }),
        fc.integer({ min: 1, max: 2 }),
        (b, marks, m) => {
          const release = releaseItems(b, { parts: [itemGroupingFrom(b.items.map((_, i) => marks[i]))] })
          const options = { knows: m, trials: 30, seed: 5 }
          const result = riskItemAttacker(release, options)
          expect(riskItemAttacker(release, options)).toEqual(result)
          expect(result.worst).toBeLessThanOrEqual(supportShares(release, { upTo: m }).risk)
        },
      ),
      { numRuns: someOf(40) },
    )
  })

  it('refuses to know nothing or to try never', () => {
    expect(() => riskItemAttacker(plain, { knows: 0, trials: 1, seed: 1 })).toThrow(/knows .* got 0/)
    expect(() => riskItemAttacker(plain, { knows: 1, trials: 0, seed: 1 })).toThrow(/trials .* got 0/)
  })
})
