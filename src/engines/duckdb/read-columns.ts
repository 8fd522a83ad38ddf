/** Copies results into typed arrays, and typed arrays into a table, about 40 times faster than value by value. */
import type { DuckDBAppender, DuckDBMaterializedResult, DuckDBTypeId as TypeId } from '@duckdb/node-api'
import type { Vector } from '@duckdb/node-bindings'
import type { AppendedRows, QueryResult } from '../engine.ts'
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

const ROWS_PER_CHUNK = 2048

export function appendRows(appender: DuckDBAppender, { columns, blocks }: AppendedRows): void {
  const types = columns.map(({ texts }) => (texts === undefined ? api.UINTEGER : api.ENUM(texts)))
  const chunk = api.DuckDBDataChunk.create(types)
  const cells = columns.map(({ texts }) => {
    if (texts === undefined) return new Uint32Array(ROWS_PER_CHUNK)
    // DuckDB has one byte per cell for up to 255 texts.
    return texts.length > 255 ? new Uint16Array(ROWS_PER_CHUNK) : new Uint8Array(ROWS_PER_CHUNK)
  })
  for (const block of blocks)
    for (let from = 0; from < block[0].length; from += ROWS_PER_CHUNK) {
      chunk.reset()
      chunk.rowCount = Math.min(ROWS_PER_CHUNK, block[0].length - from)
      block.forEach((column, c) => {
        const some = column.subarray(from, from + chunk.rowCount)
        const vector = duckdb.data_chunk_get_vector(chunk.chunk, c)
        if (columns[c].texts === undefined) cells[c].set(some)
        else setPlaces(vector, some, cells[c])
        duckdb.copy_data_to_vector(
          vector,
          0,
          cells[c].buffer as ArrayBuffer,
          0,
          some.length * cells[c].BYTES_PER_ELEMENT,
        )
      })
      appender.appendDataChunk(chunk)
    }
}

function setPlaces(vector: Vector, places: ArrayLike<number>, cells: Uint8Array | Uint16Array | Uint32Array): void {
  let missing = 0
  for (let row = 0; row < places.length; row++) {
    if (places[row] === 0) missing++
    cells[row] = Math.max(0, places[row] - 1)
  }
  if (missing === 0) return
  const mask = new Uint8Array(ROWS_PER_CHUNK / 8)
  for (let row = 0; row < places.length; row++) if (places[row] > 0) mask[row >> 3] |= 1 << (row & 7)
  duckdb.vector_ensure_validity_writable(vector)
  duckdb.copy_data_to_vector_validity(vector, 0, mask.buffer as ArrayBuffer, 0, mask.length)
}
