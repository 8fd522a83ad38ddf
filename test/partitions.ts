/** Partitions for tests, counted with the plain counter, with whatever classes a test wants suppressed. */
import type { Classes, ColumnsPartition } from '../src/frequency/classes.ts'
import type { FrequencyTable } from '../src/frequency/frequency-table.ts'
import { plainCounter } from '../src/frequency/kernel/plain-counter.ts'
import type { Grouping } from '../src/hierarchy/grouping.ts'

/** `suppress(size, groups)` says of a class, by its size and its group in each column, whether it is suppressed. */
export function partitionOf(
  frequencies: FrequencyTable,
  groupings: readonly Grouping[],
  suppress: (size: number, groups: readonly number[]) => boolean = () => false,
  counted: Classes = plainCounter(frequencies).count(groupings),
): ColumnsPartition {
  const suppressed = new Uint8Array(frequencies.combinations)
  let suppressedRows = 0
  let keptClasses = 0
  let smallestClass = 0
  for (let c = 0; c < counted.count; c++) {
    const size = counted.sizes[c]
    if (suppress(size, groupsOf(frequencies, groupings, counted.representatives[c]))) {
      suppressed[c] = 1
      suppressedRows += size
    } else {
      keptClasses++
      smallestClass = smallestClass === 0 ? size : Math.min(smallestClass, size)
    }
  }
  return { frequencies, groupings, classes: counted, suppressed, suppressedRows, keptClasses, smallestClass }
}

/** The group of a combination in each column. */
export function groupsOf(table: FrequencyTable, groupings: readonly Grouping[], combination: number): number[] {
  return groupings.map(({ codeGroups }, column) => codeGroups[table.columns[column].codes[combination]])
}

/** The same classes numbered backwards, each with another representative where it has one. */
export function renumbered(classes: Classes): Classes {
  const { count } = classes
  const turn = (own: Int32Array, width: number): Int32Array => {
    const turned = own.slice()
    for (let c = 0; c < count; c++) turned.set(own.subarray(c * width, (c + 1) * width), (count - 1 - c) * width)
    return turned
  }
  const representatives = turn(classes.representatives, 1)
  const classIds = classes.classIds.map((c) => count - 1 - c)
  // The last combination of each class instead of the first.
  classIds.forEach((c, combination) => {
    representatives[c] = combination
  })
  return {
    count,
    sizes: turn(classes.sizes, 1),
    representatives,
    classIds,
    histograms: classes.histograms.map((own) => turn(own, own.length / Math.max(1, classes.classIds.length))),
  }
}
