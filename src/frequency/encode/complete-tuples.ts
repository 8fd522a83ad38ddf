/** Selects the grouped tuples that are counted: rows, people of a register, and persons. */
import { userError } from '../../ground/errors.ts'
import type { CountedTable, CountRequest } from '../counted-table.ts'
import type { GroupedColumn, GroupedRows } from '../group-rows.ts'

const wrongSource = userError('data', 'population.source')
const wrongData = userError('data', 'data.missing')

/** The counted tuples: all, or those without a missing quasi-identifier. */
export type Complete = Int32Array | 'all'

export function both(rows: Complete, people: Int32Array): Int32Array {
  const all = new Int32Array(rows.length + people.length)
  if (rows !== 'all') all.set(rows)
  all.set(people, rows.length)
  return all
}

export function pick<T extends Int32Array | Float64Array>(values: T, complete: Complete): T {
  if (complete === 'all') return values
  const picked = values.slice(0, complete.length) as T
  for (let i = 0; i < complete.length; i++) picked[i] = values[complete[i]]
  return picked
}

export function only(codes: Int32Array, complete: Complete): Int32Array {
  if (complete === 'all') return codes
  const chosen = new Int32Array(codes.length).fill(-1)
  for (const tuple of complete) chosen[tuple] = codes[tuple]
  return chosen
}

/** Counts rows and selects complete tuples; throws on missing values if the job forbids them. */
export function completeRows(
  { quasiIdentifiers, missing }: CountRequest,
  all: Float64Array,
  columns: readonly GroupedColumn[],
  origin?: Int32Array,
): Pick<CountedTable, 'rowsRead' | 'rowsMissing'> & { readonly complete: Complete } {
  const counts = origin === undefined ? all : all.map((count, tuple) => (origin[tuple] === 0 ? count : 0))
  const rowsRead = counts.reduce((sum, count) => sum + count, 0)
  if (rowsRead === 0)
    throw userError('data', 'data.source')`the source has a header but no rows; there is nothing to anonymize`
  const incomplete = new Uint8Array(counts.length)
  const missingBy = columns.map(({ places }) => {
    let rows = 0
    for (let i = 0; i < places.length; i++) {
      if (places[i] >= 0) continue
      incomplete[i] = 1
      rows += counts[i]
    }
    return rows
  })
  if (origin !== undefined) for (let i = 0; i < origin.length; i++) if (origin[i] === 1) incomplete[i] = 1
  if (missing === 'category' || missingBy.every((rows) => rows === 0)) {
    const complete = origin === undefined ? 'all' : Int32Array.from(origin.keys()).filter((i) => origin[i] === 0)
    return { rowsRead, rowsMissing: 0, complete }
  }
  let rowsMissing = 0
  for (let i = 0; i < counts.length; i++) rowsMissing += incomplete[i] * counts[i]
  if (missing === 'fail') {
    const where = quasiIdentifiers.flatMap(({ column }, i) => (missingBy[i] > 0 ? [`${column} (${missingBy[i]})`] : []))
    throw wrongData`${rowsMissing} of ${rowsRead} rows have a missing quasi-identifier: ${where.join(', ')}; set
      data.missing to drop (leave such rows out) or category (missing becomes a value of its own)`
  }
  if (rowsMissing === rowsRead)
    throw wrongData`every row has a missing quasi-identifier, so data.missing: drop leaves nothing; set it to category,
      or change the roles`
  const complete = Int32Array.from({ length: counts.length }, (_, i) => i).filter((i) => incomplete[i] === 0)
  return { rowsRead, rowsMissing, complete }
}

export function registerPeople(
  { missing }: CountRequest,
  counts: Float64Array,
  columns: readonly GroupedColumn[],
  origin: Int32Array,
): { readonly complete: Int32Array; readonly missing: number } {
  const tuples = Int32Array.from(origin.keys()).filter((tuple) => origin[tuple] === 1)
  const complete = tuples.filter((tuple) => missing === 'category' || columns.every(({ places }) => places[tuple] >= 0))
  const sum = (tuples: Int32Array) => tuples.reduce((total, tuple) => total + counts[tuple], 0)
  if (complete.length === 0)
    throw wrongSource`the register of population.source has nobody with all quasi-identifiers; name another file`
  return { complete, missing: sum(tuples) - sum(complete) }
}

/** The person of each tuple; renumbered if some persons are incomplete. */
export function tuplePersons({ columns }: GroupedRows, count: number, complete: Complete, fromEnd: number) {
  const codes = pick(columns[columns.length - fromEnd].places, complete)
  if (complete === 'all') return { count, codes }
  const numbers = new Int32Array(count).fill(-1)
  let next = 0
  for (let tuple = 0; tuple < codes.length; tuple++) {
    if (numbers[codes[tuple]] < 0) numbers[codes[tuple]] = next++
    codes[tuple] = numbers[codes[tuple]]
  }
  return { count: next, codes }
}
