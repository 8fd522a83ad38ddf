import { expect, test } from 'vitest'
import { looksHeaderless } from './headerless.ts'

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
})
