/**
 * Builds a frequency table from counted tuples of codes by sorting and merging. Neighbouring columns are joined into
 * keys of up to 262,144 values, and a counting sort runs key by key from the last. Cost: tuples × keys; the product of
 * domain sizes is unlimited.
 */
import { numbersBelow } from '../ground/sorted.ts'
import type { Amounts, CategoryTarget, FrequencyTable, Target, ValueCounts } from './frequency-table.ts'
import { amountsLike, codesOfSize } from './frequency-table.ts'

export interface CodedColumn {
  readonly name: string
  readonly size: number
  readonly codes: ArrayLike<number>
}

export interface CodedTuples {
  readonly columns: readonly CodedColumn[]
  readonly counts: ArrayLike<number>
  readonly targets: readonly CodedTarget[]
  readonly sensitive?: readonly CodedSensitive[]
  readonly persons?: { readonly count: number; readonly codes: ArrayLike<number> }
}

export interface CodedSensitive {
  readonly name: string
  readonly values: readonly string[]
  readonly codes: ArrayLike<number>
}

export type CodedTarget =
  | {
      readonly kind: 'categories'
      readonly name: string
      readonly values: readonly string[]
      readonly codes: ArrayLike<number>
    }
  | {
      readonly kind: 'numbers'
      readonly name: string
      readonly values: Float64Array
      readonly codes: ArrayLike<number>
    }

export function buildFrequencyTable(tuples: CodedTuples): FrequencyTable {
  return buildWithSizes(tuples).table
}

/** Also sums the counts of each part that the `finer` columns divide a combination into: one more pass of the sort. */
export function buildWithSizes(
  tuples: CodedTuples,
  finer: readonly CodedColumn[] = [],
): { readonly table: FrequencyTable; readonly sizes: Float64Array } {
  const { counts } = tuples
  const [keys, finerKeys] = [joinColumns(tuples), joinColumns({ columns: finer, counts })]
  const order = sortTuples([...finerKeys, ...keys], counts.length)
  const [starts, parts] = combinationStarts(keys, finerKeys, order)
  // Counting values sorts the tuples of a combination anew, so sizes come first.
  const sizes = finer.length === 0 ? new Float64Array(0) : sumCounts(counts, order, parts)
  return { table: buildSorted(tuples, order, starts), sizes: sortNumbers(sizes) }
}

/** Sorts whole numbers of which most are small: a tenth of the time of comparing them. */
function sortNumbers(numbers: Float64Array): Float64Array {
  const times = new Int32Array(1 << 10)
  let large = 0
  for (let i = 0; i < numbers.length; i++) {
    if (numbers[i] < times.length) times[numbers[i]]++
    else numbers[large++] = numbers[i]
  }
  const sorted = numbers.slice(0, large).sort()
  let end = 0
  for (let number = 0; number < times.length; number++) numbers.fill(number, end, (end += times[number]))
  numbers.set(sorted, end)
  return numbers
}

function sumCounts(counts: ArrayLike<number>, order: Int32Array, starts: Int32Array): Float64Array {
  const sums = new Float64Array(starts.length - 1)
  for (let i = 0; i < sums.length; i++) {
    let sum = 0
    for (let at = starts[i]; at < starts[i + 1]; at++) sum += counts[order[at]]
    sums[i] = sum
  }
  return sums
}

function buildSorted(tuples: CodedTuples, order: Int32Array, starts: Int32Array): FrequencyTable {
  const { columns, counts } = tuples
  const combinations = starts.length - 1
  const firsts = new Int32Array(combinations)
  const rowCounts = new Int32Array(combinations)
  let rows = 0
  for (let i = 0; i < combinations; i++) {
    firsts[i] = order[starts[i]]
    let total = 0
    for (let at = starts[i]; at < starts[i + 1]; at++) total += counts[order[at]]
    rowCounts[i] = total
    rows += total
  }
  const { persons } = tuples
  const amounts = persons === undefined ? new Int32Array(counts) : rowWeights(persons, counts)
  return {
    columns: columns.map(({ name, size, codes }) => {
      const columnCodes = codesOfSize(size, combinations)
      for (let i = 0; i < combinations; i++) columnCodes[i] = codes[firsts[i]]
      return { name, size, codes: columnCodes }
    }),
    combinations,
    rows,
    counts: rowCounts,
    targets: tuples.targets.map((target) => countTarget(target, tuples, order, starts)),
    sensitive: (tuples.sensitive ?? []).map(({ name, values, codes }) => ({
      name,
      values,
      overall: countAll(values.length, codes, amounts),
      ...countValues(codes, amounts, order, starts),
    })),
    persons:
      persons === undefined
        ? undefined
        : { count: persons.count, ...countValues(persons.codes, new Int32Array(counts), order, starts) },
  }
}

