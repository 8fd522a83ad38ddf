/** DM, discernibility (Bayardo and Agrawal 2005): each row pays the size of its class, a suppressed row N. */
import { type ClassMetric, UTILITY } from '../metric.ts'

export const utilityDiscernibility: ClassMetric = {
  ...UTILITY,
  name: 'DM',
  title: 'Discernibility',
  formula: 'Σ_kept classes |class|² + N · suppressed rows',
  reading: 'From N (every row is alone) to N² (all rows look alike); divided by N: how many rows a row looks like.',
  range: [0, Number.POSITIVE_INFINITY],
  reads: 'totals',
  sums: 'classes',
  growsWithCoarsening: true,
  fallsWhenDivided: true,
  classPrices: () => [{ of: 'square', unit: 1 }],
  compute(partition) {
    const { suppressed, suppressedRows, frequencies } = partition
    const { count, sizes } = partition.classes
    let sum = frequencies.rows * suppressedRows
    for (let c = 0; c < count; c++) {
      const size = sizes[c]
      if (suppressed[c] === 0) sum += size * size
    }
    return sum
  },
}
