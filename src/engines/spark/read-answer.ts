/** Converts Spark results (Arrow streams) to typed arrays. */
import type { DataType, Table, Vector } from 'apache-arrow'
import type { QueryResult } from '../engine.ts'
import { byName, type ColumnKind } from '../find-column.ts'
import type { SparkLibrary } from './library.ts'

export async function readAnswer(
  { arrow }: Pick<SparkLibrary, 'arrow'>,
  batches: AsyncIterable<Uint8Array>,
): Promise<QueryResult> {
  const tables: Table[] = []
  for await (const data of batches) tables.push(arrow.tableFromIPC(data))
  const rows = tables.reduce((sum, table) => sum + table.numRows, 0)
  const kindOf = (type: DataType): ColumnKind => {
    if (arrow.DataType.isInt(type)) return type.bitWidth < 64 ? 'integers' : 'numbers'
    return arrow.DataType.isFloat(type) ? 'numbers' : 'texts'
  }
  const vectorsOf = (place: number) => tables.map((table) => table.getChildAt(place) as Vector)
  const numbersOf = <A extends Int32Array | Float64Array>(place: number, to: A, none: number): A => {
    let at = 0
    for (const vector of vectorsOf(place))
      for (let i = 0; i < vector.length; i++) to[at++] = Number(vector.get(i) ?? none)
    return to
  }
  return byName({
    rows,
    columns: (tables[0]?.schema.fields ?? []).map(({ name, type }) => ({ name, kind: kindOf(type) })),
    integers: (place) => numbersOf(place, new Int32Array(rows), -1),
    numbers: (place) => numbersOf(place, new Float64Array(rows), Number.NaN),
    texts: (place) =>
      vectorsOf(place).flatMap((vector) => Array.from(vector, (value) => (value === null ? null : String(value)))),
  })
}
