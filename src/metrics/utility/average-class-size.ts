/**
 * AECS, C_AVG (LeFevre et al. 2006): the average released class size divided by k. If nothing is released, all rows
 * count as one class, so that giving up is never the best.
 */
import { type Metric, UTILITY } from '../metric.ts'

export const utilityAverageClassSize: Metric = {
  ...UTILITY,
  name: 'AECS',
  title: 'Average class size',
  formula: '(released rows / released classes) / k; nothing released: N / k',
  reading: '1 means that classes are as small as k allows; 3 that they are three times larger on average.',
  range: [0, Number.POSITIVE_INFINITY],
  reads: 'totals',
  growsWithCoarsening: true,
  compute(partition, settings) {
    const { keptClasses, suppressedRows, frequencies } = partition
    if (keptClasses === 0) return frequencies.rows / settings.k
    return (frequencies.rows - suppressedRows) / keptClasses / settings.k
  },
}
