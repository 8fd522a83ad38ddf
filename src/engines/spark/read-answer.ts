/** An answer of Spark, which comes as Arrow streams, as typed arrays. */
import type { Table, Vector } from 'apache-arrow'
import { InternalError } from '../../errors.ts'
import type { QueryResult } from '../engine.ts'
import type { SparkLibrary } from './library.ts'

export async function readAnswer(
  { arrow }: Pick<SparkLibrary, 'arrow'>,
  batches: AsyncIterable<Uint8Array>,
): Promise<QueryResult> {
  const tables: Table[] = []
  for await (const data of batches) tables.push(arrow.tableFromIPC(data))
  const fields = tables[0]?.schema.fields ?? []
  const rows = tables.reduce((sum, table) => sum + table.numRows, 0)
  const kindOf = (place: number): string => {
    const { type } = fields[place]
    if (arrow.DataType.isInt(type)) return type.bitWidth < 64 ? 'integers' : 'numbers'
    return arrow.DataType.isFloat(type) ? 'numbers' : 'texts'
  }
  const find = (name: string, kind: string): Vector[] => {
    const place = fields.findIndex((field) => field.name === name)
    if (place < 0)
      throw new InternalError(
        `the answer has no column "${name}"; it has ${fields.map((field) => field.name).join(', ')}`,
      )
    if (kindOf(place) !== kind) throw new InternalError(`column "${name}" holds ${kindOf(place)}, not ${kind}`)
    return tables.map((table) => table.getChildAt(place) as Vector)
  }
  const numbersOf = <A extends Int32Array | Float64Array>(vectors: readonly Vector[], to: A, none: number): A => {
    let at = 0
    for (const vector of vectors) for (let i = 0; i < vector.length; i++) to[at++] = Number(vector.get(i) ?? none)
    return to
  }
  return {
    rows,
    integers: (name) => numbersOf(find(name, 'integers'), new Int32Array(rows), -1),
    numbers: (name) => numbersOf(find(name, 'numbers'), new Float64Array(rows), Number.NaN),
    texts: (name) =>
      find(name, 'texts').flatMap((vector) => Array.from(vector, (value) => (value === null ? null : String(value)))),
  }
}
