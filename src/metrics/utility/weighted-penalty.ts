/**
 * NWP, normalized weighted penalty (Dewri et al. 2009): a cell pays (|group| − 1)/(|domain| − 1) in values, a
 * suppressed one 1 (the paper has no suppression). Differs from LM only for numbers, where LM measures extent.
 */
import { knownValues, valuesIn } from '../../hierarchy/hierarchy.ts'
import { type CellMetric, UTILITY_OF_CELLS } from '../metric.ts'
import { shownByColumn } from '../shown.ts'

export const utilityWeightedPenalty: CellMetric = {
  ...UTILITY_OF_CELLS,
  name: 'NWP',
  title: 'Normalised weighted penalty',
  formula: '(1/N) Σ_rows Σ_columns weight · (|group| − 1)/(|domain| − 1); suppressed: 1 in every column',
  reading: '0 means that every value is alone in its group, 1 that no column distinguishes its values.',
  prices: (_, { hierarchies }) => ({
    columns: hierarchies.map((hierarchy) => {
      const size = knownValues(hierarchy)
      const shown = (low: number, high: number) => (size === 1 ? 0 : (valuesIn(hierarchy, low, high) - 1) / (size - 1))
      return { shown, leftOut: 1, offset: 0 }
    }),
    suppressedRow: 0,
  }),
  compute(partition, settings) {
    const { rows } = partition.frequencies
    if (rows === 0) return 0
    const shown = shownByColumn(partition)
    let penalty = 0
    for (let column = 0; column < shown.length; column++) {
      const { count, low, high, rows: showing, leftOut } = shown[column]
      // Σ_rows (|group| − 1)
      let sharing = 0
      const hierarchy = settings.hierarchies[column]
      for (let i = 0; i < count; i++) sharing += showing[i] * (valuesIn(hierarchy, low[i], high[i]) - 1)
      const size = knownValues(hierarchy)
      const mean = size === 1 ? 0 : sharing / (size - 1)
      penalty += (settings.weights[column] * (mean + leftOut)) / rows
    }
    return penalty
  },
}
