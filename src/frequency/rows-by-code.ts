import { madeOnce } from '../ground/made-once.ts'
import type { ColumnsPartition } from './classes.ts'
import type { FrequencyTable } from './frequency-table.ts'

/** Keyed by the columns, which tables with different targets share. */
const known = madeOnce((_: FrequencyTable['columns']): Float64Array[] => [])

/** Memoized; read-only. */
export function rowsByCode({ columns, counts, combinations }: FrequencyTable, column: number): Float64Array {
  const found = known(columns)
  if (found[column] === undefined) {
    const { codes, size } = columns[column]
    const rows = new Float64Array(size)
    for (let i = 0; i < combinations; i++) rows[codes[i]] += counts[i]
    found[column] = rows
  }
  return found[column]
}

export function keptRowsByCode({ frequencies, classes, suppressed }: ColumnsPartition, column: number): Float64Array {
  const { codes, size } = frequencies.columns[column]
  const { combinations, counts } = frequencies
  const { classIds } = classes
  const rows = new Float64Array(size)
  for (let i = 0; i < combinations; i++) if (suppressed[classIds[i]] === 0) rows[codes[i]] += counts[i]
  return rows
}

/** Cumulative rows below each code; a range of codes is a difference. */
export function rowsBelow(table: FrequencyTable, column: number): Float64Array {
  const rows = rowsByCode(table, column)
  const below = new Float64Array(rows.length + 1)
  for (let code = 0; code < rows.length; code++) below[code + 1] = below[code] + rows[code]
  return below
}
