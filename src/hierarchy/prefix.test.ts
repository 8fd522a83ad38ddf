import { describe, expect, test } from 'vitest'
import { padWithZeros, prefixTaxonomy } from './prefix.ts'
import { writeTaxonomyLines } from './taxonomy/write-taxonomy.ts'

describe('prefixTaxonomy', () => {
  test('postcodes lose characters from the right', () => {
    const { root, levelNames } = prefixTaxonomy('zip', ['12345', '12399', '99999'])
    expect(writeTaxonomyLines(root)).toBe(
      [
        '12345;1234*;123**;12***;1****;*',
        '12399;1239*;123**;12***;1****;*',
        '99999;9999*;999**;99***;9****;*',
        '',
      ].join('\n'),
    )
    expect(levelNames).toEqual(['5 characters', '4 characters', '3 characters', '2 characters', '1 character', 'all'])
  })

  test('T8: zip of 4, 3, 2 digits, all', () => {
    const { root } = prefixTaxonomy('zip', ['4711', '4712', '4721', '4722', '4731', '5100'], { levels: [3, 2] })
    expect(writeTaxonomyLines(root)).toBe(
      [
        '4711;471*;47**;*',
        '4712;471*;47**;*',
        '4721;472*;47**;*',
        '4722;472*;47**;*',
        '4731;473*;47**;*',
        '5100;510*;51**;*',
        '',
      ].join('\n'),
    )
  })

  test('a shorter value stays itself while its length is kept', () => {
    const { root } = prefixTaxonomy('code', ['123', '12', '1', '124', '2'])
    expect(writeTaxonomyLines(root)).toBe(
      ['1;1;1;*', '12;12;1**;*', '123;12*;1**;*', '124;12*;1**;*', '2;2;2;*', ''].join('\n'),
    )
  })

  test('characters beyond the basic plane count once', () => {
    expect(writeTaxonomyLines(prefixTaxonomy('code', ['𝔸𝔹', '𝔸ℂ']).root)).toBe('𝔸ℂ;𝔸*;*\n𝔸𝔹;𝔸*;*\n')
  })

  test.each([[[0]], [[1.5]], [[-1]]])('levels %j are refused', (levels) => {
    expect(() => prefixTaxonomy('zip', ['12'], { levels })).toThrow(
      /numbers of characters to keep, whole and at least 1/,
    )
  })
})

test('padWithZeros: all as long as the longest', () => {
  expect(padWithZeros(['2139', '90210'])).toEqual(['02139', '90210'])
})
