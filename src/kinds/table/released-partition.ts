/** Removes suppressed rows from a partition, so that its figures depend on released rows alone. */
import type { ClassRanges, Partition } from '../../frequency/classes.ts'
import {
  type Amounts,
  amountsLike,
  codesOfSize,
  type FrequencyTable,
  type Target,
  type ValueCounts,
} from '../../frequency/frequency-table.ts'

/** With `mask`, suppressed rows keep their other columns, so the overall shares of sensitive values stay public. */
export function releasedPartition(partition: Partition, suppressedRows: 'mask' | 'drop'): Partition {
  const { frequencies, classes, suppressed } = partition
  const { classIds } = classes
  const [kept, places] = placesWhere(frequencies.combinations, (i) => suppressed[classIds[i]] === 0)
  const [keptClasses, newClass] = placesWhere(classes.count, (c) => suppressed[c] === 0)
  const categories = frequencies.targets.filter(({ kind }) => kind === 'categories')
  const base = {
    frequencies: keptFrequencies(frequencies, kept, suppressedRows),
    classes: {
      count: keptClasses.length,
      sizes: keptClasses.map((c) => classes.sizes[c]),
      representatives: keptClasses.map((c) => Math.max(0, places[classes.representatives[c]])),
      classIds: kept.map((i) => newClass[classIds[i]]),
      histograms: classes.histograms.map((histogram, t) => {
        const target = categories[t]
        return pickBlocks(histogram, keptClasses, target.kind === 'categories' ? target.values.length : 1)
      }),
    },
    suppressed: new Uint8Array(keptClasses.length),
    suppressedRows: 0,
    keptClasses: partition.keptClasses,
    smallestClass: partition.smallestClass,
  }
  if ('groupings' in partition) return { ...base, groupings: partition.groupings }
  return { ...base, knowsCombinations: true, ranges: partition.ranges.map((ranges) => pickRanges(ranges, keptClasses)) }
}

function placesWhere(count: number, isWanted: (i: number) => boolean): [wanted: Int32Array, places: Int32Array] {
  const wanted = new Int32Array(count)
  const places = new Int32Array(count).fill(-1)
  let next = 0
  for (let i = 0; i < count; i++) {
    if (!isWanted(i)) continue
    places[i] = next
    wanted[next++] = i
  }
  return [wanted.subarray(0, next), places]
}

function keptFrequencies(
  { columns, counts, targets, sensitive, persons }: FrequencyTable,
  kept: Int32Array,
  suppressedRows: 'mask' | 'drop',
): FrequencyTable {
  const ownCounts = kept.map((i) => counts[i])
  return {
    columns: columns.map(({ name, size, codes }) => {
      const newCodes = codesOfSize(size, kept.length)
      for (let i = 0; i < kept.length; i++) newCodes[i] = codes[kept[i]]
      return { name, size, codes: newCodes }
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

function pickBlocks(values: Int32Array, kept: Int32Array, width: number): Int32Array {
  const newCounts = new Int32Array(kept.length * width)
  for (let i = 0; i < kept.length; i++)
    for (let place = 0; place < width; place++) newCounts[i * width + place] = values[kept[i] * width + place]
  return newCounts
}

function pickEntries<C extends Amounts>(values: ValueCounts<C>, kept: Int32Array): ValueCounts<C> {
  const { offsets } = values
  const newOffsets = new Int32Array(kept.length + 1)
  for (let place = 0; place < kept.length; place++)
    newOffsets[place + 1] = newOffsets[place] + offsets[kept[place] + 1] - offsets[kept[place]]
  const pick = (from: Amounts): Amounts => {
    const picked = amountsLike(from, newOffsets[kept.length])
    for (let place = 0; place < kept.length; place++)
      for (let at = newOffsets[place], i = offsets[kept[place]]; at < newOffsets[place + 1]; at++, i++)
        picked[at] = from[i]
    return picked
  }
  return { offsets: newOffsets, codes: pick(values.codes) as Int32Array, counts: pick(values.counts) as C }
}

function pickRanges({ low, high, numbers }: ClassRanges, chosen: Int32Array): ClassRanges {
  const whole = (values: Int32Array) => chosen.map((c) => values[c])
  const parts = (values: Float64Array) => Float64Array.from(chosen, (c) => values[c])
  return {
    low: whole(low),
    high: whole(high),
    numbers: numbers && { low: parts(numbers.low), high: parts(numbers.high) },
  }
}
