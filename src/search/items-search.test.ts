import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { figureOne, figureOneTree } from '../../test/baskets/examples.ts'
import { found, publish, quietRun, searchItems } from '../../test/baskets/golden.ts'
import { parseBaskets } from '../../test/baskets/parse-baskets.ts'
import { plainSupport, setsOf, smallBaskets, subsetsUpTo } from '../../test/baskets/random-baskets.ts'
import { verifyItemConstraints, verifyItemsets } from '../../test/plain-itemsets.ts'
import { someOf } from '../../test/thorough.ts'
import type { Baskets } from '../baskets/baskets.ts'
import { distinctItemsets, itemsetAt } from '../baskets/itemset-list.ts'
import { itemsRecoding, itemTokens } from '../recoding/items.ts'
import {
  closeUnderSubsets,
  generateConstraints,
  requirePrivacyConstraints,
} from '../requirements/items/privacy-constraints.ts'
import { utilityConstraintsFromTree, utilityViolation } from './clusters/utility-constraints.ts'
import { runStepwise, type UtilityConstraints } from './items-search.ts'
import { searchCoat } from './methods/coat/coat.ts'
import { searchPcta } from './methods/pcta/pcta.ts'

const searches = [
  ['coat', searchCoat, {}],
  ['pcta literal', searchPcta, { merge: 'literal' }],
  ['pcta progress', searchPcta, { merge: 'progress' }],
] as const

const anyUtility = (items: number) => fc.array(fc.nat(2), { minLength: items, maxLength: items })

function toUtility(marks: readonly number[], baskets: Baskets): UtilityConstraints {
  return { description: 'random', constraints: Int32Array.from(baskets.items, (_, i) => marks[i]), count: 3 }
}

describe.each(searches)('%s', (_, record, options) => {
  it('refuses an option that it does not have', () =>
    expect(async () => searchItems(record, figureOne, 2, { ...options, mrege: 'literal' })).rejects.toThrow(
      /algorithm \w+ has no option "mrege"/,
    ))

  it('may suppress 29 of 100 items where suppression-limit is 0.29', async () => {
    // 71 items that two people have, 29 that one person has; none may be generalized.
    const shared = Array.from({ length: 71 }, (_, i) => `shared${i}`).join(' ')
    const rare = Array.from({ length: 29 }, (_, i) => `rare${i}`).join('\n')
    const baskets = parseBaskets(`${shared}\n${shared}\n${rare}\n`)
    const utility = { description: 'each alone', constraints: Int32Array.from(baskets.items.keys()), count: 100 }
    const problem = { utility, m: 1 }
    const result = await searchItems(record, baskets, 2, options, { ...problem, suppressionLimit: 0.29 })
    expect(found(result).details).toMatchObject({ suppressedItems: 29 })
    const refused = await searchItems(record, baskets, 2, options, { ...problem, suppressionLimit: 0.28 })
    expect(refused.outcome).toBe('none-exists')
  })
})

