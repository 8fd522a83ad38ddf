import { describe, expect, it } from 'vitest'
import { bms, bmsWebView2, figureOne } from '../../../../test/baskets/examples.ts'
import {
  clusterFigures,
  found,
  quietRun,
  searchItems,
  spellMerge,
  spellPublished,
} from '../../../../test/baskets/golden.ts'
import { parseBaskets } from '../../../../test/baskets/parse-baskets.ts'
import { needs } from '../../../../test/needs.ts'
import { endsOf } from '../../../../test/thorough.ts'
import { itemsetsFrom } from '../../../baskets/itemset-list.ts'
import { askKmAnonymity } from '../../../requirements/items/km-anonymity.ts'
import { generateConstraints, requirePrivacyConstraints } from '../../../requirements/items/privacy-constraints.ts'
import { utilityConstraintsFromText } from '../../clusters/utility-constraints.ts'
import { searchCoat } from './coat.ts'

const threeGroups = utilityConstraintsFromText('a b\nc d\ne f g\n', figureOne)

describe('coat on the paper’s figure', () => {
  it('k = 2 takes the steps and publishes the baskets of the golden values', async () => {
    const result = found(await searchItems(searchCoat, figureOne, 2))
    expect(result.steps.map(spellMerge)).toEqual(['d(1): c+d', 'ac(1): cd+f', 'ac(1): cdf+g'])
    expect(spellPublished(figureOne, result)).toEqual(['a b cdfg e', 'a b cdfg e', 'a e', 'b cdfg', 'a b', 'cdfg'])
  })

  it('k = 3 likewise', async () => {
    const result = found(await searchItems(searchCoat, figureOne, 3))
    expect(result.steps.map(spellMerge)).toEqual([
      'c(2): c+d',
      'c(2): cd+f',
      'g(2): b+g',
      'be(2): a+e',
      'bf(2): bg+cdf',
    ])
    expect(spellPublished(figureOne, result)).toEqual(['ae bcdfg', 'ae bcdfg', 'ae', 'bcdfg', 'ae bcdfg', 'bcdfg'])
  })

  it('k = 4, 5, 6 publish one item for all', async () => {
    for (const k of [4, 5, 6]) {
      const result = found(await searchItems(searchCoat, figureOne, k))
      expect(spellPublished(figureOne, result)).toEqual(new Array(6).fill('abcdefg'))
    }
  })

  it('stays inside utility constraints and suppresses what cannot grow, k = 2 and 3', async () => {
    const problem = { utility: threeGroups, suppressionLimit: 2 / 7 }
    const two = found(await searchItems(searchCoat, figureOne, 2, {}, problem))
    expect(two.steps.map(spellMerge)).toEqual(['d(1): c+d', 'ac(1): a+b', 'ac(1): suppress cd', 'ef(1): e+g'])
    expect(spellPublished(figureOne, two)).toEqual(['ab eg f', 'ab eg', 'ab eg', 'ab eg f', 'ab', 'f'])
    const three = found(await searchItems(searchCoat, figureOne, 3, {}, problem))
    expect(three.steps.map(spellMerge)).toEqual(['c(2): c+d', 'c(2): suppress cd', 'g(2): e+g', 'bf(2): eg+f'])
    expect(spellPublished(figureOne, three)).toEqual(['a b efg', 'a b efg', 'a efg', 'b efg', 'a b', 'efg'])
  })

  it('says that none exists when more would have to be suppressed than allowed', async () => {
    const result = await searchItems(searchCoat, figureOne, 2, {}, { utility: threeGroups, suppressionLimit: 0.2 })
    expect(result).toMatchObject({ outcome: 'none-exists', reason: expect.stringContaining('suppression-limit') })
  })

  it('protects exactly the sets of size m when asked so: the constraints of size 2 alone, k = 3', async () => {
    const pairs = generateConstraints(figureOne, { how: 'all', size: 2 })
    const exactly = itemsetsFrom(
      Array.from({ length: pairs.count }, (_, i) =>
        pairs.codes.subarray(pairs.offsets[i], pairs.offsets[i + 1]),
      ).filter((set) => set.length === 2),
    )
    const requirement = requirePrivacyConstraints(figureOne, 3, exactly)
    const result = found(
      await searchCoat.search({ baskets: figureOne, requirement, suppressionLimit: 0 }, {}, quietRun),
    )
    const published = new Set(spellPublished(figureOne, result).flatMap((basket) => basket.split(' ')))
    expect([...published].sort()).toEqual(['abde', 'cfg'])
  })

  it('stops when cancelled', async () => {
    const controller = new AbortController()
    controller.abort()
    const run = { ...quietRun, signal: controller.signal }
    const requirement = askKmAnonymity(2, 2)
    const result = await searchCoat.search({ baskets: figureOne, requirement, suppressionLimit: 0 }, {}, run)
    expect(result.outcome).toBe('cancelled')
  })
})

describe('utilityConstraintsFromText', () => {
  it('refuses overlaps and unknown items, and leaves unnamed items alone', () => {
    expect(() => utilityConstraintsFromText('a b\nb c\n', figureOne)).toThrow(/"b" stands in two .* lines 1 and 2/)
    expect(() => utilityConstraintsFromText('a x\n', figureOne)).toThrow(/line 1 .* "x"/)
    expect(() => utilityConstraintsFromText('\n', figureOne)).toThrow(/empty/)
    const constraints = utilityConstraintsFromText('a b\n', parseBaskets('a b c d'))
    expect(Array.from(constraints.constraints)).toEqual([0, 0, 1, 2])
  })
})

describe('coat on BMS-WebView-2', () => {
  const golden = [
    [2, 3056, 284, '73897b7f84a38f3d'],
    [5, 3131, 209, '45edc5242537cd5f'],
    [50, 3238, 102, 'ecfe23d8491a28bc'],
    [100, 3269, 71, '432763da7e81f406'],
  ] as const
  it.each(endsOf(golden))('k = %i: %i merges, %i clusters, hash %s', needs(bms), async (k, merges, clusters, hash) => {
    const figures = await clusterFigures(searchCoat, bmsWebView2(), k)
    expect(figures).toEqual({ merges, suppressedItems: 0, clusters, hash })
  })
})
