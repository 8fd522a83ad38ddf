import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifyItemConstraints, verifyItemsets } from '../../test/plain-itemsets.ts'
import { scratchTables } from '../../test/scratch-tables.ts'
import { someOf } from '../../test/thorough.ts'
import type { ItemsLayout } from '../baskets/engine-baskets.ts'
import { type VerifyItemsRequest, verifyItems } from './verify-items.ts'

const scratch = scratchTables()

const layout: ItemsLayout = { column: 'items', cells: 'text', missingValues: [] }

async function verify(text: string, requirement: VerifyItemsRequest['requirement'], more = {}) {
  const table = await scratch.open(text, { format: 'transactions' })
  return verifyItems(table, { layout, requirement, ...more })
}

const km = (k: number, m: number) => ({ name: 'km-anonymity', promise: 'p', check: { k, upTo: m } }) as const
const figureOne = 'a b c d e f\na b e g\na e\nb f g\na b\nc f\n'

describe('verifyItems', () => {
  it('the paper’s figure: 14 of 26 sets are in one basket, the shortest named first', async () => {
    const found = await verify(figureOne, km(2, 2))
    expect(found).toMatchObject({
      verdict: 'broken',
      rows: 6,
      suppressedRows: 0,
      classes: 26,
      smallestClass: 1,
      items: { tokens: 7, setsBySize: [7, 19] },
    })
    expect(found.checks[0].found).toContain('14 of 26 sets')
    expect(found.checks[0].witnesses[0]).toEqual({ size: 1, values: { items: 'd' } })
    expect(found.checks[0].witnesses).toHaveLength(10)
  })

  it('empty lines are baskets; a lost basket and an item written twice are seen', async () => {
    const found = await verify('a b\n\nb a a\n\n', km(2, 3), { rows: 5 })
    expect(found).toMatchObject({ rows: 4, suppressedRows: 2, classes: 3, smallestClass: 2 })
    expect(found.checks).toMatchObject([{ holds: true }, { name: 'rows', holds: false }])
  })

  it('equals the counter in memory on random files, for m of 1 to 3', async () => {
    const baskets = fc.array(fc.uniqueArray(fc.constantFrom(...'abcdefg'), { maxLength: 6 }), {
      minLength: 1,
      maxLength: 25,
    })
    await fc.assert(
      fc.asyncProperty(baskets, fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 3 }), async (rows, k, m) => {
        const expected = verifyItemsets(rows, { k, m })
        const found = await verify(`${rows.map((row) => row.join(' ')).join('\n')}\n`, km(k, m))
        expect(found.verdict === 'holds').toBe(expected.holds)
        expect(found.smallestClass).toBe(expected.smallestSupport)
        expect(found.rows).toBe(rows.length)
        const bySize = expected.checked.slice(1).filter((count) => count > 0)
        expect(found.items?.setsBySize).toEqual(bySize)
        if (!expected.holds) {
          expect(found.checks[0].found).toContain(`${expected.broken} of`)
          expect(found.checks[0].witnesses[0].size).toBe(expected.witnesses[0].support)
          expect(found.checks[0].witnesses[0].values['items'].split(' ')).toHaveLength(
            expected.witnesses[0].tokens.length,
          )
        }
      }),
      { numRuns: someOf(40), seed: 7 },
    )
  })

  it('equals the counter in memory for listed sets, also with tokens that the release does not have', async () => {
    const basket = fc.uniqueArray(fc.constantFrom(...'abcde'), { minLength: 1, maxLength: 5 })
    const rows = fc.array(basket, { minLength: 1, maxLength: 20 })
    const sets = fc.array(fc.uniqueArray(fc.constantFrom(...'abcdez'), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 6,
    })
    const itself = new Map([...'abcdez'].map((item) => [item, item]))
    await fc.assert(
      fc.asyncProperty(rows, sets, fc.integer({ min: 2, max: 4 }), async (baskets, listed, k) => {
        const expected = verifyItemConstraints(baskets, listed, itself, k)
        const text = `${baskets.map((row) => row.join(' ')).join('\n')}\n`
        const found = await verify(text, { name: 'privacy-constraints', promise: 'p', check: { k, sets: listed } })
        expect(found.verdict === 'holds').toBe(expected.holds)
        expect(found.smallestClass).toBe(expected.smallestSupport)
        if (!expected.holds) expect(found.checks[0].witnesses[0].size).toBe(expected.witnesses[0].support)
      }),
      { numRuns: someOf(40), seed: 8 },
    )
  })
})
