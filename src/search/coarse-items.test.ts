import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { found, publish } from '../../test/baskets/golden.ts'
import { parseBaskets } from '../../test/baskets/parse-baskets.ts'
import { smallBaskets } from '../../test/baskets/random-baskets.ts'
import { verifyItemsets } from '../../test/plain-itemsets.ts'
import type { Baskets } from '../baskets/baskets.ts'
import { balancedTree } from '../hierarchy/tree.ts'
import { requireKmAnonymity } from '../requirements/items/km-anonymity.ts'
import type { ItemSearchProblem } from './items-search.ts'
import { searchApriori } from './methods/apriori/apriori.ts'
import { searchCoat } from './methods/coat/coat.ts'
import { searchPcta } from './methods/pcta/pcta.ts'

const over = { seed: 1, threads: 1, now: () => performance.now(), deadline: 0, signal: AbortSignal.abort() }

function makeProblem(baskets: Baskets, k: number, m: number): ItemSearchProblem {
  const requirement = requireKmAnonymity(baskets, k, m)
  return { baskets, requirement, suppressionLimit: 0, tree: balancedTree(baskets.items, 2) }
}

describe.each([searchApriori, searchCoat, searchPcta])('$name whose time is over', (record) => {
  it('hands on a release that meets the requirement, counted by a plain counter', async () => {
    await fc.assert(
      fc.asyncProperty(
        smallBaskets(7, 12),
        fc.integer({ min: 2, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        async (baskets, k, m) => {
          fc.pre(baskets.count - baskets.empty >= k)
          const result = await record.search(makeProblem(baskets, k, m), {}, over)
          if (result.outcome !== 'cancelled' || result.best === undefined) throw new Error('there is none')
          expect(verifyItemsets(publish(baskets, found(result.best)), { k, m })).toMatchObject({ holds: true })
        },
      ),
      { numRuns: 50 },
    )
  })

  it('keeps what many have, and hands on nothing to who cancels', async () => {
    const baskets = parseBaskets(`${'milk bread\n'.repeat(8)}milk salt\nbread salt\nmilk bread salt\n`)
    const result = await record.search(makeProblem(baskets, 2, 1), {}, over)
    expect(result).toMatchObject({ best: { groupings: { parts: [{ groups: 3 }] } } })
    const { deadline: _, ...cancelled } = over
    expect(await record.search(makeProblem(baskets, 2, 1), {}, cancelled)).toEqual({
      outcome: 'cancelled',
      evaluations: 0,
    })
  })
})

it('coat whose time is over says what to do where the utility constraints allow nothing', async () => {
  const baskets = parseBaskets('milk\nmilk\nbread\n')
  const utility = { description: 'each alone', constraints: Int32Array.from([0, 1]), count: 2 }
  const none = await searchCoat.search({ ...makeProblem(baskets, 2, 1), utility }, {}, over)
  expect(none).toMatchObject({
    outcome: 'cancelled',
    reason: expect.stringContaining('raise limits.work and limits.time'),
  })
  expect(none).not.toHaveProperty('best')
})
