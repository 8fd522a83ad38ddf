import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyProblem } from '../../../test/random-problems.ts'
import { tableFromRows } from '../../../test/small-tables.ts'
import { aloneByClasses, aloneInOrder, rankColumns } from './column-ranking.ts'

describe('rankColumns(table)', () => {
  it('by hand: four rows (0,0) (0,1) (1,0) (1,0): without b nobody is alone, without a (0,1) still is', () => {
    const rows = [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 0],
    ].map((codes) => ({ codes }))
    const table = tableFromRows(
      [
        { name: 'a', size: 2 },
        { name: 'b', size: 2 },
      ],
      rows,
    )
    // a: pairs alike 2 of 12 ordered … 2·1 + 2·1 = 4; b: 3·2 = 6.
    expect(rankColumns(table)).toEqual([
      { column: 'b', distinction: 0.5, separation: 1 - 6 / 12, uniquesWithout: 1 },
      { column: 'a', distinction: 0.5, separation: 1 - 4 / 12, uniquesWithout: 0.5 },
    ])
  })

  it('counts what a plain count of the rows counts', () =>
    fc.assert(
      fc.property(anyProblem({ rows: 20 }), ({ frequencies, rows }) => {
        const alone = (columns: readonly number[]) => {
          const keys = rows.map(({ codes }) => columns.map((c) => codes[c]).join())
          return keys.filter((key) => keys.filter((other) => other === key).length === 1).length
        }
        const every = frequencies.columns.map((_, c) => c)
        for (const rank of rankColumns(frequencies)) {
          const index = frequencies.columns.findIndex(({ name }) => name === rank.column)
          const gone = alone(every) - alone(every.filter((c) => c !== index))
          expect(rank.uniquesWithout).toBeCloseTo(alone(every) === 0 ? 0 : gone / alone(every), 9)
          expect(rank.distinction).toBe(new Set(rows.map(({ codes }) => codes[index])).size / rows.length)
        }
      }),
      { numRuns: 40 },
    ))

  it('counts the same by the order of combinations and by classes', () =>
    fc.assert(
      fc.property(anyProblem({ rows: 40 }), ({ frequencies }) => {
        const inOrder = aloneInOrder(frequencies)
        if (inOrder !== undefined) expect(inOrder).toEqual(aloneByClasses(frequencies))
      }),
      { numRuns: 40 },
    ))
})