/** A row weighs 1/(rows of its person), so that each person weighs 1. */
function rowWeights({ count, codes }: NonNullable<CodedTuples['persons']>, counts: ArrayLike<number>): Float64Array {
  const rows = new Float64Array(count)
  for (let tuple = 0; tuple < codes.length; tuple++) rows[codes[tuple]] += counts[tuple]
  return Float64Array.from(counts, (count, tuple) => count / rows[codes[tuple]])
}

/** Stable order of the tuples by code, first column first. */
export function orderOfTuples(tuples: Pick<CodedTuples, 'columns' | 'counts'>): Int32Array {
  return sortTuples(joinColumns(tuples), tuples.counts.length)
}

interface SortKey {
  readonly size: number
  readonly codes: Int32Array
}

const largestKey = 262_144

function joinColumns({ columns, counts }: Pick<CodedTuples, 'columns' | 'counts'>): SortKey[] {
  const keys: SortKey[] = []
  for (const { codes, size } of columns.toReversed()) {
    const low = keys.at(-1)
    if (low === undefined || low.size * size > largestKey) keys.push({ size, codes: new Int32Array(codes) })
    else {
      for (let i = 0; i < counts.length; i++) low.codes[i] += codes[i] * low.size
      keys[keys.length - 1] = { size: low.size * size, codes: low.codes }
    }
  }
  return keys
}

function sortTuples(keys: readonly SortKey[], tuples: number): Int32Array {
  let order = numbersBelow(tuples)
  let next = new Int32Array(tuples)
  for (const { codes, size } of keys) {
    const place = new Int32Array(size + 1)
    for (let i = 0; i < tuples; i++) place[codes[i] + 1]++
    for (let code = 0; code < size; code++) place[code + 1] += place[code]
    for (let i = 0; i < tuples; i++) next[place[codes[order[i]]]++] = order[i]
    ;[order, next] = [next, order]
  }
  return order
}

/** Finds the starts of combinations, and of the parts that the `finer` keys divide them into. */
function combinationStarts(keys: readonly SortKey[], finer: readonly SortKey[], order: Int32Array) {
  const starts = new Int32Array(order.length + 1)
  const parts = new Int32Array(finer.length === 0 ? 0 : order.length + 1)
  let [count, partCount] = [0, 0]
  for (let at = 0; at < order.length; at++) {
    const isStart = at === 0 || differ(keys, order[at], order[at - 1])
    if (isStart) starts[count++] = at
    if (parts.length > 0 && (isStart || differ(finer, order[at], order[at - 1]))) parts[partCount++] = at
  }
  starts[count] = order.length
  parts[partCount] = order.length
  return [starts.slice(0, count + 1), parts.slice(0, partCount + 1)] as const
}

/** Neighbours differ most often in the last columns, which are in the first key. */
function differ(keys: readonly SortKey[], one: number, other: number): boolean {
  for (let key = 0; key < keys.length; key++) if (keys[key].codes[one] !== keys[key].codes[other]) return true
  return false
}

function countTarget(target: CodedTarget, { counts }: CodedTuples, order: Int32Array, starts: Int32Array): Target {
  const combinations = starts.length - 1
  const { name } = target
  if (target.kind === 'categories') {
    const width = target.values.length
    const dense: CategoryTarget = {
      kind: 'categories',
      name,
      values: target.values,
      counts: new Int32Array(combinations * width),
    }
    for (let i = 0; i < combinations; i++) {
      for (let at = starts[i]; at < starts[i + 1]; at++)
        dense.counts[i * width + target.codes[order[at]]] += counts[order[at]]
    }
    return dense
  }
  const values = target.values
  return { kind: 'numbers', name, values, ...countValues(target.codes, new Int32Array(counts), order, starts) }
}

function countAll(width: number, codes: ArrayLike<number>, counts: ArrayLike<number>): Float64Array {
  const overall = new Float64Array(width)
  for (let tuple = 0; tuple < codes.length; tuple++) overall[codes[tuple]] += counts[tuple]
  return overall
}

function countValues<Counts extends Amounts>(
  codes: ArrayLike<number>,
  counts: Counts,
  order: Int32Array,
  starts: Int32Array,
): ValueCounts<Counts> {
  const combinations = starts.length - 1
  const offsets = new Int32Array(combinations + 1)
  const found = new Int32Array(order.length)
  const amounts = amountsLike(counts, order.length)
  let next = 0
  for (let i = 0; i < combinations; i++) {
    const tuples = order.subarray(starts[i], starts[i + 1])
    if (tuples.length > 1) tuples.sort((a, b) => codes[a] - codes[b] || a - b)
    for (const tuple of tuples) {
      if (next > offsets[i] && found[next - 1] === codes[tuple]) amounts[next - 1] += counts[tuple]
      else {
        found[next] = codes[tuple]
        amounts[next++] = counts[tuple]
      }
    }
    offsets[i + 1] = next
  }
  return { offsets, codes: found.slice(0, next), counts: amounts.slice(0, next) as Counts }
}
