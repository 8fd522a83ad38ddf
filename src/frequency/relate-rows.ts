/**
 * Relates pairs of columns of a local source in memory: the engine hashes the texts of the first rows, each column is
 * numbered once, and a pair costs a pass over numbers, where the engine would group texts.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { madeOnce } from '../ground/made-once.ts'
import { placesByCode } from '../ground/sorted.ts'
import { join, type Source, type Sql, sql } from '../sql/dialect.ts'
import { comparableText } from '../sql/encoding.ts'
import { FIRST_ROWS } from './hold-rows.ts'

export interface RelateRequest {
  readonly engine: Engine
  readonly source: Source
  /** A table of the first rows, if they are not all. */
  readonly first?: Source | undefined
  readonly firstRows?: number | undefined
  /** Whether `first` is a table of DuckDB without a column that hides the numbers of its rows. */
  readonly isNumbered?: boolean
  readonly missingValues: readonly string[]
}

export interface Relation {
  /** Rows that have both values; distinct values of both columns there, and distinct pairs. */
  readonly rows: number
  readonly firsts: number
  readonly seconds: number
  readonly pairs: number
  /** Distinct values of the second column that the first has in some row. */
  readonly shared: number
}

interface NumberedColumn {
  /** By code. */
  readonly hashes: Float64Array
  readonly has: (hash: number) => boolean
  /** By row; −1 for missing. */
  readonly codes: Int32Array
  /** Rows by code; those of code c are `starts[c]` up to but excluding `starts[c + 1]`. */
  readonly order: Int32Array
  readonly starts: Int32Array
}

/** Relations of a table are asked for several times. */
const knownColumns = madeOnce((_: RelateRequest) => new Map<string, NumberedColumn>())

/** LIMIT collects rows in their order, which costs DuckDB as much as many statements; a filter by number does not. */
export function selectFirst({ engine, source, first = source, isNumbered }: RelateRequest, columns: Sql, most: number) {
  const rows = sql`SELECT ${columns} FROM ${engine.dialect.scan(first)}`
  return sql`(${rows} ${isNumbered ? sql`WHERE rowid <` : sql`LIMIT`} ${most}) AS first_rows`
}

export async function relateRows(
  request: RelateRequest,
  pairs: readonly (readonly [string, string])[],
  run: EngineRun,
): Promise<Relation[]> {
  const columns = knownColumns(request)
  const names = [...new Set(pairs.flat())].filter((name) => !columns.has(name))
  if (names.length > 0)
    for (const [i, numbered] of (await numberColumns(request, names, request.firstRows ?? FIRST_ROWS, run)).entries())
      columns.set(names[i], numbered)
  const column = (name: string) => columns.get(name) as NumberedColumn
  return pairs.map(([first, second]) => relate(column(first), column(second)))
}

/** Numbers the texts of columns by 52 bits of their hashes, which tell so few rows apart as well as the texts do. */
async function numberColumns(
  request: RelateRequest,
  names: readonly string[],
  rows: number,
  run: EngineRun,
): Promise<NumberedColumn[]> {
  const { engine, missingValues } = request
  const { dialect } = engine
  const hashes = names.map((name, i) => {
    const value = comparableText(dialect, name, missingValues)
    return sql`CASE WHEN ${value} IS NOT NULL THEN CAST(HASH(${value}) >> 12 AS DOUBLE) END AS
      ${dialect.identifier(`c${i}`)}`
  })
  const read = join(names.map((name) => dialect.identifier(name)))
  const result = await engine.query(sql`SELECT ${join(hashes)} FROM ${selectFirst(request, read, rows)}`, run)
  return names.map((_, i) => numberHashes(result.numbers(`c${i}`)))
}

/** A hash is NaN if the text is missing. Open addressing, at most half full; the low bits of a hash are its slot. */
function numberHashes(hashes: Float64Array): NumberedColumn {
  const mask = 2 ** Math.ceil(Math.log2(2 * hashes.length + 2)) - 1
  const slots = new Int32Array(mask + 1)
  const found = new Float64Array(hashes.length)
  const findSlot = (hash: number): number => {
    let slot = (hash % 2 ** 31) & mask
    while (slots[slot] !== 0 && found[slots[slot] - 1] !== hash) slot = (slot + 1) & mask
    return slot
  }
  let count = 0
  const codes = new Int32Array(hashes.length)
  for (let row = 0; row < hashes.length; row++) {
    const hash = hashes[row]
    if (Number.isNaN(hash)) {
      codes[row] = -1
      continue
    }
    const slot = findSlot(hash)
    if (slots[slot] === 0) {
      found[count++] = hash
      slots[slot] = count
    }
    codes[row] = slots[slot] - 1
  }
  const places = placesByCode(codes, count)
  return { hashes: found.slice(0, count), has: (hash) => slots[findSlot(hash)] !== 0, codes, ...places }
}

function relate(one: NumberedColumn, other: NumberedColumn): Relation {
  return {
    ...countPairs(one, other),
    get shared() {
      return other.hashes.reduce((sum, hash) => sum + (one.has(hash) ? 1 : 0), 0)
    },
  }
}

/** Visits each pair of codes once. */
function countPairs(one: NumberedColumn, other: NumberedColumn): Omit<Relation, 'shared'> {
  const lastFirst = new Int32Array(other.hashes.length).fill(-1)
  let [rows, firsts, seconds, pairs] = [0, 0, 0, 0]
  for (let first = 0; first < one.hashes.length; first++) {
    const before = rows
    for (let at = one.starts[first]; at < one.starts[first + 1]; at++) {
      const second = other.codes[one.order[at]]
      if (second < 0) continue
      rows++
      if (lastFirst[second] === first) continue
      if (lastFirst[second] < 0) seconds++
      lastFirst[second] = first
      pairs++
    }
    if (rows > before) firsts++
  }
  return { rows, firsts, seconds, pairs }
}
