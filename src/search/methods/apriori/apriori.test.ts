import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bms,
  bmsWebView2,
  figureOne,
  figureOneTree,
  secondToy,
  secondToyTree,
} from '../../../../test/baskets/examples.ts'
import { found, groupingHash, publish, searchItems, spellLift } from '../../../../test/baskets/golden.ts'
import { parseBaskets } from '../../../../test/baskets/parse-baskets.ts'
import { plainSupport, setsOf, smallBaskets, subsetsUpTo } from '../../../../test/baskets/random-baskets.ts'
import { needs } from '../../../../test/needs.ts'
import { verifyItemsets } from '../../../../test/plain-itemsets.ts'
import type { Baskets } from '../../../baskets/baskets.ts'
import { itemGroupingFrom } from '../../../baskets/itemset-grouping.ts'
import { itemsetsFrom } from '../../../baskets/itemset-list.ts'
import { releaseItems } from '../../../baskets/itemset-release.ts'
import type { Tree } from '../../../hierarchy/hierarchy.ts'
import { balancedTree } from '../../../hierarchy/tree.ts'
import { certaintyPenaltyOfItems } from '../../../metrics/items/certainty-penalty.ts'
import { askKmAnonymity } from '../../../requirements/items/km-anonymity.ts'
import { requirePrivacyConstraints } from '../../../requirements/items/privacy-constraints.ts'
import { utilityConstraintsFromText } from '../../clusters/utility-constraints.ts'
import { searchApriori } from './apriori.ts'
import { countNodes } from './expanded-baskets.ts'
import { itemTree } from './item-tree.ts'
import { compareGray } from './local.ts'

/** The golden values were computed with `lift: set`. */
const onFigure = async (k: number, options = {}) =>
  found(await searchItems(searchApriori, figureOne, k, { lift: 'set', ...options }, { tree: figureOneTree }))

describe('apriori on the paper’s figure', () => {
  it('k = 2: the repairs of the golden values, all published as X and Y', async () => {
    const result = await onFigure(2)
    expect(result.steps.map(spellLift)).toEqual(['d(1): d->Q', '{P,Q}(1): Q->X', '{e,f}(1): f->Y'])
    expect(publish(figureOne, result).map((tokens) => tokens.join(' '))).toEqual([
      'X Y',
      'X Y',
      'X Y',
      'X Y',
      'X',
      'X Y',
    ])
  })

  it('k = 3 likewise, and k = 6 publishes ALL as in the paper', async () => {
    expect((await onFigure(3)).steps.map(spellLift)).toEqual(['Q(2): Q->X', 'g(2): g->Y'])
    const six = await onFigure(6)
    expect(six.steps.map(spellLift)).toEqual(['Y(5): Y->ALL'])
    expect(publish(figureOne, six)).toEqual(new Array(6).fill(['ALL']))
  })

  it('ranks nodes by support, then leaves, then place', () => {
    const tree = itemTree(figureOneTree, figureOne.items)
    const { ranked } = countNodes(tree, figureOne, [0])
    expect(Array.from(ranked, (node) => tree.names[node]).join(' ')).toBe('X Y P a b e f Q c g d')
  })

  it('makes one repair on the second toy', async () => {
    const result = found(await searchItems(searchApriori, secondToy, 2, { lift: 'set' }, { tree: secondToyTree }))
    expect(result.steps).toHaveLength(1)
    expect(result.steps[0]).toMatchObject({ set: ['a2', 'a1'], support: 1 })
    expect(certaintyPenaltyOfItems(releaseItems(secondToy, result.groupings))).toBeCloseTo(5 / 22, 12)
  })
})

