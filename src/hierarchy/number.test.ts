import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forEachGroup } from './grouping.ts'
import { groupLabel, groupLoss, type Hierarchy } from './hierarchy.ts'
import { binNumbers, numberHierarchyFromBins, parseNumber } from './number.ts'
import type { Endpoints } from './specification.ts'

describe('parseNumber', () => {
  test.each([
    ['7', 7],
    ['07', 7],
    ['7.0', 7],
    [' -3.5 ', -3.5],
    ['+.5', 0.5],
    ['1e3', 1000],
    ['5.', 5],
    ['-0', 0],
    ['9007199254740991', 9007199254740991],
    ['1e20', 1e20],
  ])('%j is %d', (text, value) => {
    expect(parseNumber(text)).toBe(value)
  })

  test.each([
    '',
    ' ',
    'x',
    '1,5',
    '0x10',
    'NaN',
    'Infinity',
    '1e999',
    '9007199254740993',
    '-9007199254740992',
    '1 2',
    '--1',
    '.',
    'e5',
  ])('%j is none', (text) => {
    expect(parseNumber(text)).toBeNaN()
  })
})

describe('binNumbers', () => {
  const ages = [17, 18, 19, 25, 30, 39, 40, 90]
  test.each<[string, Endpoints, string[]]>([
    ['all', 'all', ['17', '18', '19', '25', '30', '39', '40', '90']],
    [
      'a list: an endpoint begins the bin on its right',
      { list: [40, 18, 18, 20, 500, -1] },
      ['17', '[18,19]', '[25,39]', '[40,90]'],
    ],
    ['a list outside the data', { list: [0, 1000] }, ['[17,90]']],
    ['a width', { width: 10 }, ['[17,19]', '25', '[30,39]', '40', '90']],
    ['a width from an origin', { width: 10, origin: 8 }, ['17', '[18,25]', '30', '[39,40]', '90']],
    [
      'a width over a declared range: bins without data exist too',
      { width: 20, origin: 1, low: 1, high: 130 },
      ['[17,19]', '[25,40]', '41', '61', '90', '101', '[121,130]'],
    ],
    ['quantiles', { quantiles: 3 }, ['[17,18]', '[19,25]', '[30,39]', '[40,90]']],
    ['more quantiles than values', { quantiles: 100 }, ['17', '18', '19', '25', '30', '39', '40', '90']],
  ])('%s', (_, endpoints, labels) => {
    const values = Float64Array.from(ages)
    const { low, high } = binNumbers(
      'age',
      values,
      values.map(() => 1),
      endpoints,
    )
    expect(numberHierarchyFromBins('age', low, high).values).toEqual(labels)
  })

  test.each([
    [{ width: 5, low: 20, high: 100 }, /declare the range 20 to 100.*values below it/],
    [{ width: 5, low: 0 }, /both low and high/],
    [{ width: 5, low: 9, high: 0 }, /low at most high; got low 9 and high 0/],
  ])('refuses %j', (endpoints, message) => {
    const values = Float64Array.from(ages)
    expect(() => binNumbers('age', values, values, endpoints)).toThrow(message)
  })

  test('quantiles count rows, and a value with most of them stands alone', () => {
    const { low, high } = binNumbers('hours', Float64Array.of(10, 20, 40, 50, 60), [1, 1, 10, 1, 1], { quantiles: 4 })
    expect(Array.from(low)).toEqual([10, 40, 50])
    expect(Array.from(high)).toEqual([20, 40, 60])
  })

  test('a width of decimals does not stumble over rounding', () => {
    const values = Float64Array.from({ length: 30 }, (_, i) => (i + 1) / 10)
    const { low } = binNumbers(
      'x',
      values,
      values.map(() => 1),
      { width: 0.1 },
    )
    expect(low.length).toBe(30)
  })

  test.each<[Endpoints, RegExp]>([
    [{ width: 0 }, /endpoints.width of column "x" must be a number above 0; got 0/],
    [{ width: 1, origin: Number.NaN }, /origin .* got NaN/],
    [{ quantiles: 1.5 }, /whole number of at least 1; got 1.5/],
    [{ list: [1, Number.NaN] }, /must be numbers; got NaN/],
  ])('%j is refused', (endpoints, message) => {
    expect(() => binNumbers('x', Float64Array.of(1, 2), [1, 1], endpoints)).toThrow(message)
  })

  test('quantiles: no endpoint is farther from its goal than its neighbours would be', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        (counts, quantiles) => {
          const values = Float64Array.from(counts, (_, index) => index)
          const starts = Array.from(binNumbers('x', values, counts, { quantiles }).low).slice(1)
          // Brute force: the cut whose share of rows before it is nearest to j/(q+1), without the outer ends.
          const rows = counts.reduce((a, b) => a + b, 0)
          const wanted = new Set<number>()
          for (let j = 1; j <= quantiles; j++) {
            let best = 0
            let bestDistance = Number.POSITIVE_INFINITY
            let before = 0
            for (let place = 0; place <= counts.length; place++) {
              const distance = Math.abs(before * (quantiles + 1) - rows * j)
              if (distance < bestDistance) {
                best = place
                bestDistance = distance
              }
              before += counts[place] ?? 0
            }
            if (best > 0 && best < counts.length) wanted.add(best)
          }
          expect(starts).toEqual([...wanted].sort((a, b) => a - b))
        },
      ),
    )
  })
})

