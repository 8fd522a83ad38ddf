import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCount, formatFigure, formatRisk, formatShare } from './format.ts'

describe('formatCount(count)', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [30_162, '30,162'],
    [1_234_567, '1,234,567'],
    [-1_000, '-1,000'],
    [-0, '0'],
    [Number.NaN, '–'],
    [Number.POSITIVE_INFINITY, '∞'],
  ])('writes %d as %s', (count, text) => expect(formatCount(count)).toBe(text))

  test('keeps every digit of a whole number', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (count) => {
        expect(Number(formatCount(count).replaceAll(',', ''))).toBe(count)
      }),
    )
  })
})

describe('formatShare(share)', () => {
  test.each([
    [0, '0%'],
    [1, '100%'],
    [0.123_4, '12.3%'],
    [0.5, '50%'],
    [0.004_567, '0.46%'],
    [0.000_01, '<0.01%'],
    [0.991_66, '99.17%'],
    [0.999_99, '>99.99%'],
    [12.5, '1,250%'],
    [-0.25, '-25%'],
    [Number.NaN, '–'],
  ])('writes %d as %s', (share, text) => expect(formatShare(share)).toBe(text))

  test('never reads as nothing or as all unless it is', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true, minExcluded: true, maxExcluded: true }), (share) => {
        expect(['0%', '100%']).not.toContain(formatShare(share))
      }),
    )
  })
})

describe('formatFigure(value)', () => {
  test.each([
    [0, '0'],
    [1, '1'],
    [0.220_651, '0.2207'],
    [0.5, '0.5'],
    [4.953_5, '4.954'],
    [9_120_447, '9,120,447'],
    [1_234.56, '1,235'],
    [999.96, '1,000'],
    [0.000_012_34, '1.23e-5'],
    [-0.25, '-0.25'],
    [Number.NaN, '–'],
    [Number.NEGATIVE_INFINITY, '-∞'],
  ])('writes %d as %s', (value, text) => expect(formatFigure(value)).toBe(text))

  test('separates thousands, however the value came to have them', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e12, noNaN: true }), (value) => {
        expect(formatFigure(value)).toMatch(/^(\d\.\d\de-\d|\d{1,3}(,\d{3})*(\.\d+)?)$/)
      }),
    )
  })

  test('is near the value', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e12, noNaN: true }), (value) => {
        expect(Math.abs(Number(formatFigure(value).replaceAll(',', '')) - value)).toBeLessThanOrEqual(value * 0.005)
      }),
    )
  })
})

test('a figure that was not defined is not defined after a way through JSON either', () => {
  const [figure] = JSON.parse(JSON.stringify([Number.NaN])) as number[]
  for (const format of [formatCount, formatFigure, formatShare]) expect(format(figure)).toBe('–')
})

test('formatRisk(value, range) writes a share only where the range is 0 to 1', () => {
  expect(formatRisk(0.1, [0, 1])).toBe('10%')
  expect(formatRisk(1, [0, Number.POSITIVE_INFINITY])).toBe('1')
  expect(formatRisk(1, undefined)).toBe('1')
})
