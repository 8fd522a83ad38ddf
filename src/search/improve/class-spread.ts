/** Conditional entropy of the target in bits per row: breaks ties of CM and similar goals. */
import type { Partition } from '../../frequency/classes.ts'
import type { CategoryTarget } from '../../frequency/frequency-table.ts'

export function classSpread(partition: Partition, target: CategoryTarget | undefined): number {
  if (target === undefined) return 0
  const { classes, suppressed, suppressedRows, frequencies } = partition
  const index = frequencies.targets.filter((candidate) => candidate.kind === 'categories').indexOf(target)
  const histogram = classes.histograms[index]
  const width = target.values.length
  let sum = suppressedRows * Math.log2(width)
  for (let c = 0; c < classes.count; c++) {
    if (suppressed[c] === 1) continue
    const size = classes.sizes[c]
    sum += size * Math.log2(size)
    for (let v = c * width; v < (c + 1) * width; v++)
      if (histogram[v] > 0) sum -= histogram[v] * Math.log2(histogram[v])
  }
  return sum / Math.max(1, frequencies.rows)
}
