import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { data } from '../../test/data.ts'
import { applyCuts, readAdult } from '../../test/learn-tables.ts'
import { needs } from '../../test/needs.ts'
import type { CodedTable } from './coded-table.ts'
import { findCuts, findInterval, intervalNames } from './discretize.ts'

const adultCuts = {
  age: [20.5, 23.5, 24.5, 27.5, 29.5, 35.5, 41.5, 54.5, 61.5],
  fnlwgt: [],
  'education-num': [8.5, 9.5, 10.5, 12.5, 13.5, 14.5],
  'hours-per-week': [34.5, 39.5, 41.5, 49.5, 61.5],
  'capital-gain': [
    57, 3048, 3120, 4243.5, 4401, 4668.5, 4826, 4932.5, 4973.5, 5119, 5316.5, 5505.5, 5638.5, 6389, 6457.5, 6505.5,
    6618.5, 7055.5,
  ],
  'capital-loss': [
    1551.5, 1568.5, 1820.5, 1859, 1881.5, 1894.5, 1927.5, 1975.5, 1978.5, 2168.5, 2176.5, 2218.5, 2252, 2384.5, 2450.5,
    2469.5, 3089.5,
  ],
}

describe('findCuts', () => {
  it('cuts the 45,222 complete rows of Adult where Weka does', needs(data('adult')), () => {
    const { both } = readAdult(Object.keys(adultCuts))
    expect(both.rows).toBe(45_222)
    expect(findCuts(both)).toEqual(adultCuts)
  })

  it('cuts as a plain search over sorted rows does', () => {
    const rowsOf = fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 2 }), fc.nat(2)), {
      minLength: 2,
      maxLength: 60,
    })
    let cut = 0
    fc.assert(
      fc.property(rowsOf, (rows) => {
        // One row in three has a class that follows the number, so that some tables have a cut.
        const made = rows.map(([value, drawn, how]) => ({ value, label: how > 0 ? Math.floor(value / 5) : drawn }))
        const expected = plainCuts(made)
        cut += expected.length
        expect(findCuts(tableOf(made)).x).toEqual(expected)
      }),
      { numRuns: 300, seed: 5 },
    )
    expect(cut).toBeGreaterThan(50)
  })

  it('ignores missing numbers and rows of weight 0, and counts a weighted row so many times', () => {
    const made = Array.from({ length: 40 }, (_, i) => ({ value: i, label: i < 17 ? 0 : 1 }))
    const table = tableOf([...made, { value: Number.NaN, label: 0 }, { value: 16.4, label: 1 }])
    const weights = new Float64Array(42).fill(1)
    weights[41] = 0
    expect(findCuts({ ...table, weights }).x).toEqual([16.5])
    expect(findCuts(tableOf([...made, ...made])).x).toEqual(
      findCuts({ ...tableOf(made), weights: new Float64Array(40).fill(2) }).x,
    )
  })
})

describe('applyCuts', () => {
  it('gives every number the interval it lies in, ends included above', () => {
    const table = tableOf([10, 20.5, 21, 61.5, 62, Number.NaN].map((value) => ({ value, label: 0 })))
    const [column] = applyCuts(table, { x: [20.5, 61.5] }).columns
    expect(column).toMatchObject({ kind: 'categories', values: ['(-inf,20.5]', '(20.5,61.5]', '(61.5,inf)'] })
    expect(column.kind === 'categories' && [...column.codes]).toEqual([0, 0, 1, 1, 2, -1])
  })
})

describe('intervalNames', () => {
  it('has one name without cuts, and one more than cuts otherwise', () => {
    expect(intervalNames([])).toEqual(['All'])
    expect(intervalNames([1])).toEqual(['(-inf,1]', '(1,inf)'])
    expect(findInterval([], 5)).toBe(0)
  })
})

type Row = { value: number; label: number }

function tableOf(rows: readonly Row[]): CodedTable {
  return {
    rows: rows.length,
    columns: [{ kind: 'numbers', name: 'x', values: Float64Array.from(rows, (row) => row.value) }],
    target: {
      kind: 'categories',
      name: 'y',
      values: ['a', 'b', 'c'],
      codes: Int32Array.from(rows, (row) => row.label),
    },
  }
}

function plainCuts(given: readonly Row[]): number[] {
  const rows = [...given].sort((a, b) => a.value - b.value)
  const entropy = (part: readonly Row[]) =>
    [0, 1, 2].reduce((bits, c) => {
      const share = part.filter((row) => row.label === c).length / part.length
      return share > 0 ? bits - share * Math.log2(share) : bits
    }, 0)
  const present = (part: readonly Row[]) => new Set(part.map((row) => row.label)).size
  let best: { at: number; bits: number } | undefined
  for (let at = 1; at < rows.length; at++) {
    if (rows[at - 1].value === rows[at].value) continue
    const bits = (at * entropy(rows.slice(0, at)) + (rows.length - at) * entropy(rows.slice(at))) / rows.length
    if (bits < (best?.bits ?? entropy(rows)) - 1e-12) best = { at, bits }
  }
  if (!best) return []
  const parts = [rows.slice(0, best.at), rows.slice(best.at)]
  const saved =
    present(rows) * entropy(rows) - present(parts[0]) * entropy(parts[0]) - present(parts[1]) * entropy(parts[1])
  const price = (Math.log2(rows.length - 1) + Math.log2(3 ** present(rows) - 2) - saved) / rows.length
  if (entropy(rows) - best.bits <= price) return []
  return [...plainCuts(parts[0]), (rows[best.at - 1].value + rows[best.at].value) / 2, ...plainCuts(parts[1])]
}
