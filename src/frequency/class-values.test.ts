import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCoarsening } from '../../test/random-problems.ts'
import { InternalError } from '../ground/errors.ts'
import { randomFrom } from '../ground/random.ts'
import { rollUp } from '../search/levels/roll-up.ts'
import { buildFrequencyTable } from './build-frequency-table.ts'
import { classValues } from './class-values.ts'
import type { Classes } from './classes.ts'
import type { FrequencyTable } from './frequency-table.ts'
import { compiledCounter } from './kernel/compiled-counter.ts'
import { plainCounter } from './kernel/plain-counter.ts'

function spell(table: FrequencyTable, classes: Classes, signature: (codes: number[]) => string): Map<string, string> {
  const values = classValues(classes, table, 'illness')
  return new Map(
    Array.from({ length: classes.count }, (_, c) => {
      const codes = table.columns.map((column) => column.codes[classes.representatives[c]])
      const found = Array.from({ length: values.of(c) }, (_, i) => `${values.codes[i]}:${values.counts[i]}`)
      return [signature(codes), found.sort().join(' ')]
    }),
  )
}

describe('classValues(classes, table, column)', () => {
  it('are the values of the rows of each class, by both counters, again and again, also from a rolled-up table', () =>
    fc.assert(
      fc.property(anyCoarsening(), ({ frequencies, finer, coarser, rows }) => {
        const smaller = rollUp(frequencies, plainCounter(frequencies).count(finer))
        const counters = [
          [frequencies, plainCounter(frequencies)],
          [frequencies, compiledCounter(frequencies)],
        ] as const
        for (const groupings of [finer, coarser, finer]) {
          const signature = (codes: readonly number[]) => codes.map((code, c) => groupings[c].codeGroups[code]).join()
          const expected = new Map<string, string>()
          for (const name of new Set(rows.map((row) => signature(row.codes)))) {
            const members = rows.filter((row) => signature(row.codes) === name)
            const counts = [0, 1, 2].map((value) => members.filter((row) => row.categories?.[1] === value).length)
            expected.set(name, counts.flatMap((count, value) => (count > 0 ? [`${value}:${count}`] : [])).join(' '))
          }
          for (const [table, counter] of counters) {
            expect(spell(table, counter.count(groupings), signature)).toEqual(expected)
          }
          if (groupings === coarser) {
            expect(spell(smaller, plainCounter(smaller).count(groupings), signature)).toEqual(expected)
          }
        }
      }),
      { numRuns: 60 },
    ))

  it('of a column that nobody counted are our mistake', () => {
    const table = { columns: [], combinations: 0, rows: 0, counts: new Int32Array(), targets: [] }
    expect(() => classValues(plainCounter(table).count([]), table, 'illness')).toThrow(InternalError)
  })
})

describe('buildFrequencyTable({ sensitive })', () => {
  it('keeps entries for values that occur: 2,000 codes over 200,000 combinations take what the rows take', () => {
    const tuples = 200_000
    const random = randomFrom(1)
    const table = buildFrequencyTable({
      columns: [{ name: 'a', size: tuples, codes: Int32Array.from({ length: tuples }, (_, i) => i) }],
      counts: new Int32Array(tuples).fill(1),
      targets: [],
      sensitive: [
        {
          name: 'diagnosis',
          values: Array.from({ length: 2000 }, (_, i) => `v${i}`),
          codes: Int32Array.from({ length: tuples }, () => random.integer(2000)),
        },
      ],
    })
    const [column] = table.sensitive ?? []
    expect(column.codes.length).toBe(tuples)
    expect(column.overall.reduce((sum, rows) => sum + rows, 0)).toBe(tuples)
  })
})
