/** The share of suppressed rows. */
import { type CellMetric, UTILITY_OF_CELLS } from '../metric.ts'
import { describeMetric } from '../texts.ts'

export const utilitySuppression: CellMetric = {
  ...UTILITY_OF_CELLS,
  ...describeMetric('suppression'),
  reads: 'totals',
  prices: (_, { hierarchies }) => ({
    columns: hierarchies.map(() => ({ shown: () => 0, leftOut: 0, offset: 0 })),
    suppressedRow: 1,
  }),
  compute({ suppressedRows, frequencies }) {
    return frequencies.rows === 0 ? 0 : suppressedRows / frequencies.rows
  },
}
