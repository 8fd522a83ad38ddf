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
  | { readonly kind: 'integers'; readonly values: Int32Array }
  | { readonly kind: 'numbers'; readonly values: Float64Array }
  | { readonly kind: 'texts'; readonly values: (string | null)[] }

export function readColumns(result: DuckDBMaterializedResult): QueryResult {
  const names = result.columnNames()
  const types = names.map((_, column) => result.columnTypeId(column))
  const { chunkCount, rowCount: rows } = result
  const columns = types.map((type) => createColumn(type, rows))
  for (let chunkNumber = 0, at = 0; chunkNumber < chunkCount; chunkNumber++) {
    const chunk = result.getChunk(chunkNumber)
    for (const [c, column] of columns.entries()) {
      if (column.kind === 'texts')
        for (const [row, value] of chunk.getColumnValues(c).entries())
          column.values[at + row] = value === null ? null : String(value)
      else {
        const into = column.values.subarray(at, at + chunk.rowCount)
        copyNumbers(duckdb.data_chunk_get_vector(chunk.chunk, c), types[c], into)
      }
    }
    at += chunk.rowCount
  }
  return byName({
    rows,
    columns: columns.map(({ kind }, i) => ({ name: names[i], kind })),
    integers: (place) => columns[place].values as Int32Array,
    numbers: (place) => columns[place].values as Float64Array,
    texts: (place) => columns[place].values as (string | null)[],
  })
}

function createColumn(type: TypeId, rows: number): Column {
  if (type in arrayOfIntegers) return { kind: 'integers', values: new Int32Array(rows) }
  if (type in arrayOfNumbers) return { kind: 'numbers', values: new Float64Array(rows) }
  return { kind: 'texts', values: new Array(rows) }
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

/** Missing integers are −1, other missing numbers NaN. */
function copyNumbers(vector: Vector, type: TypeId, into: Int32Array | Float64Array): void {
  const rows = into.length
  if (type === DuckDBTypeId.BIGINT) {
    const halves = view(vector, rows * 2, Int32Array)
    for (let row = 0; row < rows; row++) into[row] = halves[2 * row + 1] * 2 ** 32 + (halves[2 * row] >>> 0)
  } else {
    const Values = arrayOfIntegers[type] ?? arrayOfNumbers[type]
    const values = view<number | bigint>(vector, rows, Values as ArrayType<number | bigint>)
    for (let row = 0; row < rows; row++) into[row] = Number(values[row])
  }
  const missing = into instanceof Int32Array ? -1 : Number.NaN
  forEachNull(vector, rows, (row) => {
    into[row] = missing
  })
}

/** The data of a NULL is undefined; the validity mask has one bit per row, and is absent if all are valid. */
function forEachNull(vector: Vector, rows: number, visit: (row: number) => void): void {
  const mask: Uint8Array | null = duckdb.vector_get_validity(vector, Math.ceil(rows / 64) * 8)
  if (mask === null) return
  for (let from = 0; from < rows; from += 8)
    for (let missing = ~mask[from >> 3] & 255; missing !== 0; missing &= missing - 1) {
      const row = from + 31 - Math.clz32(missing & -missing)
      if (row < rows) visit(row)
    }
}
