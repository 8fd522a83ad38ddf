/**
 * Rows released per group of each column: all that column-wise metrics (LM, NWP, entropy) need. Whole rows are summed before any
 * fraction is taken, so that such a metric does not depend on the order of the classes. Cost: classes + kept classes × columns,
 * without allocation after the first call for a table.
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
export function keptRowsByGroup(partition: Partition): readonly Int32Array[] {
  const { frequencies, groupings, classes, suppressed } = partition
  let scratch = scratchOf.get(frequencies)
  if (scratch === undefined) scratchOf.set(frequencies, (scratch = makeScratch(frequencies)))
  const { rows, representatives, sizes } = scratch
  let kept = 0
  for (let c = 0; c < classes.count; c++) {
    representatives[kept] = classes.representatives[c]
    sizes[kept] = classes.sizes[c]
    // A suppressed class is overwritten by the next one.
    kept += 1 - suppressed[c]
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