describe('apriori on random baskets', () => {
  const forms = [
    {},
    { lift: 'set' },
    { partition: 'vertical', parts: 3 },
    { partition: 'vertical', parts: 2, lift: 'set' },
    { partition: 'local', parts: 2 },
    { partition: 'local' },
  ]

  it('is k^m-anonymous in every form, and one recoding is never better than the best cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        smallBaskets(7, 12),
        fc.integer({ min: 2, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 2, max: 3 }),
        async (baskets, k, m, fanOut) => {
          fc.pre(baskets.count >= k)
          const tree = balancedTree(baskets.items, fanOut)
          const best = bestCutPenalty(baskets, tree, k, m)
          let plain = 0
          for (const options of forms) {
            const result = found(await searchItems(searchApriori, baskets, k, options, { tree, m }))
            expect(verifyItemsets(publish(baskets, result), { k, m })).toMatchObject({ holds: true })
            const penalty = certaintyPenaltyOfItems(releaseItems(baskets, result.groupings))
            if (options === forms[0]) plain = penalty
            if (options.partition === 'local') {
              // Without a number of parts, one part is among those that are tried.
              if (options.parts === undefined) expect(penalty).toBeLessThanOrEqual(plain + 1e-12)
              continue
            }
            expect(penalty).toBeGreaterThanOrEqual(best - 1e-12)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('does not depend on the order of the baskets', async () => {
    await fc.assert(
      fc.asyncProperty(smallBaskets(6, 10), async (baskets) => {
        fc.pre(baskets.count >= 2)
        const lines = setsOf(baskets).map((set) => [...set].map((item) => baskets.items[item]).join(' '))
        const turned = parseBaskets(lines.reverse().join('\n'))
        const tree = balancedTree(baskets.items, 2)
        const one = found(await searchItems(searchApriori, baskets, 2, {}, { tree }))
        const other = found(await searchItems(searchApriori, turned, 2, {}, { tree }))
        expect(other.groupings).toEqual(one.groupings)
        expect(other.steps).toEqual(one.steps)
      }),
      { numRuns: 40 },
    )
  })
})

describe('compareGray', () => {
  it('orders baskets as their reflected Gray codes', () => {
    const items = ['a', 'b', 'c', 'd']
    const subsets = subsetsUpTo(4, 4)
    const baskets = parseBaskets(subsets.map((set) => set.map((item) => items[item]).join(' ')).join('\n'))
    const position = (set: readonly number[]) => {
      let code = 0
      let bit = 0
      for (let item = 0; item < 4; item++) {
        bit ^= set.includes(item) ? 1 : 0
        code = code * 2 + bit
      }
      return code
    }
    const order = subsets.map((_, row) => row).sort((a, b) => compareGray(baskets, a, b))
    const positions = order.map((row) => position(subsets[row]))
    expect(positions).toEqual([...positions].sort((a, b) => a - b))
  })
})

describe('apriori refuses', () => {
  const search = (problem: object) =>
    searchApriori.search(
      {
        baskets: figureOne,
        requirement: askKmAnonymity(2, 2),
        suppressionLimit: 0,
        ...problem,
      },
      {},
      { seed: 1, threads: 1, now: () => 0 },
    )

  it('to work without a tree, with constraints or with utility constraints', async () => {
    await expect(search({})).rejects.toThrow(/works along a tree/)
    const requirement = requirePrivacyConstraints(figureOne, 2, itemsetsFrom([[0]]))
    await expect(search({ tree: figureOneTree, requirement })).rejects.toThrow(/use coat or pcta/)
    const utility = utilityConstraintsFromText('a b\n', figureOne)
    await expect(search({ tree: figureOneTree, utility })).rejects.toThrow(/knows no utility constraints/)
  })

  it('an item that is not in the tree, naming it', async () => {
    const baskets = parseBaskets('a b\nc zebra\n')
    await expect(search({ baskets, tree: figureOneTree })).rejects.toThrow(
      /"z…" \(5 characters\) is not a leaf of the tree/,
    )
  })
})

describe('apriori on BMS-WebView-2', () => {
  const golden = [
    [2, 71, 5, 0.294759283, '5c89904b91547b79'],
    [5, 210, 5, 0.294759283, '5c89904b91547b79'],
    [50, 642, 13, 0.234783798, '08e0101a4ce22066'],
    [100, 577, 13, 0.234783798, '08e0101a4ce22066'],
  ] as const
  it.each(golden)(
    'k = %i: %i repairs, %i clusters, NCP %f, hash %s',
    needs(bms),
    async (k, repairs, clusters, ncp, hash) => {
      const baskets = bmsWebView2()
      const tree = balancedTree(baskets.items, 4)
      const result = found(await searchItems(searchApriori, baskets, k, { lift: 'set' }, { tree }))
      expect(result.steps).toHaveLength(repairs)
      expect(result.groupings.parts[0].groups).toBe(clusters)
      expect(certaintyPenaltyOfItems(releaseItems(baskets, result.groupings))).toBeCloseTo(ncp, 9)
      expect(groupingHash(result.groupings.parts[0])).toBe(hash)
    },
  )
})

/** Least NCP over all k^m-anonymous cuts, by brute force. */
function bestCutPenalty(baskets: Baskets, tree: Tree, k: number, m: number): number {
  const leaves = new Map(Array.from(tree.leafNode, (node) => [tree.names[node], node]))
  const cuts = (node: number): number[][] => {
    let below: number[][] = [[]]
    for (const child of tree.children[node])
      below = below.flatMap((cut) => cuts(child).map((rest) => [...cut, ...rest]))
    return tree.children[node].length === 0 ? [[node]] : [[node], ...below]
  }
  let best = Number.POSITIVE_INFINITY
  for (const cut of cuts(0)) {
    const nodes = baskets.items.map((item) => {
      let node = leaves.get(item) as number
      while (!cut.includes(node)) node = tree.parent[node]
      return node
    })
    const grouping = itemGroupingFrom(nodes)
    const sets = setsOf(baskets).map((set) => new Set([...set].map((item) => grouping.groupOf[item])))
    const safe = subsetsUpTo(grouping.groups, m).every((set) => {
      const support = plainSupport(sets, set)
      return support === 0 || support >= k
    })
    if (safe) best = Math.min(best, certaintyPenaltyOfItems(releaseItems(baskets, { parts: [grouping] })))
  }
  return best
}
