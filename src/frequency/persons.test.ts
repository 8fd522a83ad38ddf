import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tableFromRows } from '../../test/small-tables.ts'
import type { FrequencyTable, PersonRows } from './frequency-table.ts'
import { countedSizes, rowsOfPersons } from './persons.ts'

const anyRows = fc.array(fc.record({ code: fc.nat(7), person: fc.nat(9) }), { minLength: 1, maxLength: 40 })
type Rows = readonly { readonly code: number; readonly person: number }[]

function tableFor(rows: Rows): FrequencyTable & { readonly persons: PersonRows } {
  const table = tableFromRows(
    [{ name: 'code', size: 8 }],
    rows.map(({ code }) => ({ codes: [code] })),
  )
  const entries = Array.from(table.columns[0].codes, (shared) => {
    const whose = rows.filter(({ code }) => code === shared).map(({ person }) => person)
    return [...new Set(whose)].sort().map((person) => [person, whose.filter((other) => other === person).length])
  })
  const offsets = Int32Array.from([0, ...entries.keys()], (_, i) => entries.slice(0, i).flat().length)
  const [codes, counts] = [0, 1].map((part) => Int32Array.from(entries.flat(), (entry) => entry[part]))
  return { ...table, persons: { count: 10, offsets, codes, counts } }
}

test('countedSizes counts the distinct persons of each class, and each row if all are of different persons', () =>
  fc.assert(
    fc.property(anyRows, fc.array(fc.nat(3), { minLength: 8, maxLength: 8 }), fc.boolean(), (drawn, groups, unique) => {
      const rows = unique ? drawn.slice(0, 10).map(({ code }, person) => ({ code, person })) : drawn
      const table = tableFor(rows)
      const members = (c: number) => rows.filter(({ code }) => groups[code] === c).map(({ person }) => person)
      const classes = {
        count: 4,
        sizes: Int32Array.from([0, 1, 2, 3], (c) => members(c).length),
        representatives: new Int32Array(4),
        classIds: Int32Array.from(table.columns[0].codes, (code) => groups[code]),
        histograms: [],
      }
      expect([...countedSizes(classes, table).subarray(0, 4)]).toEqual(
        [0, 1, 2, 3].map((c) => new Set(members(c)).size),
      )
    }),
  ))

test('rowsOfPersons(persons, k) rows are of k persons, whichever they are, and one row fewer need not be', () =>
  fc.assert(
    fc.property(anyRows, fc.integer({ min: 2, max: 6 }), (rows, k) => {
      const rowsBy = new Map<number, number>()
      for (const { person } of rows) rowsBy.set(person, (rowsBy.get(person) ?? 0) + 1)
      const most = [...rowsBy.values()].sort((a, b) => b - a).slice(0, k - 1)
      expect(rowsOfPersons(tableFor(rows).persons, k)).toBe(most.reduce((sum, times) => sum + times, 1))
    }),
  ))
