import { describe, expect, it } from 'vitest'
import { generalizedToken, itemsRecoding, itemTokens, readItemsRecoding } from './items.ts'

const items = ['a', 'b', 'c', 'd']
const grouping = { groupOf: [0, 1, 0, -1], groups: 2 }

describe('itemsRecoding', () => {
  it('names items, tokens and what is suppressed, and no codes', () => {
    expect(itemsRecoding(items, { parts: [grouping] })).toEqual({
      version: 1,
      kind: 'items',
      parts: [{ published: [{ token: '(a,c)', items: ['a', 'c'] }, 'b'], suppressed: ['d'] }],
    })
  })

  it('keeps the name of a group of which one item is left', () => {
    const recoding = itemsRecoding(items, { parts: [{ ...grouping, names: ['Fruit', 'Bread'] }] })
    expect(recoding.parts[0].published).toContainEqual({ token: 'Bread', items: ['b'] })
  })

  it('takes the names of tree nodes, and the item’s own for a single one', () => {
    const recoding = itemsRecoding(items, { parts: [{ ...grouping, names: ['Fruit', 'b'] }] })
    expect(recoding.parts[0].published).toEqual([{ token: 'Fruit', items: ['a', 'c'] }, 'b'])
  })

  it('refuses a token that falls apart at the separator or is another item', () => {
    const named = (name: string) => ({ parts: [{ ...grouping, names: [name, undefined] }] })
    expect(() => itemsRecoding(items, named('Fresh fruit'))).toThrow(/contains the separator " "/)
    expect(() => itemsRecoding(items, named('b'))).toThrow(/"b" has the name of another item/)
  })

  it('comes back through JSON', () => {
    const recoding = itemsRecoding(items, { parts: [grouping] })
    expect(readItemsRecoding(JSON.parse(JSON.stringify(recoding)))).toEqual(recoding)
  })
})

describe('generalizedToken', () => {
  it('is the paper’s form, joined otherwise where items are separated by commas', () => {
    expect(generalizedToken(['a', 'b'])).toBe('(a,b)')
    expect(generalizedToken(['a', 'b'], ',')).toBe('(a|b)')
  })

  it('says which items they are where these have commas', () => {
    expect(generalizedToken(['a', 'a,b', 'b,c'])).toBe('(a|a,b|b,c)')
    expect(generalizedToken(['a,b', 'c|d'])).toBe('(a,b/c|d)')
  })
})

describe('tokensOf', () => {
  it('gives items their token, suppressed ones none, and tokens the order of the recoding', () => {
    const { tokens, places } = itemTokens(itemsRecoding(items, { parts: [grouping] }))
    expect(['a', 'c', 'd', 'x'].map((item) => tokens.get(item))).toEqual(['(a,c)', '(a,c)', null, undefined])
    expect([...places.values()]).toEqual([...places.keys()].map((_, place) => place))
  })
})

describe('readItemsRecoding', () => {
  it('refuses another kind or version, missing parts, and an item or token that stands twice', () => {
    expect(() => readItemsRecoding({ version: 1, kind: 'columns' })).toThrow(/kind "items"; got .* "columns"/)
    expect(() => readItemsRecoding(undefined)).toThrow(/version 1/)
    expect(() => readItemsRecoding({ version: 1, kind: 'items', parts: [] })).toThrow(/needs parts/)
    const part = (published: unknown) => ({ version: 1, kind: 'items', parts: [{ published, suppressed: ['z'] }] })
    expect(() => readItemsRecoding(part([{ token: 1 }]))).toThrow(/part 1/)
    expect(() => readItemsRecoding(part(['a', 'z']))).toThrow(/"z" twice/)
    expect(() => readItemsRecoding(part(['a', { token: 'a', items: ['b', 'c'] }]))).toThrow(/token "a" twice/)
  })
})

const many = Array.from({ length: 500 }, (_, i) => `item${i}`)
const halves = { groupOf: many.map((_, i) => (i < 2 ? 1 : 0)), groups: 2 }

it('names all items of a token, unless the release would be large', () => {
  const whole = itemsRecoding(many, { parts: [halves] }, ' ', [Int32Array.of(1000, 1000)])
  expect(whole).toEqual(itemsRecoding(many, { parts: [halves] }))
  const large = itemsRecoding(many, { parts: [halves] }, ' ', [Int32Array.of(100_000, 1000)])
  expect(large.parts[0].published).toEqual([
    { token: '(item2,item3,item4,...+495)', items: many.slice(2) },
    { token: '(item0,item1)', items: ['item0', 'item1'] },
  ])
})
