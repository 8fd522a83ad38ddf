/**
 * NECD, normalized equivalence class dispersion (Dewri et al. 2009): (largest − smallest)/(N − 1). The paper has no
 * suppression; here the suppressed rows are one class. Cost: classes.
 */
import { type Metric, UTILITY } from '../metric.ts'

export const utilityClassDispersion: Metric = {
  ...UTILITY,
  name: 'NECD',
  title: 'Class size dispersion',
  formula: '(largest class − smallest class)/(N − 1); the suppressed rows are one class',
  reading:
    '0 means that all classes have the same size; 0.4 that the largest exceeds the smallest by 40 % of the table.',
  reads: 'totals',
  compute(partition) {
    const { suppressed, suppressedRows, frequencies } = partition
    const { count, sizes } = partition.classes
    if (frequencies.rows <= 1) return 0
    let smallest = suppressedRows > 0 ? suppressedRows : Number.POSITIVE_INFINITY
    let largest = suppressedRows
    for (let c = 0; c < count; c++) {
      if (suppressed[c] === 1) continue
      const size = sizes[c]
      if (size < smallest) smallest = size
      if (size > largest) largest = size
    }
    return (largest - smallest) / (frequencies.rows - 1)
  },
}
