/**
 * The ranges of codes that released rows show, by column: the input of LM, NWP and entropy for every kind of release.
 * Integers are summed before any fraction, so class order does not matter. Cost: classes + kept classes × columns +
 * codes.
 */
import type { ClassesPartition, ColumnsPartition, Partition } from '../frequency/classes.ts'
import type { FrequencyTable } from '../frequency/frequency-table.ts'
import { madeOnce } from '../ground/made-once.ts'
import type { NumberRanges } from '../hierarchy/grouping.ts'

export interface ShownColumn {
  count: number
  readonly low: Int32Array
  readonly high: Int32Array
  readonly rows: Int32Array
  readonly numbers?: NumberRanges
  leftOut: number
}

/** Valid until the next call for the same table. */
export function shownByColumn(partition: Partition): readonly ShownColumn[] {
  return 'groupings' in partition ? shownGroups(partition) : shownRanges(partition)
}

function shownGroups(partition: ColumnsPartition): readonly ShownColumn[] {
  const { frequencies, groupings, suppressedRows } = partition
  const kept = keptRowsByGroup(partition)
  const { shown } = columnBuffers(frequencies)
  for (let column = 0; column < groupings.length; column++) {
    const { codeGroups } = groupings[column]
    const ranges = shown[column]
    const ownKept = kept[column]
    ranges.count = 0
    ranges.leftOut = suppressedRows
    let from = 0
    for (let code = 1; code <= codeGroups.length; code++) {
      const group = codeGroups[from]
      if (code < codeGroups.length && codeGroups[code] === group) continue
      if (ownKept[group] > 0) {
        ranges.low[ranges.count] = from
        ranges.high[ranges.count] = code - 1
        ranges.rows[ranges.count++] = ownKept[group]
      }
      from = code
    }
  }
  return shown
}

/** Partitions by class are never refilled, so memoizing is safe. */
const shownRanges = madeOnce((partition: ClassesPartition): readonly ShownColumn[] =>
  partition.ranges.map((_, i) => sumRanges(partition, i)),
)

function sumRanges({ frequencies, classes, suppressed, ranges }: ClassesPartition, column: number): ShownColumn {
  const { size } = frequencies.columns[column]
  const { low, high, numbers } = ranges[column]
  const seen = new Map<number, { rows: number; readonly first: number }>()
  let leftOut = 0
  for (let c = 0; c < classes.count; c++) {
    if (suppressed[c] === 1 || low[c] < 0) {
      leftOut += classes.sizes[c]
      continue
    }
    const key = low[c] * size + high[c]
    const range = seen.get(key)
    if (range === undefined) seen.set(key, { rows: classes.sizes[c], first: c })
    else range.rows += classes.sizes[c]
  }
  const found = [...seen].sort(([a], [b]) => a - b).map(([, range]) => range)
  return {
    count: found.length,
    low: Int32Array.from(found, ({ first }) => low[first]),
    high: Int32Array.from(found, ({ first }) => high[first]),
    rows: Int32Array.from(found, ({ rows }) => rows),
    numbers:
      numbers === undefined
        ? undefined
        : {
            low: Float64Array.from(found, ({ first }) => numbers.low[first]),
            high: Float64Array.from(found, ({ first }) => numbers.high[first]),
          },
    leftOut,
  }
}

const columnBuffers = madeOnce((frequencies: FrequencyTable) => {
  const room = ({ size }: { readonly size: number }) => new Int32Array(size)
  return {
    shown: frequencies.columns.map(
      (column): ShownColumn => ({ count: 0, low: room(column), high: room(column), rows: room(column), leftOut: 0 }),
    ),
    rows: frequencies.columns.map(room),
    representatives: new Int32Array(frequencies.combinations),
    sizes: new Int32Array(frequencies.combinations),
  }
})

/** `result[column][group]`: released rows; valid until the next call for the same table. */
export function keptRowsByGroup(
  partition: Pick<ColumnsPartition, 'frequencies' | 'groupings' | 'classes' | 'suppressed'>,
): readonly Int32Array[] {
  const { frequencies, groupings, classes, suppressed } = partition
  if (classes.keptRows !== undefined) return classes.keptRows(suppressed)
  const { rows, representatives, sizes } = columnBuffers(frequencies)
  const { count, representatives: all, sizes: allSizes } = classes
  let kept = 0
  for (let c = 0; c < count; c++) {
    if (suppressed[c] === 1) continue
    representatives[kept] = all[c]
    sizes[kept++] = allSizes[c]
  }
  for (let column = 0; column < groupings.length; column++) {
    const { codes } = frequencies.columns[column]
    const { codeGroups, groups } = groupings[column]
    const counts = rows[column]
    counts.fill(0, 0, groups)
    for (let i = 0; i < kept; i++) counts[codeGroups[codes[representatives[i]]]] += sizes[i]
  }
  return rows
}

/** Orders classes by first combination, so that sums of fractions give equal bits with every counter. */
const orderBuffers = madeOnce(({ combinations }: FrequencyTable) => ({
  order: new Int32Array(combinations),
  seen: new Uint8Array(combinations),
}))

/** The first `classes.count` entries are the classes in order; valid until the next call for the same table. */
export function classesInOrder(partition: Partition): Int32Array {
  const { frequencies, classes } = partition
  // Classes with their own ranges already have a deterministic order: that of the decision.
  if ('ranges' in partition) return Int32Array.from({ length: classes.count }, (_, c) => c)
  const { order, seen } = orderBuffers(frequencies)
  const { classIds, count } = classes
  seen.fill(0, 0, count)
  let placed = 0
  for (let i = 0; i < frequencies.combinations && placed < count; i++) {
    const c = classIds[i]
    if (seen[c] === 1) continue
    seen[c] = 1
    order[placed++] = c
  }
  return order
}
