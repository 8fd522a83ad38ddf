/**
 * How many rows a query has, by a table that says of each row only which codes it may have: the original says one code, a release a
 * group of them. Under the uniform assumption a row is spread evenly over the codes it may have, column by column:
 *
 *     e(q) = Σ_classes rows(class, target) · Π_columns |asked ∩ said| / |said|
 *
 * On the original every share is 0 or 1, so that the same sum is the exact answer. Classes that differ in other columns only are added
 * up once for all queries that name the same columns, where that makes fewer of them: two columns of a million combinations have
 * some thousand pairs. Then a query takes the codes of its columns and one look per class and condition, the later conditions only at
 * classes that are left; nothing is allocated per class.
 */
import { type Codes, codesOfSize, type FrequencyTable, type Target } from '../../frequency/frequency-table.ts'

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

/** Called after each query: a promise when it is time to let others work, which fails when the work was cancelled. */
export type Rest = () => Promise<void> | undefined

/** Rows of each query. */
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

/** The original: every value is said as it is. */
export function saidAsItIs(table: FrequencyTable): SaidTable {
  const spans = table.columns.map(({ size }) => {
    const codes = Int32Array.from({ length: size }, (_, code) => code)
    return { from: codes, to: codes }
  })
  return { table, spans, sizes: table.columns.map(({ size }) => size) }
}

/** Classes as some columns tell them apart. */
interface DistinctClasses {
  readonly count: number
  /** The columns of the query, in its order. */
  readonly codes: readonly Codes[]
  readonly rows: Int32Array
}

/** Target conditions, and sets of columns, that are kept counted. */
const MOST_REMEMBERED = 256

export function createQueryCounter(said: SaidTable): (query: TableQuery) => number {
  const { table, spans, sizes } = said
  const taken: Taken = { places: new Int32Array(table.combinations), products: new Float64Array(table.combinations) }
  const upTo = new Int32Array(Math.max(0, ...sizes) + 1)
  const shares = spans.map(({ from }) => new Float64Array(from.length))
  const rowsOf = remembering<Int32Array>()
  const classesOf = remembering<DistinctClasses>()

  return ({ conditions, target }) => {
    const asked = target === undefined ? '' : `${target.column}:${target.runs.join()}`
    const rows =
      target === undefined
        ? table.counts
        : rowsOf(asked, () => targetRows(table.targets[target.column], target.runs, table.combinations))
    if (conditions.length === 0) return sum(rows, table.combinations)
    const columns = conditions.map(({ column }) => column)
    const classes = classesOf(`${columns.join()} ${asked}`, () => distinguish(said, columns, rows))
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
 * The classes by these columns alone, in ascending order, or as they are where there would not be fewer. That is judged by the domains
 * and not by the things said: a file may say fewer than the run that wrote it knows, and must come to the same bits.
 */
function distinguish(
  { table, spans, sizes }: SaidTable,
  columns: readonly number[],
  rows: Int32Array,
): DistinctClasses {
  const { combinations } = table
  const own = columns.map((column) => table.columns[column].codes)
  if (columns.reduce((product, column) => product * sizes[column], 1) >= combinations)
    return { count: combinations, codes: own, rows }
  const radices = columns.map((column) => spans[column].from.length)
  const numbers = new Int32Array(combinations)
  own.forEach((codes, i) => {
    for (let c = 0; c < combinations; c++) numbers[c] = numbers[c] * radices[i] + codes[c]
  })
  const sums = new Int32Array(radices.reduce((product, radix) => product * radix, 1))
  for (let c = 0; c < combinations; c++) sums[numbers[c]] += rows[c]
  const there: number[] = []
  for (let number = 0; number < sums.length; number++) if (sums[number] > 0) there.push(number)
  const codes = radices.map((radix, i) => {
    const below = radices.slice(i + 1).reduce((product, own) => product * own, 1)
    // As narrow as those of the table: loops that meet one kind of array are quicker.
    const narrow = codesOfSize(radix, there.length)
    there.forEach((number, place) => {
      narrow[place] = Math.floor(number / below) % radix
    })
    return narrow
  })
  return { count: there.length, codes, rows: Int32Array.from(there, (number) => sums[number]) }
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

interface Taken {
  /** Of classes that may have asked rows. */
  readonly places: Int32Array
  /** How many. */
  readonly products: Float64Array
}

/** Classes that may have asked rows, and how many; the number of them. */
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
