import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TaxonomyNode } from '../hierarchy/taxonomy/taxonomy.ts'
import { type BasketsRequest, basketsTree, sampleBaskets } from './baskets.ts'
import { leafNames } from './taxonomy.ts'

function readBytes(request: BasketsRequest): Buffer {
  return Buffer.from([...sampleBaskets(request)].join(''))
}

function readLines(request: BasketsRequest): string[][] {
  const text = readBytes(request).toString()
  expect(text.endsWith('\n')).toBe(true)
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => line.split(' '))
}

describe('sampleBaskets', () => {
  it.each([
    ['shop', 1000, 'a446640802ea0ba55c955532a5ef2d3ccc092be2644775bc1b6582769b140785'],
    ['clinic', 1300, '05d391887a8a4fad9d76494a530ff2084ffad94c9f564d405c18278df341313f'],
  ] as const)('sampleBaskets for a %s of %i items is these bytes for ever', (style, items, expected) => {
    const hash = createHash('sha256').update(readBytes({ transactions: 10_000, items, seed: 1, style }))
    expect(hash.digest('hex')).toBe(expected)
  })

  it('the first n lines of a larger sample are the sample of n lines', () => {
    const request = { items: 500, seed: 3 }
    const whole = readBytes({ ...request, transactions: 40_000 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40_000 }), (transactions) => {
        const part = readBytes({ ...request, transactions })
        expect(part.equals(whole.subarray(0, part.length))).toBe(true)
        expect(part.toString().split('\n').length - 1).toBe(transactions)
      }),
      { numRuns: 20 },
    )
  })

  it('every basket has items of the tree, at least one, ascending and different', () => {
    fc.assert(
      fc.property(
        fc.record({
          items: fc.integer({ min: 4, max: 400 }),
          seed: fc.nat(),
          style: fc.constantFrom('shop' as const, 'clinic' as const),
          length: fc.double({ min: 1, max: 20, noNaN: true }),
          skew: fc.double({ min: 0, max: 3, noNaN: true }),
        }),
        (request) => {
          const place = new Map(leafNames(basketsTree(request.items, request.style)).map((name, i) => [name, i]))
          for (const basket of readLines({ ...request, transactions: 200 })) {
            const places = basket.map((item) => place.get(item) ?? Number.NaN)
            expect(places.every((at, i) => i === 0 || at > places[i - 1])).toBe(true)
            expect(places[0]).toBeGreaterThanOrEqual(0)
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it.each([
    ['shop', 1000, 5, 60],
    ['clinic', 1300, 3, 12],
  ] as const)('a %s: length and popularity are skewed', (style, items, mean, long) => {
    const baskets = readLines({ transactions: 20_000, items, seed: 2, style })
    const lengths = baskets.map((basket) => basket.length).sort((a, b) => a - b)
    const total = lengths.reduce((sum, length) => sum + length, 0)
    expect(Math.abs(total / baskets.length - mean)).toBeLessThan(0.25)
    expect(lengths[lengths.length / 2]).toBeLessThan(mean)
    expect(lengths[lengths.length - 1]).toBeGreaterThan(long)
    const counts = [...countItems(baskets).values()].sort((a, b) => b - a)
    const popular = counts.slice(0, items / 10).reduce((sum, count) => sum + count, 0)
    expect(popular / total).toBeGreaterThan(0.4)
    expect(counts.length).toBeGreaterThan(0.97 * items)
  })

  it.each([
    ['shop', 1000, 5],
    ['clinic', 1300, 15],
  ] as const)('a %s: items of a lowest group come together far more often than by chance', (style, items, times) => {
    const baskets = readLines({ transactions: 20_000, items, seed: 2, style }).filter((basket) => basket.length <= 10)
    const itemGroups = new Map<string, string>()
    const visit = (at: TaxonomyNode) => {
      for (const child of at.children ?? []) {
        if (child.children === undefined) itemGroups.set(child.name, at.name)
        else visit(child)
      }
    }
    visit(basketsTree(items, style))
    let pairs = 0
    let together = 0
    for (const basket of baskets) {
      for (let i = 0; i < basket.length; i++) {
        for (let j = 0; j < i; j++) {
          pairs++
          if (itemGroups.get(basket[i]) === itemGroups.get(basket[j])) together++
        }
      }
    }
    const shares = new Map<string, number>()
    let total = 0
    for (const [item, count] of countItems(baskets)) {
      const group = itemGroups.get(item)!
      shares.set(group, (shares.get(group) ?? 0) + count)
      total += count
    }
    const chance = [...shares.values()].reduce((sum, count) => sum + (count / total) ** 2, 0)
    expect(together / pairs).toBeGreaterThan(times * chance)
  })
})

function countItems(baskets: readonly string[][]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const basket of baskets) for (const item of basket) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}
