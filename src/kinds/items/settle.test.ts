import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  joiningBaskets,
  basketsLayout as layout,
  basketsSource as source,
} from '../../../test/engines/joining-baskets.ts'
import { someOf } from '../../../test/thorough.ts'
import { readSourceBaskets } from '../../baskets/engine-baskets.ts'
import { itemGroupingFrom } from '../../baskets/itemset-grouping.ts'
import { distinctItemsets } from '../../baskets/itemset-list.ts'
import { treeHierarchy } from '../../hierarchy/tree.ts'
import { askKmAnonymity } from '../../requirements/items/km-anonymity.ts'
import { requirePrivacyConstraints } from '../../requirements/items/privacy-constraints.ts'
import type { FoundItems, ItemSearchProblem } from '../../search/items-search.ts'
import { settleOnAll } from './settle.ts'

const scratch = joiningBaskets()
const names = ['a', 'b', 'c', 'd', 'e']
const tables = fc.array(fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }), { minLength: 6, maxLength: 16 })

async function problemOf(rows: readonly (readonly string[])[]) {
  await scratch.load(rows)
  const { baskets } = await readSourceBaskets(scratch.engine, source, layout, { emptyBaskets: 'keep' })
  return baskets
}
const foundWith = (items: number, marks: readonly number[]): FoundItems => ({
  outcome: 'found',
  optimal: false,
  groupings: { parts: [itemGroupingFrom(marks.slice(0, items))] },
  steps: [],
  evaluations: 0,
})
const settle = (problem: ItemSearchProblem, found: FoundItems) =>
  settleOnAll({ engine: scratch.engine, source }, layout, problem, found, {})
const supportOf = (rows: readonly (readonly string[])[], groupOf: (item: string) => number, set: readonly number[]) =>
  rows.filter((items) => set.every((group) => items.some((item) => groupOf(item) === group))).length

describe('settleOnAll', () => {
  it(
    'leaves no set of up to m groups that some baskets hold but fewer than k, and nothing out that need ' + 'not',
    async () => {
      await fc.assert(
        fc.asyncProperty(tables, fc.array(fc.nat(3), { minLength: 5, maxLength: 5 }), async (rows, marks) => {
          const baskets = await problemOf(rows)
          const problem = { baskets, requirement: askKmAnonymity(3, 2), suppressionLimit: 1 }
          const found = foundWith(baskets.items.length, marks)
          const settled = await settle(problem, found)
          if (settled.outcome !== 'found') throw new Error('everything may be left out')
          const [{ groupOf, groups }] = settled.groupings.parts
          const of = (item: string) => groupOf[baskets.items.indexOf(item)]
          for (let a = 0; a < groups; a++)
            for (let b = a; b < groups; b++) {
              const support = supportOf(rows, of, [a, b])
              expect(support === 0 || support >= 3).toBe(true)
            }
          const [before] = found.groupings.parts
          const ofBefore = (item: string) => before.groupOf[baskets.items.indexOf(item)]
          const all = [...Array(before.groups).keys()]
          const held = all.every((a) =>
            all.every((b) => [0, 3].includes(Math.min(3, supportOf(rows, ofBefore, [a, b])))),
          )
          if (held) expect(settled.details).toMatchObject({ repairsOnAll: 0 })
        }),
        { numRuns: someOf(12) },
      )
    },
  )

  it('along a tree it lifts, and leaves nothing out', async () => {
    const tree = treeHierarchy('items', {
      name: 'all',
      children: [
        { name: 'ab', children: [{ name: 'a' }, { name: 'b' }] },
        { name: 'cde', children: [{ name: 'c' }, { name: 'd' }, { name: 'e' }] },
      ],
    }).tree
    await fc.assert(
      fc.asyncProperty(tables, async (rows) => {
        const baskets = await problemOf(rows)
        const problem = { baskets, requirement: askKmAnonymity(3, 2), suppressionLimit: 0, tree }
        const asTheyAre = itemGroupingFrom(
          baskets.items.map((_, item) => item),
          (item) => baskets.items[item],
        )
        const settled = await settle(problem, { ...foundWith(0, []), groupings: { parts: [asTheyAre] } })
        if (settled.outcome !== 'found') throw new Error('the root is held by all baskets')
        const [{ groupOf, groups, names = [] }] = settled.groupings.parts
        for (const name of names) expect(tree.names).toContain(name)
        expect(groupOf.includes(-1)).toBe(false)
        const of = (item: string) => groupOf[baskets.items.indexOf(item)]
        for (let a = 0; a < groups; a++)
          for (let b = a; b < groups; b++) {
            const support = supportOf(rows, of, [a, b])
            expect(support === 0 || support >= 3).toBe(true)
          }
      }),
      { numRuns: someOf(12) },
    )
  })

  it('of constraints those alone that are listed; above the suppression limit nothing is found', async () => {
    const rows = [['a', 'b'], ['a', 'c'], ['b', 'c'], ['c'], ['c'], ['a', 'b', 'c']]
    const baskets = await problemOf(rows)
    const requirement = requirePrivacyConstraints(baskets, 3, distinctItemsets([[0, 1], [0, 2], [2]]))
    const found = foundWith(3, [0, 1, 2])
    const settled = await settle({ baskets, requirement, suppressionLimit: 0.7 }, found)
    if (settled.outcome !== 'found') throw new Error('two of three items may be left out')
    // Both pairs are in two baskets; the rarest item of each is suppressed, the first if equal.
    expect([...settled.groupings.parts[0].groupOf]).toEqual([-1, 0, 1])
    const refused = await settle({ baskets, requirement, suppressionLimit: 0 }, found)
    expect(refused).toMatchObject({ outcome: 'none-exists', reason: expect.stringContaining('33') })
  })
})
