/**
 * Rows released per group of each column: all that column-wise metrics (LM, NWP, entropy) need. Whole rows are summed before any
 * fraction is taken, so that such a metric does not depend on the order of the classes. Cost: classes + kept classes × columns, without
 * allocation after the first call for a table; a counter that can do it faster is asked first.
 */
import type { Partition } from '../frequency/classes.ts'
import type { FrequencyTable } from '../frequency/frequency-table.ts'

interface Scratch {
  readonly rows: readonly Int32Array[]
  readonly representatives: Int32Array
  readonly sizes: Int32Array
}

const scratchOf = new WeakMap<FrequencyTable, Scratch>()

/** `result[column][group]`; valid until the next call for the same table. */
export function keptRowsByGroup(
  partition: Pick<Partition, 'frequencies' | 'groupings' | 'classes' | 'suppressed'>,
): readonly Int32Array[] {
  const { frequencies, groupings, classes, suppressed } = partition
  if (classes.keptRows !== undefined) return classes.keptRows(suppressed)
  let scratch = scratchOf.get(frequencies)
  if (scratch === undefined) scratchOf.set(frequencies, (scratch = makeScratch(frequencies)))
  const { rows, representatives, sizes } = scratch
  const { count, representatives: all, sizes: allSizes } = classes
  let kept = 0
  for (let c = 0; c < count; c++) {
    if (suppressed[c] === 1) continue
    representatives[kept] = all[c]
    sizes[kept++] = allSizes[c]
  }
  for (let column = 0; column < groupings.length; column++) {
    const { codes } = frequencies.columns[column]
    const { groupOf, groups } = groupings[column]
    const own = rows[column]
    own.fill(0, 0, groups)
    for (let i = 0; i < kept; i++) own[groupOf[codes[representatives[i]]]] += sizes[i]
  }
  return rows
}

function makeScratch(frequencies: FrequencyTable): Scratch {
  return {
    rows: frequencies.columns.map((column) => new Int32Array(column.size)),
    representatives: new Int32Array(frequencies.combinations),
    sizes: new Int32Array(frequencies.combinations),
  }
}
