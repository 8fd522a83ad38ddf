/**
 * Relates pairs of columns of a local source in memory: each column of the first rows is fetched and numbered once, and
 * a pair costs a pass over numbers, where the engine would group texts. Cost: columns × rows texts, pairs × rows.
 */
import type { EngineRun } from '../engines/engine.ts'
import { sql } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'
import type { RelateRequest, Relation } from './relate-columns.ts'

interface NumberedColumn {
  readonly numbers: ReadonlyMap<string, number>
  /** By row; −1 for missing. */
  readonly codes: Int32Array
  /** Rows by code; those of code c are `starts[c]` up to but excluding `starts[c + 1]`. */
  readonly order: Int32Array
  readonly starts: Int32Array
}

export async function relateRows(
  request: RelateRequest,
  pairs: readonly (readonly [string, string])[],
  rows: number,
  run: EngineRun,
): Promise<Relation[]> {
  const columns = new Map<string, NumberedColumn>()
  for (const column of new Set(pairs.flat())) columns.set(column, await numberColumn(request, column, rows, run))
  const column = (name: string) => columns.get(name) as NumberedColumn
  return pairs.map(([first, second]) => relate(column(first), column(second)))
}

/** DuckDB keeps the order of rows, so the first rows of each column are the same ones. */
export async function numberColumn(
  { engine, source, missingValues }: RelateRequest,
  column: string,
  rows: number,
  run: EngineRun,
): Promise<NumberedColumn> {
  const { dialect } = engine
  const value = valueOrMissing(dialect, column, missingValues)
  const first = sql`SELECT ${dialect.identifier(column)} FROM ${dialect.scan(source)} LIMIT ${rows}`
  const texts = (await engine.query(sql`SELECT ${value} AS value FROM (${first}) AS first_rows`, run)).texts('value')
  const numbers = new Map<string, number>()
  const codes = Int32Array.from(texts, (text) => {
    if (text === null) return -1
    const known = numbers.get(text) ?? numbers.size
    if (known === numbers.size) numbers.set(text, known)
    return known
  })
  const starts = new Int32Array(numbers.size + 2)
  for (const code of codes) if (code >= 0) starts[code + 2]++
  for (let code = 2; code < starts.length; code++) starts[code] += starts[code - 1]
  const order = new Int32Array(starts[starts.length - 1])
  codes.forEach((code, row) => {
    if (code >= 0) order[starts[code + 1]++] = row
  })
  return { numbers, codes, order, starts }
}

function relate(one: NumberedColumn, other: NumberedColumn): Relation {
  return {
    ...visitPairs(one, other),
    get within() {
      const [texts, parts] = [[...one.numbers.keys()], [...other.numbers.keys()].map(twoFigures)]
      let count = 0
      visitPairs(one, other, (first, second) => {
        if (texts[first].includes(parts[second])) count++
      })
      return count
    },
    get shared() {
      return [...other.numbers.keys()].filter((text) => one.numbers.has(text)).length
    },
  }
}

/** Visits each pair of codes once, and counts. */
function visitPairs(
  one: NumberedColumn,
  other: NumberedColumn,
  visit?: (first: number, second: number) => void,
): Pick<Relation, 'rows' | 'firsts' | 'seconds' | 'pairs'> {
  const lastFirst = new Int32Array(other.numbers.size).fill(-1)
  let [rows, firsts, seconds, pairs] = [0, 0, 0, 0]
  for (let first = 0; first < one.numbers.size; first++) {
    const before = rows
    for (let at = one.starts[first]; at < one.starts[first + 1]; at++) {
      const second = other.codes[one.order[at]]
      if (second < 0) continue
      rows++
      if (lastFirst[second] === first) continue
      if (lastFirst[second] < 0) seconds++
      lastFirst[second] = first
      pairs++
      visit?.(first, second)
    }
    if (rows > before) firsts++
  }
  return { rows, firsts, seconds, pairs }
}

/** `03` for `3`, as in a date. */
const twoFigures = (text: string) => (text.length === 1 ? `0${text}` : text)
