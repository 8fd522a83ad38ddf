import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeRows } from '../../test/learn-tables.ts'
import { randomFrom, shuffle } from '../ground/random.ts'
import { type CodedTable, selectRows } from './coded-table.ts'
import { findLearner, learners } from './index.ts'

describe.each(learners)('$name', (learner) => {
  it('gives every row shares of at least 0 that sum to 1, whatever is missing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 1, max: 150 }),
        fc.constantFrom(0, 0.2, 0.9, 1),
        (seed, rows, missing) => {
          const table = makeRows(rows, seed, missing)
          const model = learner.train(table)
          const shares = model.predict(makeRows(50, seed + 1, 0.3))
          expect(shares).toHaveLength(50 * model.classes.length)
          for (let row = 0; row < 50; row++) {
            expect(shares[2 * row]).toBeGreaterThanOrEqual(0)
            expect(shares[2 * row + 1]).toBeGreaterThanOrEqual(0)
            expect(shares[2 * row] + shares[2 * row + 1]).toBeCloseTo(1, 9)
          }
        },
      ),
      { numRuns: 25, seed: 2 },
    )
  })

  it('does not depend on the order of the rows', () => {
    const table = makeRows(400, 5, 0.05)
    const order = shuffle(
      Array.from({ length: table.rows }, (_, row) => row),
      randomFrom(1),
    )
    expectEqualShares(learner.train(selectRows(table, order)).predict(table), learner.train(table).predict(table))
  })

  it('reads a row of weight 3 as three rows, and one of weight 0 as none', () => {
    const table = makeRows(300, 6, 0.05)
    const weights = Float64Array.from({ length: 300 }, (_, row) => [1, 3, 0][row % 3])
    const repeated = [...weights].flatMap((weight, row) => new Array<number>(weight).fill(row))
    expectEqualShares(
      learner.train({ ...table, weights }).predict(table),
      learner.train(selectRows(table, repeated)).predict(table),
    )
  })

  it('answers to a value never seen as to a missing one', () => {
    const table = makeRows(300, 7, 0.05)
    const rename = (rows: CodedTable, code: number): CodedTable => ({
      ...rows,
      columns: rows.columns.map((column) =>
        column.kind === 'categories'
          ? {
              ...column,
              values: [...column.values, 'never seen'],
              codes: column.codes.map(() => (code < 0 ? -1 : column.values.length)),
            }
          : column,
      ),
    })
    const model = learner.train(table)
    expectEqualShares(model.predict(rename(table, 1)), model.predict(rename(table, -1)))
  })

  it('learns from one row, and from one class', () => {
    const one = selectRows(makeRows(10, 1), [0])
    const actual = one.target.codes[0]
    expect(learner.train(one).predict(one)[actual]).toBeGreaterThan(0.5)
    const table = makeRows(50, 2)
    const single = { ...table, target: { ...table.target, values: ['only'], codes: new Int32Array(50) } }
    expect([...learner.train(single).predict(single)]).toEqual(new Array(50).fill(1))
  })

  it('says its size, and refuses what it cannot learn from', () => {
    const table = makeRows(200, 3)
    const figures = Object.values(learner.train(table).size)
    expect(figures.length).toBeGreaterThan(0)
    expect(figures.every(Number.isFinite)).toBe(true)
    expect(() => learner.train(selectRows(table, []))).toThrow('needs at least one training row; got none')
    expect(() => learner.train({ ...table, weights: new Float64Array(200).fill(-1) })).toThrow('got -1 in row 1')
  })
})

describe('findLearner', () => {
  it('finds by name, and proposes the nearest otherwise', () => {
    expect(findLearner('rules').title).toBe('Rule list (PART)')
    expect(findLearner('part').name).toBe('rules')
    expect(findLearner('C4.5').name).toBe('decision-tree')
    expect(() => findLearner('C4.6')).toThrow('did you mean "C4.5"?')
    expect(() => findLearner('logistics')).toThrow('there is no learner "logistics"; did you mean "logistic"?')
  })
})

function expectEqualShares(got: Float64Array, wanted: Float64Array): void {
  expect(got).toHaveLength(wanted.length)
  for (let i = 0; i < got.length; i++) expect(got[i]).toBeCloseTo(wanted[i], 5)
}
