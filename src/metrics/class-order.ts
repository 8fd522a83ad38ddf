/** Orders classes by first combination, so that sums of fractions give equal bits with every counter. */
import type { Partition } from '../frequency/classes.ts'
import type { FrequencyTable } from '../frequency/frequency-table.ts'
import { madeOnce } from '../ground/made-once.ts'

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
