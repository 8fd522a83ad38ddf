/** Names the groups or ranges that classes show of a column, and `?`. Rare ranges are merged. */
import type { ClassesPartition, ColumnsPartition } from '../frequency/classes.ts'
import { type Hierarchy, knownValues, valuesIn } from '../hierarchy/hierarchy.ts'

export interface NamedRanges {
  readonly of: Int32Array
  readonly labels: readonly string[]
  readonly rows: Float64Array
  readonly values: Int32Array
}

const MOST_NAMED = 200

export function namedGroups(
  { frequencies, groupings, classes, suppressed }: ColumnsPartition,
  column: number,
  labels: readonly string[],
): NamedRanges {
  const { codes } = frequencies.columns[column]
  const { codeGroups } = groupings[column]
  const of = classes.representatives.subarray(0, classes.count).map((combination) => codeGroups[codes[combination]])
  const values = new Int32Array(labels.length)
  for (const group of codeGroups) values[group]++
  return { of, labels, values, rows: countRows(of, classes.sizes, suppressed, labels.length) }
}

/** `labels` has the labels of each class. Returns ranges in order, then the merged rest, then `?`. */
export function namedRanges(
  { frequencies, ranges, classes, suppressed }: ClassesPartition,
  column: number,
  labels: readonly string[],
  hierarchy: Hierarchy,
): NamedRanges {
  const { size } = frequencies.columns[column]
  const { low, high } = ranges[column]
  const rowsOfKey = new Map<number, { rows: number; readonly first: number }>()
  for (let c = 0; c < classes.count; c++) {
    if (low[c] < 0) continue
    const key = low[c] * size + high[c]
    const total = rowsOfKey.get(key)
    if (total === undefined) rowsOfKey.set(key, { rows: classes.sizes[c], first: c })
    else total.rows += classes.sizes[c]
  }
  const often = [...rowsOfKey].sort(([a, x], [b, y]) => y.rows - x.rows || a - b).slice(0, MOST_NAMED)
  often.sort(([a], [b]) => a - b)
  const others = rowsOfKey.size - often.length
  const places = new Map(often.map(([key], place) => [key, place] as const))
  const together = often.length
  const leftOut = often.length + (others > 0 ? 1 : 0)
  const of = Int32Array.from({ length: classes.count }, (_, c) =>
    low[c] < 0 ? leftOut : (places.get(low[c] * size + high[c]) ?? together),
  )
  const names = [...often.map(([, { first }]) => labels[first]), ...(others > 0 ? [`${others} more ranges`] : []), '?']
  const values = [
    ...often.map(([, { first }]) => valuesIn(hierarchy, low[first], high[first])),
    ...(others > 0 ? [0] : []),
    knownValues(hierarchy),
  ]
  return {
    of,
    labels: names,
    values: Int32Array.from(values),
    rows: countRows(of, classes.sizes, suppressed, names.length),
  }
}

function countRows(of: Int32Array, sizes: Int32Array, suppressed: Uint8Array, count: number): Float64Array {
  const rows = new Float64Array(count)
  for (let c = 0; c < of.length; c++) if (suppressed[c] === 0) rows[of[c]] += sizes[c]
  return rows
}
