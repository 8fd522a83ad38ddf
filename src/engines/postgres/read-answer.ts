/** An answer of PostgreSQL, which comes as texts, as typed arrays. */
import type { QueryArrayResult } from 'pg'
import { InternalError } from '../../errors.ts'
import type { QueryResult } from '../engine.ts'

/** Numbers of types: those that fit 32 bits with a sign, and other numbers. */
const integerTypes = [21, 23]
const numberTypes = [20, 26, 700, 701, 1700]

export function readAnswer({ fields, rows }: QueryArrayResult<(string | null)[]>): QueryResult {
  const find = (name: string, kind: string): number => {
    const index = fields.findIndex((field) => field.name === name)
    if (index < 0) {
      throw new InternalError(
        `the answer has no column "${name}"; it has ${fields.map((field) => field.name).join(', ')}`,
      )
    }
    const held = kindOf(fields[index].dataTypeID)
    if (held !== kind) throw new InternalError(`column "${name}" holds ${held}, not ${kind}`)
    return index
  }
  return {
    rows: rows.length,
    integers: (name) => {
      const column = find(name, 'integers')
      return Int32Array.from(rows, (row) => Number(row[column] ?? -1))
    },
    numbers: (name) => {
      const column = find(name, 'numbers')
      return Float64Array.from(rows, (row) => Number(row[column] ?? Number.NaN))
    },
    texts: (name) => {
      const column = find(name, 'texts')
      return rows.map((row) => row[column])
    },
  }
}

function kindOf(type: number): string {
  if (integerTypes.includes(type)) return 'integers'
  return numberTypes.includes(type) ? 'numbers' : 'texts'
}
