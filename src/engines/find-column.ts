/** Finds columns of a result by name, checked for their type. */
import { InternalError } from '../ground/errors.ts'
import type { QueryResult } from './engine.ts'

export type ColumnKind = 'integers' | 'numbers' | 'texts'

export interface AnsweredColumns {
  readonly rows: number
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[]
  integers(place: number): Int32Array
  numbers(place: number): Float64Array
  texts(place: number): readonly (string | null)[]
}

export function byName(answer: AnsweredColumns): QueryResult {
  const { rows, columns } = answer
  const find = (name: string, kind: ColumnKind): number => {
    const place = columns.findIndex((column) => column.name === name)
    const names = () => columns.map((column) => column.name).join(', ')
    if (place < 0) throw new InternalError(`the answer has no column "${name}"; it has ${names()}`)
    if (columns[place].kind !== kind)
      throw new InternalError(`column "${name}" holds ${columns[place].kind}, not ${kind}`)
    return place
  }
  return {
    rows,
    integers: (name) => answer.integers(find(name, 'integers')),
    numbers: (name) => answer.numbers(find(name, 'numbers')),
    texts: (name) => answer.texts(find(name, 'texts')),
  }
}
