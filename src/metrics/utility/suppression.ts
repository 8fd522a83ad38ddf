/** The share of rows that are suppressed. Cost: none. */
import type { Metric } from '../metric.ts'

export const utilitySuppression: Metric = {
  name: 'suppression',
  title: 'Suppressed rows',
  family: 'utility',
  better: 'lower',
  range: [0, 1],
  formula: 'suppressed rows / N',
  reading: '0.05 means that 5 % of the rows say nothing in their quasi-identifiers.',
  growsWithCoarsening: true,
  compute({ suppressedRows, frequencies }) {
    return frequencies.rows === 0 ? 0 : suppressedRows / frequencies.rows
  },
}