describe('numberHierarchyFromBins', () => {
  test('whole numbers: a ladder of 1, 5, 10, 20, 100 aligned to multiples, repeats left out', () => {
    const hierarchy = all([17, 18, 19, 20, 39, 40, 46, 90])
    expect(names(hierarchy)).toEqual(['values', 'width 5', 'width 10', 'width 20', 'all'])
    expect(labels(hierarchy)).toEqual([
      ['17', '18', '19', '20', '39', '40', '46', '90'],
      ['[17,19]', '20', '39', '40', '46', '90'],
      ['[17,19]', '20', '39', '[40,46]', '90'],
      ['[17,19]', '[20,39]', '[40,46]', '90'],
      ['[17,90]'],
    ])
    expect(names(all([0, 1500, 1700, 3100]))).toEqual(['values', 'width 1000', 'width 2000', 'all'])
  })

  test('T8: ages exact, by decade, all', () => {
    const hierarchy = all([25, 27, 29, 31, 34, 38, 45, 63], [10])
    expect(labels(hierarchy).slice(1)).toEqual([['[25,29]', '[31,38]', '45', '63'], ['[25,63]']])
  })

  test('education [1,3] of 1 to 16 loses 2/15', () => {
    const hierarchy = all(Array.from({ length: 16 }, (_, index) => index + 1))
    expect(groupLoss(hierarchy, 0, 2)).toBeCloseTo(2 / 15, 12)
    expect(groupLabel(hierarchy, 0, 2)).toBe('[1,3]')
  })

  test('other scales: the unit is the last decimal place, but not below a millionth of the range', () => {
    expect(names(all([0.01, 0.02, 0.07, 0.31]))).toEqual(['values', 'width 0.05', 'width 0.1', 'all'])
    expect(names(all([1.123456789, 1.123456999, 1.19, 4000]))).toEqual(['values', 'width 0.01', 'width 0.1', 'all'])
    expect(names(all([1_000_000, 1_000_001, 3_000_000_000]))).toEqual(['values', 'width 10000', 'all'])
  })

  test('numbers on both sides of 0 meet at the last level', () => {
    expect(labels(all([-5, -1, 0, 4])).at(-2)).toEqual(['[-5,-1]', '[0,4]'])
    expect(labels(all([-5, -1, 0, 4])).at(-1)).toEqual(['[-5,4]'])
  })

  test('bins as they come from an engine keep together at every level', () => {
    const hierarchy = numberHierarchyFromBins('x', Float64Array.of(1, 8, 23), Float64Array.of(7, 22, 23))
    expect(labels(hierarchy)).toEqual([['[1,7]', '[8,22]', '23'], ['[1,22]', '23'], ['[1,23]']])
    expect(hierarchy.levels[0].name).toBe('bins')
  })

  test('missing values keep a group of their own up to the last level', () => {
    const low = Float64Array.of(1, 2, 8)
    const hierarchy = numberHierarchyFromBins('x', low, low, { missing: true })
    expect(hierarchy.missing).toBe(3)
    expect(hierarchy.low![3]).toBeNaN()
    expect(labels(hierarchy)).toEqual([
      ['1', '2', '8', '(missing)'],
      ['[1,2]', '8', '(missing)'],
      ['[1,8]', '(missing)'],
      ['[1,8] or missing'],
    ])
  })

  test.each([
    [[5, 12], /each width must be a multiple of the one before, so that levels nest; got 12 after 5/],
    [[10, 5], /got 5 after 10/],
    [[0], /numbers above 0; got 0/],
  ])('levels %j are refused', (levels, message) => {
    expect(() => all([1, 2], levels)).toThrow(message)
  })

  test('bins that overlap are our own fault', () => {
    expect(() => numberHierarchyFromBins('x', Float64Array.of(1, 2), Float64Array.of(2, 3))).toThrow(/must ascend/)
  })
})

function all(values: number[], levels?: number[]): Hierarchy {
  const low = Float64Array.from(values)
  return numberHierarchyFromBins('x', low, low, { levels })
}

function names(hierarchy: Hierarchy): string[] {
  return hierarchy.levels.map(({ name }) => name)
}

function labels(hierarchy: Hierarchy): string[][] {
  return hierarchy.levels.map(({ grouping }) => {
    const found: string[] = []
    forEachGroup(grouping, (_, from, to) => found.push(groupLabel(hierarchy, from, to)))
    return found
  })
}

describe('numberHierarchyFromBins(column, low, high, { domain })', () => {
  const values = Float64Array.from([20, 30, 60])

  test('measures losses against the declared range, whatever the data hold', () => {
    const hierarchy = numberHierarchyFromBins('age', values, values, { domain: [0, 120] })
    expect(groupLoss(hierarchy, 0, 2)).toBeCloseTo(40 / 120, 12)
    expect(groupLoss(numberHierarchyFromBins('age', values, values), 0, 2)).toBe(1)
  })

  test.each([
    [[25, 120], 'values below it'],
    [[0, 50], 'values above it'],
  ] as const)('refuses %j, without naming a value of the data', (domain, says) => {
    expect(() => numberHierarchyFromBins('age', values, values, { domain })).toThrow(says)
    expect(() => numberHierarchyFromBins('age', values, values, { domain })).not.toThrow(/\b(20|60)\b/)
  })
})
