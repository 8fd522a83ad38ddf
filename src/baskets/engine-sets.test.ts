import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joiningBaskets, basketsLayout as layout, basketsSource as source } from '../../test/engines/joining-baskets.ts'
import { someOf } from '../../test/thorough.ts'
import { sql } from '../sql/dialect.ts'
import type { Baskets } from './baskets.ts'
import { explodeBaskets, readSourceBaskets } from './engine-baskets.ts'
import { dropSets, placeParts, rareSets, runsOfParts, setsOfSize } from './engine-sets.ts'

const scratch = joiningBaskets()

const tables = fc
  .array(fc.array(fc.constantFrom('a', 'b', 'ä', '10', '9', "d'oro"), { maxLength: 5 }), {
    minLength: 1,
    maxLength: 14,
  })
  .filter((baskets) => baskets.some((items) => items.length > 0))

const spelled = ({ items, offsets, codes, count }: Baskets) =>
  Array.from({ length: count }, (_, row) =>
    Array.from(codes.subarray(offsets[row], offsets[row + 1]), (code) => items[code])
      .sort()
      .join(' '),
  )
const distinct = (items: readonly string[]) => [...new Set(items)].sort().join(' ')

describe('readSourceBaskets of a database', () => {
  it('every basket is counted once: its set of items, however it is written', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (rows) => {
        await scratch.load(rows)
        const { baskets, read, sampled } = await readSourceBaskets(scratch.engine, source, layout, {
          emptyBaskets: 'keep',
        })
        expect(spelled(baskets).sort()).toEqual(rows.map(distinct).sort())
        const given = rows.reduce((sum, items) => sum + items.length, 0)
        expect([read, sampled, baskets.repeats]).toEqual([rows.length, undefined, given - baskets.codes.length])
        expect(baskets.empty).toBe(rows.filter((items) => items.length === 0).length)
      }),
      { numRuns: someOf(15) },
    )
  })

  it(
    'baskets without items are refused, dropped, or kept; more baskets than are counted are refused without a ' +
      'seed',
    async () => {
      await scratch.load([['a'], [], ['a', 'b']])
      const asked = (emptyBaskets: 'fail' | 'drop', most?: number) =>
        readSourceBaskets(scratch.engine, source, layout, { emptyBaskets, most })
      await expect(asked('fail')).rejects.toThrow('a basket has no items')
      expect((await asked('drop')).baskets.count).toBe(2)
      await expect(asked('drop', 1)).rejects.toThrow('2 baskets with items, more than the 1')
    },
  )

  it('a sample has about its share, is the same for a seed, and knows all items with their supports', async () => {
    const rows = Array.from({ length: 400 }, (_, n) => [`i${n % 10}`, ...(n === 7 ? ['rare'] : [])])
    await scratch.load([...rows, []])
    const drawn = (seed: number) =>
      readSourceBaskets(scratch.engine, source, layout, { emptyBaskets: 'keep', most: 100, seed })
    const { baskets, sampled, read } = await drawn(1)
    expect(sampled).toMatchObject({ share: 0.25, count: 401, empty: 1, occurrences: 401 })
    expect(read).toBe(401)
    expect(baskets.count).toBeGreaterThan(60)
    expect(baskets.count).toBeLessThan(140)
    expect(baskets.items.length).toBe(11)
    expect([sampled?.supports.get('i3'), sampled?.supports.get('rare')]).toEqual([40, 1])
    expect(spelled((await drawn(1)).baskets)).toEqual(spelled(baskets))
    expect(spelled((await drawn(2)).baskets)).not.toEqual(spelled(baskets))
  })
})

describe('placeParts', () => {
  it('gives as many baskets of each set to a part as it was said, the first ones first', async () => {
    await fc.assert(
      fc.asyncProperty(tables, fc.array(fc.nat(2), { minLength: 14, maxLength: 14 }), async (rows, marks) => {
        await scratch.load(rows)
        const { baskets } = await readSourceBaskets(scratch.engine, source, layout, { emptyBaskets: 'drop' })
        const sets = spelled(baskets)
        const basketParts = Int32Array.from(sets, (_, row) => marks[row])
        const exploded = await explodeBaskets(scratch.engine, source, layout)
        try {
          const select = await placeParts(scratch.engine, exploded.occurrences, runsOfParts(baskets, basketParts), {})
          const placed = await scratch.engine.query(sql`SELECT basket, part FROM (${select}) AS p ORDER BY basket`)
          const [numbers, parts] = [placed.numbers('basket'), placed.numbers('part')]
          const expected = new Map<string, number[]>()
          for (const [row, set] of sets.entries()) expected.set(set, [...(expected.get(set) ?? []), basketParts[row]])
          const found = new Map<string, number[]>()
          numbers.forEach((basket, i) => {
            const set = distinct(rows[basket])
            found.set(set, [...(found.get(set) ?? []), parts[i]])
          })
          expect(found).toEqual(expected)
        } finally {
          await dropSets(scratch.engine)
          await exploded.drop()
        }
      }),
      { numRuns: someOf(10) },
    )
  })
})

describe('rareSets', () => {
  it('of each size those that fewer than k hold; only their number where there are too many', async () => {
    const rows = sql`(VALUES (0, 1), (0, 2), (1, 1), (1, 2), (1, 3), (2, 1), (2, 3)) AS held(basket, token)`
    await scratch.engine.execute(scratch.engine.dialect.createTable('held', sql`SELECT * FROM ${rows}`))
    const ask = (size: number, most = 10) =>
      rareSets(
        scratch.engine,
        setsOfSize(scratch.engine.dialect, scratch.engine.dialect.identifier('held'), size),
        { k: 2, most },
        {},
      )
    expect((await ask(1)).sets).toEqual([])
    expect((await ask(2)).sets).toEqual([[2, 3]])
    expect((await ask(3)).sets).toEqual([[1, 2, 3]])
    expect(await ask(3, 0)).toEqual({ count: 1, sets: [] })
    await scratch.engine.execute(scratch.engine.dialect.dropTable('held'))
  })
})
