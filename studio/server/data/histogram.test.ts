import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { binWidth, countHistogram, dateHistogram, numberHistogram } from './histogram.ts'

const labels = (counts: Record<number, number>) =>
  countHistogram(new Map(Object.entries(counts).map(([value, count]) => [Number(value), count]))).bins.map(
    ({ label, count }) => `${label}: ${count}`,
  )

describe('the ends of a histogram', () => {
  it('are the smallest and the largest value, wherever bins begin and end', () => {
    const width = binWidth(17, 91, true)
    const { bins, least, most } = numberHistogram(width, new Map(), true)
    expect([least, most]).toEqual(['17', '91'])
    expect([bins[0].label, bins[bins.length - 1].label]).toEqual(['16 to 17', '90 to 91'])
    expect(numberHistogram(binWidth(0.25, 12_345.5, false), new Map(), false)).toMatchObject({
      least: '0.25',
      most: '12,346',
    })
    const dates = ['1980-05-03', '1934-12-31', '2007-01-02'].map((value) => ({ value, count: 1 }))
    expect(dateHistogram(dates)).toMatchObject({ least: '1934-12-31', most: '2007-01-02' })
    expect(
      countHistogram(
        new Map([
          [3, 1],
          [70, 2],
        ]),
      ),
    ).toMatchObject({ least: '3', most: '70' })
  })
})

describe('countHistogram(counts)', () => {
  it('has a bin for each number while they are few', () => {
    expect(labels({ 2: 5, 4: 1 })).toEqual(['2: 5', '3: 0', '4: 1'])
    expect(labels({})).toEqual(['0: 0'])
  })

  it('has bins of one width for numbers of one order: no empty room before the smallest', () => {
    expect(labels({ 104: 1, 128: 2, 150: 1, 190: 1 })[0]).toMatch(/^104/)
    expect(labels({ 104: 1, 128: 2, 150: 1, 190: 1 }).length).toBeGreaterThan(10)
  })

  it('has bins that double over several orders, ending at the largest', () => {
    expect(labels({ 1: 9, 3: 2, 50: 1, 70: 1 })).toEqual([
      '1: 9',
      '2 to 3: 2',
      '4 to 7: 0',
      '8 to 15: 0',
      '16 to 31: 0',
      '32 to 63: 1',
      '64 to 70: 1',
    ])
  })

  it('counts everything once, in bins that follow each other from the smallest to the largest', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.nat(5000).map(String), fc.integer({ min: 1, max: 9 }), { minKeys: 1 }), (counts) => {
        const given = new Map(Object.entries(counts).map(([value, count]) => [Number(value), count]))
        const { bins } = countHistogram(given)
        const values = [...given.keys()]
        expect(bins[0].low).toBe(Math.min(...values))
        expect(bins[bins.length - 1].high).toBe(Math.max(...values) + 1)
        for (let i = 1; i < bins.length; i++) expect(bins[i].low).toBe(bins[i - 1].high)
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe([...given.values()].reduce((a, b) => a + b, 0))
        expect(bins.length).toBeLessThanOrEqual(45)
      }),
    )
  })
})