describe.each(searches)('%s on random baskets', (_, record, options) => {
  it('gives a k^m-anonymous release with at most M − 1 merges, supports never falling', async () => {
    await fc.assert(
      fc.asyncProperty(
        smallBaskets(7, 12),
        fc.integer({ min: 2, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        async (baskets, k, m) => {
          fc.pre(baskets.count >= k)
          const result = found(await searchItems(record, baskets, k, options, { m }))
          const released = publish(baskets, result)
          expect(verifyItemsets(released, { k, m })).toMatchObject({ holds: true, broken: 0, witnesses: [] })
          expect(result.steps.length).toBeLessThanOrEqual(baskets.items.length - 1)
          const { groupOf } = result.groupings.parts[0]
          const before = setsOf(baskets)
          const after = before.map((set) => new Set([...set].map((item) => groupOf[item])))
          for (const set of subsetsUpTo(baskets.items.length, m)) {
            const images = new Set(set.map((item) => groupOf[item]))
            expect(plainSupport(after, images)).toBeGreaterThanOrEqual(plainSupport(before, set))
          }
        },
      ),
      { numRuns: someOf(60) },
    )
  })

  it('respects utility constraints and the limit, or says that none exists', async () => {
    await fc.assert(
      fc.asyncProperty(
        smallBaskets(7, 12),
        anyUtility(7),
        fc.integer({ min: 2, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom(0, 0.3, 1),
        async (baskets, marks, k, m, suppressionLimit) => {
          fc.pre(baskets.count >= k)
          const utility = toUtility(marks, baskets)
          const result = await searchItems(record, baskets, k, options, { m, utility, suppressionLimit })
          if (result.outcome === 'none-exists') {
            expect(suppressionLimit).toBeLessThan(1)
            return
          }
          const ok = found(result)
          const [grouping] = ok.groupings.parts
          expect(utilityViolation(utility, grouping)).toBeUndefined()
          const suppressed = grouping.groupOf.filter((group) => group < 0).length
          expect(suppressed).toBeLessThanOrEqual(suppressionLimit * baskets.items.length)
          expect(verifyItemsets(publish(baskets, ok), { k, m }).holds).toBe(true)
        },
      ),
      { numRuns: someOf(80) },
    )
  })

  it('satisfies every listed constraint and its parts', async () => {
    const anyConstraints = fc.array(fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(
        smallBaskets(6, 10),
        anyConstraints,
        anyUtility(6),
        fc.integer({ min: 2, max: 4 }),
        async (baskets, sets, marks, k) => {
          fc.pre(baskets.count >= k)
          const known = sets
            .map((set) => set.filter((item) => item < baskets.items.length))
            .filter((set) => set.length > 0)
          fc.pre(known.length > 0)
          const constraints = closeUnderSubsets(distinctItemsets(known))
          const requirement = requirePrivacyConstraints(baskets, k, constraints)
          const utility = toUtility(marks, baskets)
          const problem = { baskets, requirement, utility, suppressionLimit: 1 }
          const result = found(await record.search(problem, options, quietRun))
          const recoding = itemsRecoding(baskets.items, result.groupings)
          const named = Array.from({ length: constraints.count }, (_, i) =>
            Array.from(itemsetAt(constraints, i), (item) => baskets.items[item]),
          )
          const { tokens } = itemTokens(recoding)
          expect(verifyItemConstraints(publish(baskets, result), named, tokens, k)).toMatchObject({ holds: true })
        },
      ),
      { numRuns: someOf(60) },
    )
  })

  it('takes k² as the constraints it stands for, step by step', async () => {
    await fc.assert(
      fc.asyncProperty(smallBaskets(7, 10), fc.integer({ min: 2, max: 4 }), async (baskets, k) => {
        fc.pre(baskets.count >= k)
        const requirement = requirePrivacyConstraints(baskets, k, generateConstraints(baskets, { how: 'all', size: 2 }))
        const listed = found(await record.search({ baskets, requirement, suppressionLimit: 0 }, options, quietRun))
        const direct = found(await searchItems(record, baskets, k, options))
        expect(direct.steps).toEqual(listed.steps)
        expect(direct.groupings).toEqual(listed.groupings)
      }),
      { numRuns: someOf(40) },
    )
  })

  it('does not depend on the order of the baskets', async () => {
    await fc.assert(
      fc.asyncProperty(smallBaskets(7, 10), async (baskets) => {
        fc.pre(baskets.count >= 3)
        const lines = setsOf(baskets).map((set) => [...set].map((item) => baskets.items[item]).join(' '))
        const turned = parseBaskets(lines.reverse().join('\n'))
        const one = found(await searchItems(record, baskets, 3, options))
        expect(found(await searchItems(record, turned, 3, options)).steps).toEqual(one.steps)
      }),
      { numRuns: someOf(40) },
    )
  })

  it('never loses less than the best of all 877 partitions of the paper’s figure', async () => {
    for (const [k, penalty] of [
      [2, 27 / 133],
      [3, 43 / 133],
    ] as const) {
      const result = found(await searchItems(record, figureOne, k, options))
      const { groupOf, groups } = result.groupings.parts[0]
      const sizes = new Int32Array(groups)
      for (const group of groupOf) sizes[group]++
      const occurrences = [4, 4, 2, 1, 3, 3, 2]
      let sum = 0
      groupOf.forEach((group, item) => {
        sum += sizes[group] === 1 ? 0 : occurrences[item] * sizes[group]
      })
      expect(sum / 133).toBeGreaterThanOrEqual(penalty - 1e-12)
    }
  })
})

describe('utilityConstraintsFromTree', () => {
  it('takes the nodes of a depth, and refuses an item outside the tree', () => {
    expect(Array.from(utilityConstraintsFromTree(figureOneTree, 1, figureOne).constraints)).toEqual([
      0, 0, 0, 0, 1, 1, 1,
    ])
    expect(Array.from(utilityConstraintsFromTree(figureOneTree, 2, figureOne).constraints)).toEqual([
      0, 0, 1, 1, 2, 3, 4,
    ])
    expect(utilityConstraintsFromTree(figureOneTree, 0, figureOne).count).toBe(1)
    expect(() => utilityConstraintsFromTree(figureOneTree, 1, parseBaskets('a z'))).toThrow(
      /item "…" \(1 character\) is not a leaf/,
    )
    expect(() => utilityConstraintsFromTree(figureOneTree, -1, figureOne)).toThrow(/at least 0; got -1/)
  })
})

describe('runStepwise', () => {
  it('lets a signal in between steps and then gives nothing', async () => {
    const controller = new AbortController()
    let steps = 0
    function* endless() {
      for (;;) {
        steps++
        yield { done: steps, total: 0 }
      }
    }
    setTimeout(() => controller.abort(), 20)
    const result = await runStepwise(endless(), { ...quietRun, signal: controller.signal })
    expect(result).toBeUndefined()
    expect(steps).toBeGreaterThan(1)
  })

  it('reports progress as it goes', async () => {
    const seen: number[] = []
    let clock = 0
    function* work() {
      for (let done = 0; done < 5; done++) yield { done, total: 5 }
      return 'finished'
    }
    const run = { ...quietRun, now: () => (clock += 30), progress: ({ done }: { done: number }) => seen.push(done) }
    expect(await runStepwise(work(), run)).toBe('finished')
    expect(seen.length).toBeGreaterThan(0)
  })
})
