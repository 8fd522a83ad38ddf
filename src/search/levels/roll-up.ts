/**
 * Roll-up (LeFevre et al. 2005): counts a coarser node from a finer node's classes instead of all combinations. Each
 * class becomes a combination of a smaller frequency table, with the codes of its representative; coarser groupings
 * treat both alike, so counter, requirements and metrics work unchanged.
 * Cost: combinations × (columns + target values).
 */
import { classMembers } from '../../frequency/class-values.ts'
import type { Classes } from '../../frequency/classes.ts'
import type { Amounts, CategoryTarget, FrequencyTable, ValueCounts } from '../../frequency/frequency-table.ts'
import { amountsLike, codesOfSize } from '../../frequency/frequency-table.ts'

export function rollUp(table: FrequencyTable, classes: Classes): FrequencyTable {
  const representatives = inOrder(table, classes)
  const count = representatives.length
  const { classIds, sizes, histograms } = classes
  const classAt = Int32Array.from(representatives, (combination) => classIds[combination])
  let categories = 0
  return {
    columns: table.columns.map(({ name, size, codes }) => {
      const rolled = codesOfSize(size, count)
      for (let i = 0; i < count; i++) rolled[i] = codes[representatives[i]]
      return { name, size, codes: rolled }
    }),
    combinations: count,
    rows: table.rows,
    counts: Int32Array.from(classAt, (c) => sizes[c]),
    targets: table.targets.map((target) =>
      target.kind === 'categories'
        ? rollUpCategories(target, histograms[categories++], classAt)
        : { ...target, ...rollUpValues(table, target, target.values.length, classes, classAt) },
    ),
    sensitive: (table.sensitive ?? []).map((column) => ({
      ...column,
      ...rollUpValues(table, column, column.values.length, classes, classAt),
    })),
    persons:
      table.persons === undefined
        ? undefined
        : { count: table.persons.count, ...rollUpValues(table, table.persons, table.persons.count, classes, classAt) },
    population: table.population,
  }
}

/** Representatives ascending: keeps the new combinations sorted by code. */
function inOrder(table: FrequencyTable, classes: Classes): Int32Array {
  const ordered = new Int32Array(classes.count)
  const { classIds, representatives } = classes
  let next = 0
  for (let i = 0; i < table.combinations; i++) {
    if (representatives[classIds[i]] === i) ordered[next++] = i
  }
  return ordered
}

function rollUpCategories(target: CategoryTarget, histogram: Int32Array, classAt: Int32Array): CategoryTarget {
  const width = target.values.length
  const counts = new Int32Array(classAt.length * width)
  for (let i = 0; i < classAt.length; i++) {
    for (let value = 0; value < width; value++) counts[i * width + value] = histogram[classAt[i] * width + value]
  }
  return { ...target, counts }
}

function rollUpValues<Counts extends Amounts>(
  table: FrequencyTable,
  values: ValueCounts<Counts>,
  width: number,
  classes: Classes,
  classAt: Int32Array,
): ValueCounts<Counts> {
  const { starts, members } = classMembers(classes, table.combinations)
  const offsets = new Int32Array(classAt.length + 1)
  const codes = new Int32Array(values.codes.length)
  const counts = amountsLike(values.counts, values.codes.length)
  const tally = amountsLike(values.counts, width)
  let next = 0
  for (let i = 0; i < classAt.length; i++) {
    for (let m = starts[classAt[i]]; m < starts[classAt[i] + 1]; m++) {
      for (let entry = values.offsets[members[m]]; entry < values.offsets[members[m] + 1]; entry++) {
        const code = values.codes[entry]
        if (tally[code] === 0) codes[next++] = code
        tally[code] += values.counts[entry]
      }
    }
    for (let at = offsets[i], seen = codes.subarray(offsets[i], next).sort(); at < next; at++) {
      counts[at] = tally[seen[at - offsets[i]]]
      tally[seen[at - offsets[i]]] = 0
    }
    offsets[i + 1] = next
  }
  return { offsets, codes: codes.slice(0, next), counts: counts.slice(0, next) as Counts }
}
