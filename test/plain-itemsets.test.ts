import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainSupport, subsetsUpTo } from './baskets/random-baskets.ts'
import { verifyItemConstraints, verifyItemsets } from './plain-itemsets.ts'

const figure = ['a b c d e f', 'a b e g', 'a e', 'b f g', 'a b', 'c f'].map((line) => line.split(' '))

describe('verifyItemsets', () => {
  it('finds what is too rare in the paper’s figure and names the rarest, shortest first', () => {
    const result = verifyItemsets(figure, { k: 2, m: 2, witnesses: 2 })
    expect(result).toMatchObject({
      holds: false,
      baskets: 6,
      tokens: 7,
      checked: [0, 7, 19],
      smallestSupport: 1,
      broken: 14,
    })
    expect(result.witnesses[0]).toEqual({ tokens: ['d'], support: 1 })
    expect(result.witnesses).toHaveLength(2)
  })

  it('accepts the paper’s release', () => {
    expect(verifyItemsets(new Array(6).fill(['ALL']), { k: 6, m: 3 })).toMatchObject({
      holds: true,
      smallestSupport: 6,
    })
  })

  it('catches a set of three that pairs do not show', () => {
    const baskets = ['x y', 'x y', 'y z', 'y z', 'x z', 'x z', 'x y z'].map((line) => line.split(' '))
    expect(verifyItemsets(baskets, { k: 2, m: 2 }).holds).toBe(true)
    expect(verifyItemsets(baskets, { k: 2, m: 3 }).witnesses).toEqual([{ tokens: ['x', 'y', 'z'], support: 1 }])
  })

  it('counts repeats in a basket once, and agrees with trying every set', () => {
    const basket = fc.array(fc.nat(5), { maxLength: 7 })
    fc.assert(
      fc.property(
        fc.array(basket, { maxLength: 8 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 2, max: 4 }),
        (rows, m, k) => {
          const supports = subsetsUpTo(6, m)
            .map((set) =>
              plainSupport(
                rows.map((row) => new Set(row)),
                set,
              ),
            )
            .filter((support) => support > 0)
          const result = verifyItemsets(
            rows.map((row) => row.map(String)),
            { k, m },
          )
          expect(result.broken).toBe(supports.filter((support) => support < k).length)
          expect(result.checked.reduce((sum, count) => sum + count, 0)).toBe(supports.length)
          expect(result.smallestSupport).toBe(supports.length === 0 ? 0 : Math.min(...supports))
        },
      ),
      { numRuns: 100 },
    )
  })

  it('refuses an m it does not count', () => {
    expect(() => verifyItemsets(figure, { k: 2, m: 4 })).toThrow(/1, 2 or 3; got 4/)
  })
})

describe('verifyItemConstraints', () => {
  const release = ['A c', 'A', 'A c', 'c'].map((line) => line.split(' '))
  const tokenOf = new Map<string, string | null>([
    ['a', 'A'],
    ['b', 'A'],
    ['c', 'c'],
    ['d', null],
    ['e', 'never-published'],
  ])

  it('looks constraints up as published; suppressed and absent ones are satisfied', () => {
    const constraints = [['a', 'b'], ['a', 'c'], ['d'], ['e']]
    expect(verifyItemConstraints(release, constraints, tokenOf, 2)).toMatchObject({ holds: true, smallestSupport: 2 })
    const three = verifyItemConstraints(release, constraints, tokenOf, 3)
    expect(three).toMatchObject({ holds: false, broken: 1, witnesses: [{ tokens: ['A', 'c'], support: 2 }] })
  })

  it('refuses an item that the recoding does not know', () => {
    expect(() => verifyItemConstraints(release, [['zebra']], tokenOf, 2)).toThrow(/"zebra" is not in the recoding/)
  })
})
