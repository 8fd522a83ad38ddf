import { describe, expect, it } from 'vitest'
import { parseBaskets } from '../../test/baskets/parse-baskets.ts'
import { UserError } from '../ground/errors.ts'
import { type Baskets, basketsFrom, compareCodePoints, invertRows, rowSupports, selectBaskets } from './baskets.ts'

const labels = (baskets: Baskets): string[][] =>
  Array.from({ length: baskets.count }, (_, row) =>
    Array.from(baskets.codes.subarray(baskets.offsets[row], baskets.offsets[row + 1]), (code) => baskets.items[code]),
  )

describe('parseBaskets', () => {
  it('gives each line as ascending distinct items and counts the repeats', () => {
    const baskets = parseBaskets('b a b\nc\r\na c b a\n')
    expect(baskets.items).toEqual(['a', 'b', 'c'])
    expect(labels(baskets)).toEqual([['a', 'b'], ['c'], ['a', 'b', 'c']])
    expect(baskets.repeats).toBe(2)
  })

  it('orders items as numbers only when every label is a number', () => {
    expect(parseBaskets('10 9 100').items).toEqual(['9', '10', '100'])
    expect(parseBaskets('10 9 x').items).toEqual(['10', '9', 'x'])
  })

  it('splits at the given separator and keeps blanks inside items', () => {
    expect(labels(parseBaskets('whole milk, bread\nbread', { separator: ',' }))).toEqual([
      ['bread', 'whole milk'],
      ['bread'],
    ])
  })

  it('refuses an empty basket, naming it and the remedy, unless asked to keep or drop it', () => {
    expect(() => parseBaskets('a\n\nb\n')).toThrow(/basket 2 has no items.*keep or drop/)
    expect(parseBaskets('a\n\nb\n', { emptyBaskets: 'keep' })).toMatchObject({ count: 3, empty: 1 })
    expect(parseBaskets('a\n\nb\n', { emptyBaskets: 'drop' })).toMatchObject({ count: 2, empty: 0 })
  })

  it('refuses data without any item whatever is done with empty baskets', () => {
    expect(() => parseBaskets('\n\n', { emptyBaskets: 'keep' })).toThrow(UserError)
    expect(() => parseBaskets('', { emptyBaskets: 'drop' })).toThrow(/no item in any basket/)
  })
})

describe('basketsFrom', () => {
  it('drops labels that no basket has and sorts the rest', () => {
    const baskets = basketsFrom(['z', 'unused', 'a'], [0, 2, 3], [0, 2, 0])
    expect(baskets.items).toEqual(['a', 'z'])
    expect(labels(baskets)).toEqual([['a', 'z'], ['z']])
  })

  it('refuses a label that stands twice', () => {
    expect(() => basketsFrom(['a', 'a'], [0, 2], [0, 1])).toThrow(/"a" stands twice/)
  })
})

describe('compareCodePoints', () => {
  it('puts astral characters after all others, as code points do', () => {
    const words = ['\u{1F600}', '\uFFFD', 'z', 'a']
    expect([...words].sort(compareCodePoints)).toEqual(['a', 'z', '\uFFFD', '\u{1F600}'])
  })
})

describe('invertRows', () => {
  it('lists the rows of each code, as many as its support', () => {
    const baskets = parseBaskets('a b\nb\nb c\n')
    const inverted = invertRows(baskets, 3)
    expect(Array.from(inverted.codes)).toEqual([0, 0, 1, 2, 2])
    expect(Array.from(rowSupports(baskets, 3))).toEqual([1, 3, 1])
  })
})

describe('selectBaskets', () => {
  it('keeps the items and takes the rows in the given order', () => {
    const baskets = selectBaskets(parseBaskets('a b\nb\nb c\n'), [2, 0])
    expect(labels(baskets)).toEqual([
      ['b', 'c'],
      ['a', 'b'],
    ])
  })
})
