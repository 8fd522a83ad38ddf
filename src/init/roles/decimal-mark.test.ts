import { expect, test } from 'vitest'
import { decimalMark, withPlainNumbers } from './decimal-mark.ts'

test.each([
  [['1.234,50 €', '12', '0,5'], ','],
  [['$1,234.50', '12'], '.'],
  [['1,234', '56,789'], '.'],
  [['1,5', '2,25'], ','],
  [['1,5', '2.25'], undefined],
  [['12:30'], undefined],
])('decimalMark(%j) is %s', (values, mark) => {
  expect(decimalMark(values)).toBe(mark)
})

test('decimalMark of numbers that do not show it is the one asked for', () => {
  expect(decimalMark(['1,234', '56,789'], ',')).toBe(',')
  expect(decimalMark(['1,234.5'], ',')).toBe('.')
})

test('withPlainNumbers: texts of one number become one', () => {
  const profile = { name: 'x', rows: 6, values: ['1.000,5', '1000,5', '2'], counts: [1, 2, 3], missingCount: 0 }
  expect(withPlainNumbers(profile, ',')).toMatchObject({ values: ['1000.5', '2'], counts: [3, 3], distinct: 2 })
})
