/**
 * NWP, the normalised weighted penalty (Dewri et al. 2009): each cell pays by how many domain values share its group, whatever the
 * kind of the column: (|group| − 1)/(|domain| − 1), columns weighted, rows averaged. The paper has no suppression; ours: a
 * suppressed row pays 1 in every column.
 *
 * Differs from LM only for numbers, where LM measures extent and NWP counts values. Cost: classes + kept classes × columns.
 */
import { keptRowsByGroup } from '../kept-rows.ts'
import type { Metric } from '../metric.ts'

export const utilityWeightedPenalty: Metric = {
  name: 'NWP',
  title: 'Normalised weighted penalty',
  family: 'utility',
  better: 'lower',
  range: [0, 1],
  formula: '(1/N) Σ_rows Σ_columns weight · (|group| − 1)/(|domain| − 1); suppressed: 1 in every column',
  reading: '0 means that every value stands alone, 1 that no column tells its values apart.',
  growsWithCoarsening: true,
  compute(partition, settings) {
    const { rows } = partition.frequencies
    if (rows === 0) return 0
    const kept = keptRowsByGroup(partition)
    let penalty = 0
    for (let column = 0; column < partition.groupings.length; column++) {
      const { groupOf } = partition.groupings[column]
      // Σ_rows (|group| − 1) = Σ_values rows(its group) − rows kept
      let sharing = partition.suppressedRows - rows
      for (let code = 0; code < groupOf.length; code++) sharing += kept[column][groupOf[code]]
      const size = settings.hierarchies[column].unseen ?? groupOf.length
      const own = size === 1 ? 0 : sharing / (size - 1)
      penalty += (settings.weights[column] * (own + partition.suppressedRows)) / rows
    }
    return penalty
  },
}
