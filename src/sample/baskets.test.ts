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
  it('is these bytes for ever', () => {
    const hash = createHash('sha256').update(readBytes({ transactions: 10_000, items: 1000, seed: 1 }))
    expect(hash.digest('hex')).toBe('a446640802ea0ba55c955532a5ef2d3ccc092be2644775bc1b6582769b140785')
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
          length: fc.double({ min: 1, max: 20, noNaN: true }),
          skew: fc.double({ min: 0, max: 3, noNaN: true }),
        }),
        (request) => {
          const place = new Map(leafNames(basketsTree(request.items)).map((name, i) => [name, i]))
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

  it('length and popularity are skewed', () => {
    const [items, mean, long] = [1000, 5, 60]
    const baskets = readLines({ transactions: 20_000, items, seed: 2 })
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

  it('items of a lowest group come together far more often than by chance', () => {
    const [items, times] = [1000, 5]
    const baskets = readLines({ transactions: 20_000, items, seed: 2 }).filter((basket) => basket.length <= 10)
    const itemGroups = new Map<string, string>()
    const visit = (at: TaxonomyNode) => {
      for (const child of at.children ?? []) {
        if (child.children === undefined) itemGroups.set(child.name, at.name)
        else visit(child)
      }
    }
    visit(basketsTree(items))
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
