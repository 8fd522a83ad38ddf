/**
 * How many rows a query has, by a table that says of each row only which codes it may have: the original says one code, a release a
 * group of them. Under the uniform assumption a row is spread evenly over the codes it may have, column by column:
 *
 *     e(q) = Σ_classes rows(class, target) · Π_columns |asked ∩ said| / |said|
 *
 * On the original every share is 0 or 1, so that the same sum is the exact answer. Cost: a query takes the codes of the columns it
 * names and one look per class and condition, the later conditions only at classes that are left; nothing is allocated per class.
 */
import type { Codes, FrequencyTable, Target } from '../../frequency/frequency-table.ts'

/** A query as codes. A set of codes is a list of runs, `[from, to, from, to, …]`, ascending and apart. */
export interface TableQuery {
  /** Ascending by column, so that the order in which they were written changes no bit. */
  readonly conditions: readonly QueryCondition[]
  /** On a column that is released as it is; `column` is its place among the targets of the table. */
  readonly target?: QueryCondition
}

export interface QueryCondition {
  /** Place of the quasi-identifier. */
  readonly column: number
  readonly runs: Int32Array
}

/** Classes of rows, and what is said of them. */
export interface SaidTable {
  /** Its codes are places in `spans`. */
  readonly table: FrequencyTable
  /** For each column, the things said in it: codes of the domain from … to. */
  readonly spans: readonly Spans[]
  /** Codes of each column's domain. */
  readonly sizes: readonly number[]
}

export interface Spans {
  readonly from: Int32Array
  readonly to: Int32Array
}

/** The original: every value is said as it is. */
export function saidAsItIs(table: FrequencyTable): SaidTable {
  const spans = table.columns.map(({ size }) => {
    const codes = Int32Array.from({ length: size }, (_, code) => code)
    return { from: codes, to: codes }
  })
  return { table, spans, sizes: table.columns.map(({ size }) => size) }
}

/** Target conditions that are kept counted; few differ in a workload that was drawn. */
const MOST_REMEMBERED = 64

export function createQueryCounter({ table, spans, sizes }: SaidTable): (query: TableQuery) => number {
  const { combinations } = table
  const places = new Int32Array(combinations)
  const products = new Float64Array(combinations)
  const upTo = new Int32Array(Math.max(0, ...sizes) + 1)
  const shares = spans.map(({ from }) => new Float64Array(from.length))
  const remembered = new Map<string, ArrayLike<number>>()

  return ({ conditions, target }) => {
    const weights = target === undefined ? table.counts : weightsOf(target)
    if (conditions.length === 0) return sum(weights, combinations)
    let left = 0
    for (let i = 0; i < conditions.length; i++) {
      const { column, runs } = conditions[i]
      fillShares(shares[column], spans[column], runs, sizes[column], upTo)
      const { codes } = table.columns[column]
      left =
        i === 0
          ? takeFirst(codes, shares[column], weights, combinations, places, products)
          : takeAgain(codes, shares[column], left, places, products)
      if (left === 0) return 0
    }
    return sum(products, left)
  }

  function weightsOf(condition: QueryCondition): ArrayLike<number> {
    const key = `${condition.column}:${condition.runs.join()}`
    let weights = remembered.get(key)
    if (weights === undefined) {
      if (remembered.size >= MOST_REMEMBERED) remembered.clear()
      remembered.set(key, (weights = targetRows(table.targets[condition.column], condition.runs, combinations)))
    }
    return weights
  }
}

/** |asked ∩ said| / |said| for each thing said. */
function fillShares(into: Float64Array, { from, to }: Spans, runs: Int32Array, size: number, upTo: Int32Array): void {
  // upTo[c]: asked codes below c.
  upTo.fill(0, 0, size + 1)
  for (let run = 0; run < runs.length; run += 2)
    for (let code = runs[run]; code <= runs[run + 1]; code++) upTo[code + 1] = 1
  for (let code = 0; code < size; code++) upTo[code + 1] += upTo[code]
  for (let said = 0; said < into.length; said++) {
    into[said] = (upTo[to[said] + 1] - upTo[from[said]]) / (to[said] - from[said] + 1)
  }
}

/** Classes that may have asked rows, and how many; the number of them. */
function takeFirst(
  codes: Codes,
  shares: Float64Array,
  weights: ArrayLike<number>,
  classes: number,
  places: Int32Array,
  products: Float64Array,
): number {
  let left = 0
  for (let c = 0; c < classes; c++) {
    const share = shares[codes[c]]
    if (share === 0 || weights[c] === 0) continue
    places[left] = c
    products[left++] = weights[c] * share
  }
  return left
}

function takeAgain(
  codes: Codes,
  shares: Float64Array,
  count: number,
  places: Int32Array,
  products: Float64Array,
): number {
  let left = 0
  for (let at = 0; at < count; at++) {
    const share = shares[codes[places[at]]]
    if (share === 0) continue
    places[left] = places[at]
    products[left++] = products[at] * share
  }
  return left
}

function sum(values: ArrayLike<number>, count: number): number {
  let total = 0
  for (let at = 0; at < count; at++) total += values[at]
  return total
}

/** Rows of each class whose target is asked for. */
function targetRows(target: Target, runs: Int32Array, classes: number): Int32Array {
  const width = target.values.length
  const asked = new Uint8Array(width)
  for (let run = 0; run < runs.length; run += 2) asked.fill(1, runs[run], runs[run + 1] + 1)
  const rows = new Int32Array(classes)
  for (let c = 0; c < classes; c++) {
    if (target.kind === 'categories') {
      for (let value = 0; value < width; value++) if (asked[value] === 1) rows[c] += target.counts[c * width + value]
    } else {
      for (let at = target.offsets[c]; at < target.offsets[c + 1]; at++)
        if (asked[target.codes[at]] === 1) rows[c] += target.counts[at]
    }
  }
  return rows
}
