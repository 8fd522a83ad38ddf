import { expect, test } from 'vitest'
import { iban, luhn, nationalNumber } from './check-digits.ts'

test('iban: published examples hold, a changed digit does not', () => {
  expect(iban('DE89 3704 0044 0532 0130 00')).toBe(true)
  expect(iban('GB29NWBK60161331926819')).toBe(true)
  expect(iban('DE89 3704 0044 0532 0130 01')).toBe(false)
})

test('luhn: the example of the standard', () => {
  expect(luhn('79927398713')).toBe(true)
  expect(luhn('79927398714')).toBe(false)
})

test('nationalNumber: five right ones are needed, chance is not enough', () => {
  const letters = 'TRWAGMYFPDXBNJZSQVHLCKE'
  const right = Array.from({ length: 10 }, (_, i) => `${12345670 + i}${letters[(12345670 + i) % 23]}`)
  expect(nationalNumber(right)).toBe('Spanish DNI or NIE')
  expect(nationalNumber(right.slice(0, 4))).toBeUndefined()
  expect(nationalNumber(Array.from({ length: 10 }, (_, i) => `${12345670 + i}A`))).toBeUndefined()
})

test.each([
  ['86095742719', 'German tax number'],
  ['111222333', 'Dutch BSN'],
  ['52998224725', 'Brazilian CPF'],
  ['9434765919', 'NHS number'],
  ['44051401359', 'Polish PESEL'],
  ['255081416802538', 'French social security number'],
  ['10000000146', 'Turkish identity number'],
  ['1101798278', 'Saudi identity number'],
  ['11010519491231002X', 'Chinese identity number'],
  ['8112189876', 'Swedish personal number'],
  ['756.9217.0769.85', 'Swiss social security number'],
])('nationalNumber: %s is a %s', (number, country) => {
  expect(nationalNumber(Array(8).fill(number))).toBe(country)
})
