import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figureOne } from '../../test/baskets/examples.ts'
import { plainSupport, setsOf, smallBaskets, subsetsUpTo } from '../../test/baskets/random-baskets.ts'
import { ItemClusters } from './itemset-clusters.ts'
import { countPairs, itemsetWalk, pairIndex, supportCounter } from './itemset-supports.ts'

describe('supportCounter', () => {
  it('gives the supports of the paper’s figure', () => {
    const counter = supportCounter(figureOne, 7)
    expect(Array.from(counter.supports)).toEqual([4, 4, 2, 1, 3, 3, 2])
    expect(counter.of([0, 1])).toBe(3)
    expect(counter.of([2, 6])).toBe(0)
    expect(counter.of([])).toBe(6)
  })

  it('counts every set as a plain scan does', () => {
    fc.assert(
      fc.property(smallBaskets(6, 8), (baskets) => {
        const sets = setsOf(baskets)
        const counter = supportCounter(baskets, baskets.items.length)
        for (const set of subsetsUpTo(baskets.items.length, 4)) expect(counter.of(set)).toBe(plainSupport(sets, set))
      }),
      { numRuns: 60 },
    )
  })
})

describe('countPairs', () => {
  it('finds the nineteen pairs of the paper’s figure that occur', () => {
    const pairs = countPairs(figureOne, 7)
    expect(pairs.filter((count) => count > 0).length).toBe(19)
    expect(pairs[pairIndex(1, 5)]).toBe(2)
  })
})

describe('itemsetWalk', () => {
  it('visits exactly the occurring sets above the minimum, in lexicographic order', () => {
    fc.assert(
      fc.property(
        smallBaskets(6, 9),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        (b, size, least) => {
          const walk = itemsetWalk(b, b.items.length)
          const seen: [number[], number][] = []
          for (let first = 0; first < b.items.length; first++) {
            walk.from(first, size, least, (set, support) => seen.push([Array.from(set), support]))
          }
          const sets = setsOf(b)
          const expected = subsetsUpTo(b.items.length, size)
            .filter((set) => set.length === size)
            .map((set) => [set, plainSupport(sets, set)] as [number[], number])
            .filter(([, support]) => support >= least)
          expect(seen).toEqual(expected)
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('ItemClusters', () => {
  it('keeps supports, pairs and holders right through any merges', () => {
    fc.assert(
      fc.property(
        smallBaskets(7, 40),
        fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 6 }),
        (baskets, merges) => {
          const clusters = new ItemClusters(baskets)
          const items = baskets.items.length
          for (const [a, b] of merges) {
            const c = clusters.assigned[a % items]
            const d = clusters.assigned[b % items]
            const before = [...new Set(clusters.assigned)]
            // Remembered counts of three clusters must follow the merge.
            for (const places of subsetsUpTo(before.length, 3))
              clusters.countHolders(
                places.map((p) => before[p]),
                1000,
              )
            if (c !== d) clusters.merge(c, d)
          }
          const sets = setsOf(baskets).map((set) => new Set([...set].map((item) => clusters.assigned[item])))
          const alive = [...new Set(clusters.assigned)]
          for (const places of subsetsUpTo(alive.length, 3)) {
            const group = places.map((place) => alive[place])
            const support = plainSupport(sets, group)
            expect(clusters.countHolders(group, 1000)).toBe(support)
            let holders = 0
            clusters.forEachHolder(group, (codes, from, to) => {
              expect([...codes.subarray(from, to)]).toEqual(expect.arrayContaining(group))
              holders++
            })
            expect(holders).toBe(support)
            if (group.length === 2) expect(clusters.row(group[0])[group[1]]).toBe(support)
          }
          for (const cluster of alive) {
            const members = clusters.members(cluster)
            expect(members.every((item) => clusters.assigned[item] === cluster)).toBe(true)
            expect(clusters.size[cluster]).toBe(members.length)
            expect(clusters.key[cluster]).toBe(members[0])
          }
        },
      ),
      { numRuns: 100 },
    )
  })
})
