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
  const columnKind = (type: DataType): ColumnKind => {
    if (arrow.DataType.isInt(type)) return type.bitWidth < 64 ? 'integers' : 'numbers'
    return arrow.DataType.isFloat(type) ? 'numbers' : 'texts'
  }
  const columnVectors = (place: number) => tables.map((table) => table.getChildAt(place) as Vector)
  const copyNumbers = <A extends Int32Array | Float64Array>(place: number, to: A, none: number): A => {
    let at = 0
    for (const vector of columnVectors(place))
      for (let i = 0; i < vector.length; i++) to[at++] = Number(vector.get(i) ?? none)
    return to
  }
  return byName({
    rows,
    columns: (tables[0]?.schema.fields ?? []).map(({ name, type }) => ({ name, kind: columnKind(type) })),
    integers: (place) => copyNumbers(place, new Int32Array(rows), -1),
    numbers: (place) => copyNumbers(place, new Float64Array(rows), Number.NaN),
    texts: (place) =>
      columnVectors(place).flatMap((vector) => Array.from(vector, (value) => (value === null ? null : String(value)))),
  })
}
