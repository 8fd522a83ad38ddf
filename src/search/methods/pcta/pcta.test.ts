import { describe, expect, it } from 'vitest'
import { bms, bmsWebView2, figureOne } from '../../../../test/baskets/examples.ts'
import { clusterFigures, found, searchItems, spellMerge, spellPublished } from '../../../../test/baskets/golden.ts'
import { needs } from '../../../../test/needs.ts'
import { endsOf } from '../../../../test/thorough.ts'
import type { OptionValues } from '../../../ground/options.ts'
import { utilityConstraintsFromText } from '../../clusters/utility-constraints.ts'
import { itemSearches } from '../../items-index.ts'
import type { ItemSearchRecord } from '../../items-search.ts'
import { searchPcta } from './pcta.ts'

const literal = { merge: 'literal' }
const progress = { merge: 'progress' }

describe('pcta on the paper’s figure', () => {
  it('literal, k = 2 and 3: the steps and baskets of the golden values', async () => {
    const two = found(await searchItems(searchPcta, figureOne, 2, literal))
    expect(two.steps.map(spellMerge)).toEqual(['d(1): c+d', 'ac(1): a+e', 'ac(1): cd+f', 'ac(1): ae+b', 'fg(1): cdf+g'])
    expect(spellPublished(figureOne, two)).toEqual(['abe cdfg', 'abe cdfg', 'abe', 'abe cdfg', 'abe', 'cdfg'])
    const three = found(await searchItems(searchPcta, figureOne, 3, literal))
    expect(three.steps.map(spellMerge)).toEqual([
      'c(2): c+d',
      'c(2): cd+f',
      'g(2): b+g',
      'be(2): a+e',
      'bf(2): ae+bg',
      'bf(2): abeg+cdf',
    ])
    expect(spellPublished(figureOne, three)).toEqual(new Array(6).fill('abcdefg'))
  })

  it('progress, k = 2 and 3', async () => {
    const two = found(await searchItems(searchPcta, figureOne, 2, progress))
    expect(two.steps.map(spellMerge)).toEqual(['d(1): c+d', 'ac(1): a+f', 'bc(1): cd+e', 'eg(1): b+g'])
    expect(spellPublished(figureOne, two)).toEqual(['af bg cde', 'af bg cde', 'af cde', 'af bg', 'af bg', 'af cde'])
    const three = found(await searchItems(searchPcta, figureOne, 3, progress))
    expect(three.steps.map(spellMerge)).toEqual(['c(2): c+f', 'g(2): d+g', 'be(2): a+e', 'bf(2): b+cf', 'ad(2): ae+dg'])
    expect(spellPublished(figureOne, three)).toEqual(['adeg bcf', 'adeg bcf', 'adeg', 'adeg bcf', 'adeg bcf', 'bcf'])
  })

  it('progress is the default', async () => {
    const given = found(await searchItems(searchPcta, figureOne, 2, progress))
    expect(found(await searchItems(searchPcta, figureOne, 2)).steps).toEqual(given.steps)
  })

  it('literal is the paper', async () => {
    const pcta = itemSearches.find(({ name }) => name === searchPcta.name) as ItemSearchRecord
    const steps = async (options: OptionValues) => found(await searchItems(pcta, figureOne, 2, options)).steps
    expect(await steps({ preset: 'paper' })).toEqual(await steps(literal))
    expect(await steps({ preset: 'paper', ...progress })).toEqual(await steps({}))
  })

  it('with utility constraints, literal, k = 2 and 3', async () => {
    const utility = utilityConstraintsFromText('a b\nc d\ne f g\n', figureOne)
    const problem = { utility, suppressionLimit: 2 / 7 }
    const two = found(await searchItems(searchPcta, figureOne, 2, literal, problem))
    expect(two.steps.map(spellMerge)).toEqual(['d(1): c+d', 'ac(1): a+b', 'ac(1): suppress cd', 'ef(1): e+g'])
    expect(spellPublished(figureOne, two)).toEqual(['ab eg f', 'ab eg', 'ab eg', 'ab eg f', 'ab', 'f'])
    const three = found(await searchItems(searchPcta, figureOne, 3, literal, problem))
    expect(three.steps.map(spellMerge)).toEqual([
      'c(2): c+d',
      'c(2): suppress cd',
      'g(2): e+g',
      'bf(2): a+b',
      'bf(2): eg+f',
    ])
    expect(spellPublished(figureOne, three)).toEqual(['ab efg', 'ab efg', 'ab efg', 'ab efg', 'ab', 'efg'])
    const refused = await searchItems(searchPcta, figureOne, 3, literal, { utility, suppressionLimit: 0.2 })
    expect(refused.outcome).toBe('none-exists')
  })

  it('k = 4, 5, 6 publish one item for all, by both rules', async () => {
    for (const k of [4, 5, 6]) {
      for (const rule of [literal, progress]) {
        const result = found(await searchItems(searchPcta, figureOne, k, rule))
        expect(spellPublished(figureOne, result)).toEqual(new Array(6).fill('abcdefg'))
      }
    }
  })
})

describe('pcta on BMS-WebView-2', () => {
  const golden = [
    ['literal', 2, 3147, 193, '6c943c136762fd07'],
    ['literal', 5, 3179, 161, '3b83129bdd841a67'],
    ['literal', 50, 3249, 91, 'f1f87da3557a0f46'],
    ['literal', 100, 3278, 62, 'f5c134a2315067d3'],
  ] as const
  it.each(endsOf(golden))(
    '%s, k = %i: %i merges, %i clusters, hash %s',
    needs(bms),
    async (merge, k, merges, clusters, hash) => {
      const figures = await clusterFigures(searchPcta, bmsWebView2(), k, { merge })
      expect(figures).toEqual({ merges, suppressedItems: 0, clusters, hash })
    },
  )
})
