/**
 * Classes by their first combination: an order that belongs to the data and not to the counter. Metrics that add fractions class
 * by class do so in this order, so that the same recoding gives the same number to the last bit. Cost: combinations.
 */
import type { Partition } from '../frequency/classes.ts'
import type { FrequencyTable } from '../frequency/frequency-table.ts'
import { madeOnce } from '../ground/made-once.ts'

const scratchOf = madeOnce(({ combinations }: FrequencyTable) => ({
  order: new Int32Array(combinations),
  seen: new Uint8Array(combinations),
}))

/** The first `classes.count` entries are the classes in order; valid until the next call for the same table. */
export function classesInOrder(partition: Partition): Int32Array {
  const { frequencies, classes } = partition
  // Classes that show ranges of their own stand in the order of the decision, which belongs to the data as well.
  if ('ranges' in partition) return Int32Array.from({ length: classes.count }, (_, c) => c)
  const { order, seen } = scratchOf(frequencies)
  const { classOf, count } = classes
  seen.fill(0, 0, count)
  let placed = 0
  for (let i = 0; i < frequencies.combinations && placed < count; i++) {
    const c = classOf[i]
    if (seen[c] === 1) continue
    seen[c] = 1
    order[placed++] = c
  }
  return order
}
