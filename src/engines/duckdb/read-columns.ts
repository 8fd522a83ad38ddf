/** Copies results into typed arrays, about 40 times faster than value by value. */
import type { DuckDBMaterializedResult, DuckDBTypeId as TypeId } from '@duckdb/node-api'
import type { Vector } from '@duckdb/node-bindings'
import type { QueryResult } from '../engine.ts'
import { byName } from '../find-column.ts'
import { duckdbLibrary } from './library.ts'

const { api, bindings: duckdb } = duckdbLibrary()
const { DuckDBTypeId } = api

export { api }

type Column =
  | { readonly kind: 'integers'; readonly parts: Int32Array[] }
  | { readonly kind: 'numbers'; readonly parts: Float64Array[] }
  | { readonly kind: 'texts'; readonly parts: (string | null)[][] }

export function readColumns(result: DuckDBMaterializedResult): QueryResult {
  const names = result.columnNames()
  const types = names.map((_, column) => result.columnTypeId(column))
  const columns = types.map(createColumn)
  const { chunkCount } = result
  let rows = 0
  for (let at = 0; at < chunkCount; at++) {
    const chunk = result.getChunk(at)
    rows += chunk.rowCount
    for (let c = 0; c < columns.length; c++) {
      const column = columns[c]
      if (column.kind === 'texts') {
        column.parts.push(chunk.getColumnValues(c).map((value) => (value === null ? null : String(value))))
      } else {
        const vector = duckdb.data_chunk_get_vector(chunk.chunk, c)
        if (column.kind === 'integers') column.parts.push(copyIntegers(vector, types[c], chunk.rowCount))
        else column.parts.push(copyNumbers(vector, types[c], chunk.rowCount))
      }
    }
  }
  return byName({
    rows,
    columns: columns.map(({ kind }, i) => ({ name: names[i], kind })),
    integers: (place) => concatenate(columns[place].parts as Int32Array[], new Int32Array(rows)),
    numbers: (place) => concatenate(columns[place].parts as Float64Array[], new Float64Array(rows)),
    texts: (place) => {
      // flat() takes ten times as long.
      const texts = new Array<string | null>(rows)
      let at = 0
      for (const part of columns[place].parts as (string | null)[][]) for (const text of part) texts[at++] = text
      return texts
    },
  })
}

function concatenate<T extends Int32Array | Float64Array>(parts: readonly T[], into: T): T {
  let at = 0
  for (const part of parts) {
    into.set(part, at)
    at += part.length
  }
  return into
}

function createColumn(type: TypeId): Column {
  if (type in arrayOfIntegers) return { kind: 'integers', parts: [] }
  return { kind: type in arrayOfNumbers ? 'numbers' : 'texts', parts: [] }
}

interface ArrayType<T> {
  readonly BYTES_PER_ELEMENT: number
  new (buffer: ArrayBufferLike, offset: number, length: number): ArrayLike<T>
}

const arrayOfIntegers: Partial<Record<TypeId, ArrayType<number>>> = {
  [DuckDBTypeId.TINYINT]: Int8Array,
  [DuckDBTypeId.UTINYINT]: Uint8Array,
  [DuckDBTypeId.SMALLINT]: Int16Array,
  [DuckDBTypeId.USMALLINT]: Uint16Array,
  [DuckDBTypeId.INTEGER]: Int32Array,
}

const arrayOfNumbers: Partial<Record<TypeId, ArrayType<number> | ArrayType<bigint>>> = {
  [DuckDBTypeId.UINTEGER]: Uint32Array,
  [DuckDBTypeId.BIGINT]: BigInt64Array,
  [DuckDBTypeId.UBIGINT]: BigUint64Array,
  [DuckDBTypeId.FLOAT]: Float32Array,
  [DuckDBTypeId.DOUBLE]: Float64Array,
}

function view<T>(vector: Vector, rows: number, Values: ArrayType<T>): ArrayLike<T> {
  const bytes = duckdb.vector_get_data(vector, rows * Values.BYTES_PER_ELEMENT)
  return new Values(bytes.buffer, bytes.byteOffset, rows)
}

function copyIntegers(vector: Vector, type: TypeId, rows: number): Int32Array {
  const copy = Int32Array.from(view(vector, rows, arrayOfIntegers[type] as ArrayType<number>))
  forEachNull(vector, rows, (row) => {
    copy[row] = -1
  })
  return copy
}

function copyNumbers(vector: Vector, type: TypeId, rows: number): Float64Array {
  const copy =
    type === DuckDBTypeId.BIGINT
      ? copyBigIntegers(vector, rows)
      : Float64Array.from(view<number>(vector, rows, arrayOfNumbers[type] as ArrayType<number>), Number)
  forEachNull(vector, rows, (row) => {
    copy[row] = Number.NaN
  })
  return copy
}

function copyBigIntegers(vector: Vector, rows: number): Float64Array {
  const halves = view(vector, rows * 2, Int32Array)
  const copy = new Float64Array(rows)
  for (let row = 0; row < rows; row++) copy[row] = halves[2 * row + 1] * 2 ** 32 + (halves[2 * row] >>> 0)
  return copy
}

/** The data of a NULL is undefined; the validity mask has one bit per row, and is absent if all are valid. */
function forEachNull(vector: Vector, rows: number, visit: (row: number) => void): void {
  const mask: Uint8Array | null = duckdb.vector_get_validity(vector, Math.ceil(rows / 64) * 8)
  if (mask === null) return
  for (let row = 0; row < rows; row++) if ((mask[row >> 3] & (1 << (row & 7))) === 0) visit(row)
}
