/** Converts PostgreSQL results, which are texts, to typed arrays. */
import type { QueryArrayResult } from 'pg'
import type { QueryResult } from '../engine.ts'
import { byName, type ColumnKind } from '../find-column.ts'

const integerTypes = [21, 23]
const numberTypes = [20, 26, 700, 701, 1700]

export function readAnswer({ fields, rows }: QueryArrayResult<(string | null)[]>): QueryResult {
  return byName({
    rows: rows.length,
    columns: fields.map(({ name, dataTypeID }) => ({ name, kind: columnKind(dataTypeID) })),
    integers: (column) => Int32Array.from(rows, (row) => Number(row[column] ?? -1)),
    numbers: (column) => Float64Array.from(rows, (row) => Number(row[column] ?? Number.NaN)),
    texts: (column) => rows.map((row) => row[column]),
  })
}

function columnKind(type: number): ColumnKind {
  if (integerTypes.includes(type)) return 'integers'
  return numberTypes.includes(type) ? 'numbers' : 'texts'
}
