import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pairRows } from './pair-rows.ts'

it('pairRows: finds each row in any order, as it is or suppressed', () => {
  const recoded = [
    ['a', 'x'],
    ['b', 'x'],
    ['a', 'y'],
    ['c', 'y'],
  ]
  const released = [
    ['*', 'y'],
    ['a', 'x'],
    ['a', 'y'],
    ['b', 'x'],
  ]
  expect(Array.from(pairRows(recoded, released, 1) ?? [])).toEqual([1, 3, 2, 0])
})

it('pairRows: undefined where a released row is of another source; −1 where a row was left out', () => {
  expect(pairRows([['a', 'x']], [['b', 'x']], 1)).toBeUndefined()
  expect(
    Array.from(
      pairRows(
        [
          ['a', 'x'],
          ['b', 'x'],
        ],
        [['b', 'x']],
        1,
      ) ?? [],
    ),
  ).toEqual([-1, 0])
})

it('pairRows: whatever the order, every row is laid beside one that says the same', () => {
  const row = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y'))
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
      const released = [...rows].sort()
      const places = pairRows(rows, released, 1)
      expect(places?.length).toBe(rows.length)
      for (const [i, row] of rows.entries()) expect(released[places?.[i] ?? -1]).toEqual(row)
    }),
  )
})
