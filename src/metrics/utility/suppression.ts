/** The share of rows that are suppressed. Cost: none. */
import type { CellMetric } from '../metric.ts'

export const utilitySuppression: CellMetric = {
  name: 'suppression',
  title: 'Suppressed rows',
  family: 'utility',
  better: 'lower',
  range: [0, 1],
  formula: 'suppressed rows / N',
  reading: '0.05 means that 5 % of the rows say nothing in their quasi-identifiers.',
  options: [],
  reads: 'totals',
  sums: 'cells',
  growsWithCoarsening: true,
  fallsWhenDivided: true,
  prices: (_, { hierarchies }) => ({
    columns: hierarchies.map(() => ({ shown: () => 0, leftOut: 0, offset: 0 })),
    suppressedRow: 1,
  }),
  compute({ suppressedRows, frequencies }) {
    return frequencies.rows === 0 ? 0 : suppressedRows / frequencies.rows
  },
}
