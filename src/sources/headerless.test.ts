import { expect, test } from 'vitest'
import { looksHeaderless } from './formats/delimited.ts'

const rows = [
  ['39', 'State-gov', '77516', 'Male'],
  ['50', 'Self-emp', '83311', 'Male'],
  ['38', 'Private', '215646', 'Female'],
  ['53', 'Private', '234721', 'Male'],
  ['28', 'Private', '338409', 'Female'],
  ['37', 'Private', '284582', 'Female'],
]

test('looksHeaderless: a row like the others', () => {
  expect(looksHeaderless(rows)).toBe(true)
  expect(looksHeaderless([['Private', 'Female'], ...rows.map(([, work, , sex]) => [work, sex])])).toBe(true)
})

test('looksHeaderless: names, also where they are years', () => {
  expect(looksHeaderless([['age', 'work', 'weight', 'sex'], ...rows])).toBe(false)
  expect(looksHeaderless([['country', '2004'], ...rows.map(([age, work]) => [work, age])])).toBe(false)
  expect(looksHeaderless(rows.slice(0, 3))).toBe(false)
  const answers = rows.map(([age, work, , sex]) => [work === 'Private' ? 'sugar' : 'none', sex, age])
  expect(looksHeaderless([['sugar', 'Male', 'age'], ...answers])).toBe(false)
  expect(looksHeaderless([['sugar', 'Male', 'NaN'], ...answers])).toBe(true)
})

test('looksHeaderless: columns that are numbered in order have names, rows in order do not', () => {
  const numbers = rows.map(([age, , weight]) => [age, weight, '1', '7'])
  expect(looksHeaderless([['0', '1', '2', '3'], ...numbers])).toBe(false)
  expect(looksHeaderless([['', '0', '1', '2'], ...numbers])).toBe(false)
  expect(looksHeaderless([['3', '1', '2', '7'], ...numbers])).toBe(true)
  const ordered = Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((step) => String(i + step)))
  expect(looksHeaderless(ordered)).toBe(true)
})
