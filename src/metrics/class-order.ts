/**
 * Classes by their first combination: an order that belongs to the data and not to the counter. Metrics that add fractions class
 * by class do so in this order, so that the same recoding gives the same number to the last bit. Cost: combinations.
 */
import type { Classes, Partition } from '../frequency/classes.ts'
import type { FrequencyTable } from '../frequency/frequency-table.ts'

interface Scratch {
  readonly order: Int32Array
  readonly seen: Uint8Array
}

const scratchOf = new WeakMap<FrequencyTable, Scratch>()

/** The first `classes.count` entries are the classes in order; valid until the next call for the same table. */
export function classesInOrder(partition: Partition): Int32Array {
  const { frequencies, classes } = partition
  // Classes that show ranges of their own stand in the order of the decision, which belongs to the data as well.
  if ('ranges' in partition) return Int32Array.from({ length: classes.count }, (_, c) => c)
  let scratch = scratchOf.get(frequencies)
  if (scratch === undefined) {
    const { combinations } = frequencies
    scratchOf.set(frequencies, (scratch = { order: new Int32Array(combinations), seen: new Uint8Array(combinations) }))
  }
  fillOrder(classes, frequencies.combinations, scratch)
  return scratch.order
}

function fillOrder(classes: Classes, combinations: number, { order, seen }: Scratch): void {
  const { classOf, count } = classes
  seen.fill(0, 0, count)
  let placed = 0
  for (let i = 0; i < combinations && placed < count; i++) {
    const c = classOf[i]
    if (seen[c] === 1) continue
    seen[c] = 1
    order[placed++] = c
  }
}
