/**
 * NECD, normalized equivalence class dispersion (Dewri et al. 2009): (largest − smallest)/(N − 1). The paper has no
 * suppression; here the suppressed rows are one class. Cost: classes.
 */
import { type Metric, UTILITY } from '../metric.ts'
import { describeMetric } from '../texts.ts'

export const utilityClassDispersion: Metric = {
  ...UTILITY,
  ...describeMetric('NECD'),
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
