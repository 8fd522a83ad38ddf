import { expect, test } from 'vitest'
import { cramersV } from './before-after.ts'
import { columnBins } from './column-bins.ts'

const counted = (...values: string[]) => values.map((value, i) => ({ value, count: values.length - i }))

test('columnBins: an interval is spread evenly over the numbers of the data that it covers', () => {
  const inside = (label: string) => {
    const [low, high] = label.slice(1, -1).split(',').map(Number)
    return (value: string) => Number(value) >= low && Number(value) <= high
  }
  const { labels, spread } = columnBins(counted('1', '2', '5', '9'), 5, inside)
  expect(labels).toEqual(['0 to 1', '2 to 3', '4 to 5', '6 to 7', '8 to 9'])
  expect(spread('5')).toEqual([[2, 1]])
  expect(spread('[1,5]')).toEqual([
    [0, 1 / 3],
    [1, 1 / 3],
    [2, 1 / 3],
  ])
  expect([spread('*'), spread('?'), spread('[100,200]')]).toEqual([[], [], []])
})

test('columnBins: rare names are one bin, and dates are years where there are too many days', () => {
  const names = columnBins(counted('a', 'b', 'c', 'd'), 3, (label) => (value) => label.includes(value))
  expect(names.labels).toEqual(['a', 'b', '2 others'])
  expect(names.spread('{b,c,d}')).toEqual([
    [1, 1 / 3],
    [2, 2 / 3],
  ])
  const dates = columnBins(counted('2020-01-31', '2020-02-01', '2021-05-05'), 2, () => () => false)
  expect(dates.labels).toEqual(['2020', '2021'])
})

test("associationOf: Cramér's V is 1 where one column says the other, and 0 where they are independent", () => {
  expect(cramersV([5, 0, 0, 7], 2, 2)).toBeCloseTo(1)
  expect(cramersV([2, 4, 3, 6], 2, 2)).toBe(0)
  expect(cramersV([2, 4], 1, 2)).toBe(0)
})
