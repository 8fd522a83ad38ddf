import { expect, test } from 'vitest'
import { tableFromRows } from '../../../test/small-tables.ts'
import type { CategoryTarget } from '../../frequency/frequency-table.ts'
import { targetOrders } from './target-order.ts'

const orders = (rows: { codes: number[]; categories: number[] }[], sizes: number[]) => {
  const columns = sizes.map((size, i) => ({ name: `column${i}`, size }))
  const table = tableFromRows(columns, rows, { categories: [{ name: 'target', values: ['no', 'yes'] }] })
  return targetOrders(table, table.targets[0] as CategoryTarget).map((order) => [...order])
}
const times = (count: number, codes: number[], category: number) =>
  Array.from({ length: count }, () => ({ codes, categories: [category] }))

test('targetOrders(one column) is the order of the shares of the larger category', () => {
  const rows = [...times(9, [0], 1), ...times(1, [0], 0), ...times(2, [1], 1), ...times(8, [1], 0)]
  expect(orders([...rows, ...times(6, [2], 1), ...times(4, [2], 0)], [3])).toEqual([[1, 2, 0]])
})

test('targetOrders(a column that another one explains) goes by what it adds to the other', () => {
  // Value 0 of the first column is mostly with value 0 of the second, where nearly all are no: alone it has the smaller
  // share of yes.
  const rows = [
    ...times(40, [0, 0], 0),
    ...times(8, [0, 0], 1),
    ...times(2, [1, 0], 0),
    ...times(0, [1, 0], 1),
    ...times(2, [0, 1], 0),
    ...times(8, [0, 1], 1),
    ...times(20, [1, 1], 0),
    ...times(40, [1, 1], 1),
  ]
  const share = (value: number) => {
    const matching = rows.filter(({ codes }) => codes[0] === value)
    return matching.filter(({ categories }) => categories[0] === 1).length / matching.length
  }
  expect(share(0)).toBeLessThan(share(1))
  // No is the slightly larger category: its least share comes first.
  expect(orders(rows, [2, 2])).toEqual([
    [0, 1],
    [1, 0],
  ])
})
