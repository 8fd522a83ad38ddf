import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { binClassSizes, describeClassSizes, sizeRange } from './class-sizes.ts'

describe('binClassSizes(sizes, k)', () => {
  test('gives each size its own bin where there are few', () => {
    const { scale, bins } = binClassSizes(
      [
        { size: 10, classes: 4 },
        { size: 12, classes: 1 },
      ],
      10,
    )
    expect(scale).toBe('linear')
    expect(bins).toEqual([
      { from: 10, to: 10, classes: 4, rows: 40 },
      { from: 11, to: 11, classes: 0, rows: 0 },
      { from: 12, to: 12, classes: 1, rows: 12 },
    ])
  })

  test('grows by a factor where sizes are far apart', () => {
    const { scale, bins } = binClassSizes(
      [
        { size: 10, classes: 3 },
        { size: 15, classes: 2 },
        { size: 5_000, classes: 1 },
      ],
      10,
    )
    expect(scale).toBe('log')
    expect(bins[0]).toEqual({ from: 10, to: 13, classes: 3, rows: 30 })
    expect(sizeRange(bins[1])).toBe('14 to 19')
    expect(bins.length).toBeLessThanOrEqual(26)
  })

  test('ends the last bin at k where all sizes are below it', () => {
    const sizes = [
      { size: 1, classes: 1 },
      { size: 47, classes: 2 },
    ]
    const { bins } = binClassSizes(sizes, 48)
    expect(bins.at(-1)).toMatchObject({ to: 47, classes: 2 })
    expect(describeClassSizes(binClassSizes(sizes, 48), 48)).toContain('3 of them below k = 48')
  })

  test('loses no class and no row, leaves no gap, and never puts sizes on both sides of k into one bin', () => {
    const sizes = fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 5_000_000 })), {
      minLength: 1,
      maxLength: 40,
    })
    fc.assert(
      fc.property(sizes, fc.option(fc.integer({ min: 2, max: 500 }), { nil: undefined }), (unsorted, k) => {
        const entries = unsorted.sort((a, b) => a - b).map((size, i) => ({ size, classes: (i % 3) + 1 }))
        const { bins } = binClassSizes(entries, k)
        const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
        expect(sum(bins.map((bin) => bin.classes))).toBe(sum(entries.map((entry) => entry.classes)))
        expect(sum(bins.map((bin) => bin.rows))).toBe(sum(entries.map((entry) => entry.classes * entry.size)))
        for (const [i, bin] of bins.entries()) {
          expect(bin.to).toBeGreaterThanOrEqual(bin.from)
          if (i > 0) expect(bin.from).toBe(bins[i - 1].to + 1)
          if (k !== undefined && bin.classes > 0) expect(bin.from < k && bin.to >= k).toBe(false)
        }
        expect(bins.length).toBeLessThanOrEqual(60)
      }),
    )
  })
})

test('describeClassSizes(bins, k) says how many are below k', () => {
  const sizes = [
    { size: 3, classes: 2 },
    { size: 12, classes: 5 },
  ]
  expect(describeClassSizes(binClassSizes(sizes, 10), 10)).toContain('2 of them below k = 10')
  expect(describeClassSizes(binClassSizes(sizes.slice(1), 10), 10)).toContain('None of them below k = 10')
  expect(describeClassSizes(binClassSizes([], 10), 10)).toContain('no classes')
})
