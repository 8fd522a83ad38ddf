import { describe, expect, it } from 'vitest'
import { figureOne } from '../../../test/baskets/examples.ts'
import { parseBaskets } from '../../../test/baskets/parse-baskets.ts'
import { type Itemsets, itemsetAt, itemsetsFrom } from '../../baskets/itemset-list.ts'
import { readOptions } from '../../ground/options.ts'
import { itemRequirements } from './index.ts'
import { kmAnonymity, requireKmAnonymity } from './km-anonymity.ts'
import {
  closeUnderSubsets,
  constraintsFromText,
  constraintsFromVisits,
  generateConstraints,
  privacyConstraints,
  requirePrivacyConstraints,
} from './privacy-constraints.ts'

const spell = (sets: Itemsets) =>
  Array.from({ length: sets.count }, (_, i) => Array.from(itemsetAt(sets, i), (item) => figureOne.items[item]).join(''))

describe('requireKmAnonymity', () => {
  it('asks for k baskets, and for k + 1 in strict mode', () => {
    expect(requireKmAnonymity(figureOne, 2)).toMatchObject({ k: 2, protects: { upTo: 2 } })
    expect(requireKmAnonymity(figureOne, 2, 3, true)).toMatchObject({
      k: 3,
      protects: { upTo: 3 },
      options: { k: 2, m: 3, strict: true },
    })
  })

  it('refuses k above the number of baskets with items', () => {
    expect(() => requireKmAnonymity(figureOne, 7)).toThrow(/at most the number of baskets with items, 6; got 7/)
    const baskets = parseBaskets('a\n\n\nb\n', { emptyBaskets: 'keep' })
    expect(() => requireKmAnonymity(baskets, 3)).toThrow(/items, 2; got 3/)
  })

  it('is made from options of its record', () => {
    const made = kmAnonymity.make(readOptions('km', kmAnonymity.options, { k: 3 }), figureOne)
    expect(made).toMatchObject({ name: 'km-anonymity', k: 3, protects: { upTo: 2 } })
    expect(itemRequirements).toHaveLength(2)
  })
})

describe('constraintsFromVisits(table, baskets, columns)', () => {
  const table = 'who,when,code\n1,mon,a\n1,mon,b\n1,tue,c\n2,mon,b\n2,mon,a\n2,mon,b\n3,mon,zebra\n3,mon,d\n'

  it('has the codes of each visit once, and passes over what no basket holds', () => {
    expect(spell(constraintsFromVisits(table, figureOne, ['who', 'when', 'code']))).toEqual(['c', 'd', 'ab'])
  })

  it('is every set of codes of one visit, with its parts', () => {
    const asked = { k: 2, visits: ['who', 'when', 'code'], 'close-under-subsets': true }
    const { protects } = privacyConstraints.make(asked, figureOne, table)
    expect(protects).toMatchObject({ count: 5 })
  })

  it('names a column that is not there, and a wrong list', () => {
    expect(() => constraintsFromVisits(table, figureOne, ['who', 'wen', 'code'])).toThrow(/no column "wen".*when/)
    expect(() => privacyConstraints.make({ k: 2, visits: ['who'] }, figureOne, table)).toThrow(/three columns/)
  })
})

describe('constraintsFromText', () => {
  it('reads a constraint per line, each once, and passes over comments', () => {
    expect(spell(constraintsFromText('b a\n# a comment\n\na b\nc\n', figureOne))).toEqual(['c', 'ab'])
  })

  it('refuses an unknown item, naming line and item', () => {
    expect(() => constraintsFromText('a\nb zebra\n', figureOne)).toThrow(/line 2 .* "zebra"/)
  })
})

describe('closeUnderSubsets', () => {
  it('adds every part of every constraint once', () => {
    expect(spell(closeUnderSubsets(constraintsFromText('a b c\nb d\n', figureOne)))).toEqual([
      'a',
      'b',
      'c',
      'd',
      'ab',
      'ac',
      'bc',
      'bd',
      'abc',
    ])
  })

  it('refuses a constraint with too many parts', () => {
    const large = itemsetsFrom([Array.from({ length: 17 }, (_, i) => i)])
    expect(() => closeUnderSubsets(large)).toThrow(/17 items.*close-under-subsets/)
  })
})

describe('generateConstraints', () => {
  it('gives all occurring itemsets up to a size: 7 items and 19 pairs', () => {
    expect(generateConstraints(figureOne, { how: 'all', size: 2 }).count).toBe(26)
  })

  it('gives those that a share of the baskets hold', () => {
    expect(spell(generateConstraints(figureOne, { how: 'frequent', size: 2, frequency: 0.5 }))).toEqual([
      'a',
      'b',
      'e',
      'f',
      'ab',
      'ae',
    ])
  })

  it('gives each distinct basket once', () => {
    expect(spell(generateConstraints(figureOne, { how: 'rows' }))).toEqual(['ab', 'ae', 'cf', 'bfg', 'abeg', 'abcdef'])
  })
})

describe('privacyConstraints', () => {
  const make = (options: object, text?: string) =>
    privacyConstraints.make(
      readOptions('constraints', privacyConstraints.options, { k: 2, ...options }),
      figureOne,
      text,
    )

  it('closes a text under subsets unless asked not to', () => {
    expect(make({}, 'a b\n')).toMatchObject({ protects: { count: 3 } })
    expect(make({ 'close-under-subsets': false }, 'a b\n')).toMatchObject({ protects: { count: 1 } })
    expect(make({ generate: 'all', size: 1 })).toMatchObject({ protects: { count: 7 } })
  })

  it('refuses neither file nor generation, no constraint, and k above the baskets', () => {
    expect(() => make({})).toThrow(/need a file/)
    expect(() => make({}, '\n')).toThrow(/no privacy constraint/)
    expect(() => requirePrivacyConstraints(figureOne, 9, itemsetsFrom([[0]]))).toThrow(/got 9/)
  })
})
