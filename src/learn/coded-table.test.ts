import { describe, expect, it } from 'vitest'
import { selectColumns } from '../../test/learn-tables.ts'
import type { FrequencyTable } from '../frequency/frequency-table.ts'
import { alignColumns, recodeColumn, selectRows, tableFromFrequencies, tableSchema } from './coded-table.ts'
import { trainDecisionTree } from './decision-tree/decision-tree.ts'
import { tableFromRows } from './read-rows.ts'

const header = ['age', 'city', 'class']
const plan = { header, columns: [{ name: 'age', type: 'numbers' }, { name: 'city' }], target: 'class' } as const

describe('tableFromRows', () => {
  it('reads numbers, categories, and "?" and empty cells as missing', () => {
    const table = tableFromRows(
      [
        ['30', 'Ulm', 'no'],
        ['?', '', 'yes'],
        ['4.5', 'Bonn', 'no'],
      ],
      plan,
    )
    expect(table.columns[0]).toEqual({ kind: 'numbers', name: 'age', values: Float64Array.of(30, Number.NaN, 4.5) })
    expect(table.columns[1]).toEqual({
      kind: 'categories',
      name: 'city',
      values: ['Bonn', 'Ulm'],
      codes: Int32Array.of(1, -1, 0),
    })
    expect(table.target).toEqual({
      kind: 'categories',
      name: 'class',
      values: ['no', 'yes'],
      codes: Int32Array.of(0, 1, 0),
    })
  })

  it('reads intervals and "*" of a release as categories, or "*" as missing when asked', () => {
    const rows = [
      ['[17,39]', 'Ulm', 'no'],
      ['*', '*', 'yes'],
    ]
    const release = { ...plan, columns: [{ name: 'age' }, { name: 'city' }] }
    const table = tableFromRows(rows, release)
    expect(table.columns.map((column) => column.kind === 'categories' && column.values)).toEqual([
      ['*', '[17,39]'],
      ['*', 'Ulm'],
    ])
    const other = tableFromRows(rows, { ...release, suppressed: 'missing' })
    expect(other.columns.map((column) => column.kind === 'categories' && [...column.codes])).toEqual([
      [0, -1],
      [0, -1],
    ])
  })

  it('keeps declared values in their order, and refuses others', () => {
    const declared = { ...plan, columns: [{ name: 'city', values: ['Ulm', 'Bonn', 'Kiel'] }] }
    expect(tableFromRows([['1', 'Bonn', 'no']], declared).columns[0]).toMatchObject({
      values: ['Ulm', 'Bonn', 'Kiel'],
      codes: Int32Array.of(1),
    })
    expect(() => tableFromRows([['1', 'Bon', 'no']], declared)).toThrow('row 1 has "B…" (3 characters); fix it')
  })

  it('refuses a column that is not there, a class that is missing, a number that is none', () => {
    expect(() => tableFromRows([], { ...plan, columns: [{ name: 'town' }] })).toThrow('the rows have no column "town"')
    expect(() => tableFromRows([['1', 'Ulm', '?']], plan)).toThrow('"class" must be known in every row; row 1 has none')
    expect(() =>
      tableFromRows([['[1,2]', 'Ulm', 'no']], { ...plan, columns: [{ name: 'age', type: 'numbers' }] }),
    ).toThrow('row 1 has "[…" (5 characters); fix it, or read the column as categories')
  })
})

describe('alignColumns', () => {
  const trained = tableFromRows(
    [
      ['1', 'Bonn', 'no'],
      ['2', 'Ulm', 'yes'],
    ],
    plan,
  )

  it('translates codes by name, and reads values never seen as missing', () => {
    const other = tableFromRows(
      [
        ['3', 'Aachen', 'no'],
        ['4', 'Ulm', 'no'],
      ],
      plan,
    )
    const [, city] = alignColumns(tableSchema(trained), other)
    expect(city).toMatchObject({ values: ['Bonn', 'Ulm'], codes: Int32Array.of(-1, 1) })
  })

  it('finds columns in any order, and names the one that is lacking or of another kind', () => {
    const turned = selectColumns(trained, ['city', 'age'])
    expect(alignColumns(tableSchema(trained), turned).map((column) => column.name)).toEqual(['age', 'city'])
    expect(() => alignColumns(tableSchema(trained), selectColumns(trained, ['city']))).toThrow(
      'the table has no column "age"; it has city',
    )
    const intervals = tableFromRows([['[1,2]', 'Ulm', 'no']], { ...plan, columns: [{ name: 'age' }, { name: 'city' }] })
    expect(() => alignColumns(tableSchema(trained), intervals)).toThrow('"age" was learned as numbers and must be so')
  })

  it('leaves a column alone whose values are the same', () => {
    const city = trained.columns[1]
    expect(city.kind === 'categories' && recodeColumn(city, ['Bonn', 'Ulm'])).toBe(city)
  })
})

describe('selectRows', () => {
  it('takes cells, classes and weights along', () => {
    const table = {
      ...tableFromRows(
        [
          ['1', 'Bonn', 'no'],
          ['2', 'Ulm', 'yes'],
        ],
        plan,
      ),
      weights: Float64Array.of(5, 7),
    }
    expect(selectRows(table, [1, 1, 0])).toMatchObject({
      rows: 3,
      columns: [{ values: Float64Array.of(2, 2, 1) }, { codes: Int32Array.of(1, 1, 0) }],
      target: { codes: Int32Array.of(1, 1, 0) },
      weights: Float64Array.of(7, 7, 5),
    })
  })
})

describe('tableFromFrequencies', () => {
  const frequencies: FrequencyTable = {
    columns: [{ name: 'city', size: 2, codes: Uint8Array.of(0, 1) }],
    combinations: 2,
    rows: 15,
    counts: Int32Array.of(9, 6),
    targets: [{ kind: 'categories', name: 'class', values: ['no', 'yes'], counts: Int32Array.of(9, 0, 1, 5) }],
  }

  it('makes a weighted row of every combination and class that occurs', () => {
    const table = tableFromFrequencies(frequencies, 'class', [['Bonn', 'Ulm']])
    expect(table).toMatchObject({
      rows: 3,
      columns: [{ values: ['Bonn', 'Ulm'], codes: Int32Array.of(0, 1, 1) }],
      target: { codes: Int32Array.of(0, 0, 1) },
      weights: Float64Array.of(9, 1, 5),
    })
    expect(trainDecisionTree(table).root).toMatchObject({
      column: 0,
      branches: [{ classWeights: Float64Array.of(9, 0) }, { classWeights: Float64Array.of(1, 5) }],
    })
  })

  it('refuses a target that is not there', () => {
    expect(() => tableFromFrequencies(frequencies, 'age')).toThrow('"age" is not a target of the table')
  })
})
