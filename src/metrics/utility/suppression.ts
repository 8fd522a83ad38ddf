/** The share of suppressed rows. */
import { type CellMetric, UTILITY_OF_CELLS } from '../metric.ts'

export const utilitySuppression: CellMetric = {
  ...UTILITY_OF_CELLS,
  name: 'suppression',
  title: 'Suppressed rows',
  formula: 'suppressed rows / N',
  reading: '0.05 means that 5 % of the rows show none of their quasi-identifiers.',
  reads: 'totals',
  prices: (_, { hierarchies }) => ({
    columns: hierarchies.map(() => ({ shown: () => 0, leftOut: 0, offset: 0 })),
    suppressedRow: 1,
  }),
  compute({ suppressedRows, frequencies }) {
    return frequencies.rows === 0 ? 0 : suppressedRows / frequencies.rows
  },
}
