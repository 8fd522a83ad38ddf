/**
 * Counts the rows of a query on a table with a set of codes per cell: one in the original, a group in a release. A row
 * is spread evenly over its codes: e(q) = Σ_classes rows(class, target) · Π_columns |asked ∩ said| / |said|, which is
 * exact on the original. Queries on the same columns share classes merged by these columns, and take one lookup per
 * class and condition.
 */
import { type Codes, codesOfSize, type FrequencyTable, type Target } from '../../frequency/frequency-table.ts'

/** A set of codes is a list of disjoint ascending runs, `[from, to, from, to, …]`. */
export interface TableQuery {
  /** Ascending by column, so that the written order changes no bit. */
  readonly conditions: readonly QueryCondition[]
  /** On a column that is released unchanged; `column` is its index among the table's targets. */
  readonly target?: QueryCondition
}

export interface QueryCondition {
  readonly column: number
  readonly runs: Int32Array
}

export interface SaidTable {
  /** Its codes are indices of `spans`. */
  readonly table: FrequencyTable
  /** Per column, the distinct ranges of codes that cells show. */
  readonly spans: readonly Spans[]
  readonly sizes: readonly number[]
}

export interface Spans {
  readonly from: Int32Array
  readonly to: Int32Array
}

/** Called after each query: returns a promise if it is time to yield, which rejects on cancellation. */
export type Rest = () => Promise<void> | undefined

export async function countQueries(
  said: SaidTable,
  queries: readonly TableQuery[],
  rest?: Rest,
): Promise<Float64Array> {
  const count = createQueryCounter(said)
  const rows = new Float64Array(queries.length)
  for (let query = 0; query < queries.length; query++) {
    rows[query] = count(queries[query])
    const resting = rest?.()
    if (resting !== undefined) await resting
  }
  return rows
}

export function saidAsItIs(table: FrequencyTable): SaidTable {
  const spans = table.columns.map(({ size }) => {
    const codes = Int32Array.from({ length: size }, (_, code) => code)
    return { from: codes, to: codes }
  })
  return { table, spans, sizes: table.columns.map(({ size }) => size) }
}

interface DistinctClasses {
  readonly count: number
  readonly codes: readonly Codes[]
  readonly rows: Int32Array
}

const MOST_REMEMBERED = 256

export function createQueryCounter(said: SaidTable): (query: TableQuery) => number {
  const { table, spans, sizes } = said
  const taken: Taken = { places: new Int32Array(table.combinations), products: new Float64Array(table.combinations) }
  const upTo = new Int32Array(Math.max(0, ...sizes) + 1)
  const shares = spans.map(({ from }) => new Float64Array(from.length))
  const targetCounts = remembering<Int32Array>()
  const distinctClasses = remembering<DistinctClasses>()

  return ({ conditions, target }) => {
    const asked = target === undefined ? '' : `${target.column}:${target.runs.join()}`
    const rows =
      target === undefined
        ? table.counts
        : targetCounts(asked, () => targetRows(table.targets[target.column], target.runs, table.combinations))
    if (conditions.length === 0) return sum(rows, table.combinations)
    const columns = conditions.map(({ column }) => column)
    const classes = distinctClasses(`${columns.join()} ${asked}`, () => distinguish(said, columns, rows))
    let left = 0
    for (let i = 0; i < conditions.length; i++) {
      const { column, runs } = conditions[i]
      fillShares(shares[column], spans[column], runs, sizes[column], upTo)
      left =
        i === 0 ? takeFirst(classes, shares[column], taken) : takeAgain(classes.codes[i], shares[column], left, taken)
      if (left === 0) return 0
    }
    return sum(taken.products, left)
  }
}

function remembering<T>(): (key: string, make: () => T) => T {
  const known = new Map<string, T>()
  return (key, make) => {
    let value = known.get(key)
    if (value === undefined) {
      if (known.size >= MOST_REMEMBERED) known.clear()
      known.set(key, (value = make()))
    }
    return value
  }
}

/**
 * Merges the classes by these columns, ascending; returns them unchanged if that would not reduce them. Decides by the
 * domains, not by the shown ranges: a file may show fewer than its run knows, and must give the same bits.
 */
function distinguish({ table, spans, sizes }: SaidTable, columns: readonly number[], rows: Int32Array) {
  const { combinations } = table
  const columnCodes = columns.map((column) => table.columns[column].codes)
  if (columns.reduce((product, column) => product * sizes[column], 1) >= combinations)
    return { count: combinations, codes: columnCodes, rows }
  const radices = columns.map((column) => spans[column].from.length)
  const numbers = new Int32Array(combinations)
  columnCodes.forEach((codes, i) => {
    for (let c = 0; c < combinations; c++) numbers[c] = numbers[c] * radices[i] + codes[c]
  })
  const sums = new Int32Array(radices.reduce((product, radix) => product * radix, 1))
  for (let c = 0; c < combinations; c++) sums[numbers[c]] += rows[c]
  const there: number[] = []
  for (let number = 0; number < sums.length; number++) if (sums[number] > 0) there.push(number)
  const codes = radices.map((radix, i) => {
    const below = radices.slice(i + 1).reduce((product, radix) => product * radix, 1)
    // Same array type as the table's: monomorphic loops are faster.
    const narrow = codesOfSize(radix, there.length)
    there.forEach((number, place) => {
      narrow[place] = Math.floor(number / below) % radix
    })
    return narrow
  })
  return { count: there.length, codes, rows: Int32Array.from(there, (number) => sums[number]) }
}

/** |asked ∩ said| / |said| for each span. */
function fillShares(into: Float64Array, { from, to }: Spans, runs: Int32Array, size: number, upTo: Int32Array): void {
  upTo.fill(0, 0, size + 1)
  for (let run = 0; run < runs.length; run += 2)
    for (let code = runs[run]; code <= runs[run + 1]; code++) upTo[code + 1] = 1
  for (let code = 0; code < size; code++) upTo[code + 1] += upTo[code]
  for (let said = 0; said < into.length; said++)
    into[said] = (upTo[to[said] + 1] - upTo[from[said]]) / (to[said] - from[said] + 1)
}

interface Taken {
  readonly places: Int32Array
  readonly products: Float64Array
}

/** Fills `taken` with the classes that may match, and their rows; returns how many. */
function takeFirst({ codes: [codes], rows, count }: DistinctClasses, shares: Float64Array, taken: Taken): number {
  const { places, products } = taken
  let left = 0
  for (let c = 0; c < count; c++) {
    const share = shares[codes[c]]
    if (share === 0 || rows[c] === 0) continue
    places[left] = c
    products[left++] = rows[c] * share
  }
  return left
}

function takeAgain(codes: Codes, shares: Float64Array, count: number, { places, products }: Taken): number {
  let left = 0
  for (let at = 0; at < count; at++) {
    const share = shares[codes[places[at]]]
    if (share === 0) continue
    places[left] = places[at]
    products[left++] = products[at] * share
  }
  return left
}

function sum(values: Int32Array | Float64Array, count: number): number {
  let total = 0
  for (let at = 0; at < count; at++) total += values[at]
  return total
}

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
