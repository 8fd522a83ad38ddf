/**
 * AECS, the average class size against the one asked for (C_AVG, LeFevre et al. 2006): how many times larger than k the released
 * classes are on average. When nothing is released, all rows count as one class, so that giving up is never the best. Cost: none.
 */
import type { Metric } from '../metric.ts'

export const utilityAverageClassSize: Metric = {
  name: 'AECS',
  title: 'Average class size',
  family: 'utility',
  better: 'lower',
  range: [0, Number.POSITIVE_INFINITY],
  formula: '(released rows / released classes) / k; nothing released: N / k',
  reading: '1 means that classes are just as large as asked for; 3 that they are three times larger on average.',
  options: [],
  reads: 'totals',
  sums: 'no',
  growsWithCoarsening: true,
  fallsWhenDivided: false,
  compute(partition, settings) {
    const { keptClasses, suppressedRows, frequencies } = partition
    if (keptClasses === 0) return frequencies.rows / settings.k
    return (frequencies.rows - suppressedRows) / keptClasses / settings.k
  },
}
