import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figureOne } from '../../../test/baskets/examples.ts'
import { plainSupport, setsOf, smallBaskets, subsetsUpTo } from '../../../test/baskets/random-baskets.ts'
import { itemsetAt } from '../../baskets/itemset-list.ts'
import { generateWorkload } from './generate-workload.ts'
import { loadWorkload, saveWorkload, type Workload, workloadFromText } from './workload.ts'

const queriesOf = ({ queries }: Workload) =>
  Array.from({ length: queries.count }, (_, query) => Array.from(itemsetAt(queries, query)))

describe('generateWorkload', () => {
  it('without a count gives every occurring itemset of the size: 19 pairs of the figure', () => {
    const workload = generateWorkload(figureOne, { size: 2 })
    expect(workload.queries.count).toBe(19)
    expect(workload.description).toBe('all itemsets of 2')
    expect(Math.min(...workload.answers)).toBe(1)
  })

  it('leaves out itemsets below the frequency', () => {
    const workload = generateWorkload(figureOne, { size: 2, frequency: 0.5 })
    expect(queriesOf(workload)).toEqual([
      [0, 1],
      [0, 4],
    ])
  })

  it('draws distinct occurring sets with true answers, the same for a seed, in either way of drawing', () => {
    fc.assert(
      fc.property(
        smallBaskets(6, 10),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom('itemsets', 'baskets'),
        (baskets, size, count, draw) => {
          const sets = setsOf(baskets)
          const occurring = subsetsUpTo(baskets.items.length, size).filter(
            (set) => set.length === size && plainSupport(sets, set) > 0,
          )
          fc.pre(occurring.length > 0)
          const options = { size, count, draw: draw as 'itemsets' | 'baskets', seed: 7 }
          const workload = generateWorkload(baskets, options)
          const queries = queriesOf(workload)
          expect(new Set(queries.map(String)).size).toBe(queries.length)
          expect(queries.length).toBeLessThanOrEqual(count)
          expect(queries.length).toBeGreaterThan(0)
          queries.forEach((query, i) => {
            expect(workload.answers[i]).toBe(plainSupport(sets, query))
            expect(workload.answers[i]).toBeGreaterThan(0)
          })
          expect(generateWorkload(baskets, options)).toEqual(workload)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('draws triples evenly: each of the figure’s is met about as often', () => {
    const times = new Map<string, number>()
    for (let draw = 1; draw <= 600; draw++) {
      // Spread out: neighbouring small seeds have nearly equal first draws.
      const seed = Math.imul(draw, 0x9e3779b1)
      const [query] = queriesOf(generateWorkload(figureOne, { size: 3, count: 1, seed }))
      times.set(String(query), (times.get(String(query)) ?? 0) + 1)
    }
    const sets = setsOf(figureOne)
    const triples = subsetsUpTo(7, 3).filter((set) => set.length === 3 && plainSupport(sets, set) > 0)
    const expected = 600 / triples.length
    expect(times.size).toBe(triples.length)
    // {a,b,e} is in two baskets; sampled by baskets it would come up twice as often.
    expect(times.get('0,1,4')).toBeLessThan(expected * 1.6)
  })

  it('refuses sizes, counts and frequencies that make no sense, and says when nothing fits', () => {
    expect(() => generateWorkload(figureOne, { size: 0 })).toThrow(/size .* at least 1; got 0/)
    expect(() => generateWorkload(figureOne, { size: 1, count: 0 })).toThrow(/count .* got 0/)
    expect(() => generateWorkload(figureOne, { size: 1, frequency: 2 })).toThrow(/from 0 to 1; got 2/)
    expect(() => generateWorkload(figureOne, { size: 2, frequency: 1 })).toThrow(/no itemset of 2/)
    expect(() => generateWorkload(figureOne, { size: 9, count: 1 })).toThrow(/no itemset of 9/)
  })
})

describe('workloadFromText', () => {
  it('reads a query per line and counts the answers', () => {
    const workload = workloadFromText('a b\n\nf c\n', figureOne)
    expect(queriesOf(workload)).toEqual([
      [0, 1],
      [2, 5],
    ])
    expect(Array.from(workload.answers)).toEqual([3, 2])
  })

  it('refuses unknown items, queries that nobody answers, and no query, by line', () => {
    expect(() => workloadFromText('a\na z\n', figureOne)).toThrow(/line 2 .* "z"/)
    expect(() => workloadFromText('a\n\nc g\n', figureOne)).toThrow(/line 3 .* no basket holds together/)
    expect(() => workloadFromText('\n', figureOne)).toThrow(/no query/)
  })
})

describe('saveWorkload', () => {
  it('comes back by loadWorkload through JSON', () => {
    const workload = generateWorkload(figureOne, { size: 2, count: 5, seed: 3 })
    expect(loadWorkload(JSON.parse(JSON.stringify(saveWorkload(workload, figureOne))), figureOne)).toEqual(workload)
  })

  it('refuses what is no workload', () => {
    expect(() => loadWorkload({ version: 2 }, figureOne)).toThrow(/version 1 and kind "items-workload"/)
    expect(() => loadWorkload({ version: 1, kind: 'items-workload', queries: [1] }, figureOne)).toThrow(/list of lists/)
    expect(() => loadWorkload(null, figureOne)).toThrow(/version 1/)
  })
})
