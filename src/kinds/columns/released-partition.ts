/** A partition without what was suppressed, as if the released rows were the whole table: what is counted on it depends on them alone. */
import type { ClassRanges, Partition } from '../../frequency/classes.ts'
import {
  type Amounts,
  amountsLike,
  codesOfSize,
  type FrequencyTable,
  type Target,
  type ValueCounts,
} from '../../frequency/frequency-table.ts'

/** `suppressedRows: mask`: other columns of suppressed rows are in the release, and the shares of sensitive values in all rows can be read there. */
export function releasedPartition(partition: Partition, suppressedRows: 'mask' | 'drop'): Partition {
  const { frequencies, classes, suppressed } = partition
  const kept: number[] = []
  const placeOf = new Int32Array(frequencies.combinations).fill(-1)
  for (let i = 0; i < frequencies.combinations; i++)
    if (suppressed[classes.classOf[i]] === 0) placeOf[i] = kept.push(i) - 1
  const own: number[] = []
  const newClass = new Int32Array(classes.count).fill(-1)
  for (let c = 0; c < classes.count; c++) if (suppressed[c] === 0) newClass[c] = own.push(c) - 1
  const categories = frequencies.targets.filter(({ kind }) => kind === 'categories')
  const base = {
    frequencies: keptFrequencies(frequencies, kept, suppressedRows),
    classes: {
      count: own.length,
      sizes: Int32Array.from(own, (c) => classes.sizes[c]),
      representatives: Int32Array.from(own, (c) => Math.max(0, placeOf[classes.representatives[c]])),
      classOf: Int32Array.from(kept, (i) => newClass[classes.classOf[i]]),
      histograms: classes.histograms.map((histogram, t) => {
        const target = categories[t]
        return pickBlocks(histogram, own, target.kind === 'categories' ? target.values.length : 1)
      }),
    },
    suppressed: new Uint8Array(own.length),
    suppressedRows: 0,
    keptClasses: partition.keptClasses,
    smallestClass: partition.smallestClass,
  }
  if ('groupings' in partition) return { ...base, groupings: partition.groupings }
  return { ...base, knowsCombinations: true, ranges: partition.ranges.map((ranges) => pickRanges(ranges, own)) }
}

function keptFrequencies(
  { columns, counts, targets, sensitive, persons }: FrequencyTable,
  kept: readonly number[],
  suppressedRows: 'mask' | 'drop',
): FrequencyTable {
  const ownCounts = Int32Array.from(kept, (i) => counts[i])
  return {
    columns: columns.map(({ name, size, codes }) => {
      const own = codesOfSize(size, kept.length)
      kept.forEach((combination, i) => {
        own[i] = codes[combination]
      })
      return { name, size, codes: own }
    }),
    combinations: kept.length,
    rows: ownCounts.reduce((sum, count) => sum + count, 0),
    counts: ownCounts,
    targets: targets.map(
      (target): Target =>
        target.kind === 'categories'
          ? { ...target, counts: pickBlocks(target.counts, kept, target.values.length) }
          : { ...target, ...pickEntries(target, kept) },
    ),
    persons: persons && { ...persons, ...pickEntries(persons, kept) },
    sensitive: sensitive?.map((column) => {
      const entries = pickEntries(column, kept)
      if (suppressedRows === 'mask') return { ...column, ...entries }
      const overall = new Float64Array(column.values.length)
      entries.codes.forEach((code, e) => {
        overall[code] += entries.counts[e]
      })
      return { ...column, ...entries, overall }
    }),
  }
}

function pickBlocks(values: Int32Array, kept: readonly number[], width: number): Int32Array {
  const own = new Int32Array(kept.length * width)
  for (const [i, block] of kept.entries()) own.set(values.subarray(block * width, (block + 1) * width), i * width)
  return own
}

function pickEntries<C extends Amounts>(values: ValueCounts<C>, kept: readonly number[]): ValueCounts<C> {
  const { offsets } = values
  const own = new Int32Array(kept.length + 1)
  for (const [place, i] of kept.entries()) own[place + 1] = own[place] + offsets[i + 1] - offsets[i]
  const pick = (from: Amounts): Amounts => {
    const picked = amountsLike(from, own[kept.length])
    for (const [place, i] of kept.entries()) picked.set(from.subarray(offsets[i], offsets[i + 1]), own[place])
    return picked
  }
  return { offsets: own, codes: pick(values.codes) as Int32Array, counts: pick(values.counts) as C }
}

function pickRanges({ low, high, numbers }: ClassRanges, own: readonly number[]): ClassRanges {
  const whole = (values: Int32Array) => Int32Array.from(own, (c) => values[c])
  const parts = (values: Float64Array) => Float64Array.from(own, (c) => values[c])
  return {
    low: whole(low),
    high: whole(high),
    numbers: numbers && { low: parts(numbers.low), high: parts(numbers.high) },
  }
}
