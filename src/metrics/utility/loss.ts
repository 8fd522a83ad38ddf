/**
 * LM, the general loss metric (Iyengar 2002, §3.1): the mean over all quasi-identifier cells of how far each was generalized.
 * A cell released as a group loses (M_P − 1)/(M − 1) of a category domain or (U_i − L_i)/(U − L) of a number's range; each cell
 * of a suppressed row loses 1. The paper defines the sum over columns and draws the mean; so do we: `lossByColumn` has the parts.
 *
 * Cost: classes × columns. Summed by column and group in whole rows first, so that the value does not depend on class order.
 */
import type { Partition } from '../../frequency/classes.ts'
import { forEachGroup } from '../../hierarchy/grouping.ts'
import { groupLoss } from '../../hierarchy/hierarchy.ts'
import type { Metric, MetricSettings } from '../metric.ts'

export const utilityLoss: Metric = {
  name: 'LM',
  title: 'General loss',
  family: 'utility',
  better: 'lower',
  range: [0, 1],
  formula:
    'Σ_columns weight · (1/N) Σ_rows loss(cell); loss = (leaves under node − 1)/(leaves − 1) or (U_i − L_i)/(U − L); suppressed: 1',
  reading:
    '0 means every value was released as it is, 1 that nothing was; 0.3 that cells lost 30 % of their range on average.',
  growsWithCoarsening: true,
  compute(partition, settings) {
    const byColumn = lossByColumn(partition, settings)
    let sum = 0
    for (let column = 0; column < byColumn.length; column++) sum += settings.weights[column] * byColumn[column]
    return sum
  },
}

/** Mean loss of each column's cells. */
export function lossByColumn(partition: Partition, settings: Pick<MetricSettings, 'hierarchies'>): Float64Array {
  const { frequencies, groupings, classes, suppressed } = partition
  const losses = new Float64Array(groupings.length)
  if (frequencies.rows === 0) return losses
  for (let column = 0; column < groupings.length; column++) {
    const { codes } = frequencies.columns[column]
    const { groupOf, groups } = groupings[column]
    const keptRows = new Float64Array(groups)
    for (let c = 0; c < classes.count; c++) {
      if (suppressed[c] === 0) keptRows[groupOf[codes[classes.representatives[c]]]] += classes.sizes[c]
    }
    let sum = partition.suppressedRows
    forEachGroup(groupings[column], (group, from, to) => {
      sum += keptRows[group] * groupLoss(settings.hierarchies[column], from, to)
    })
    losses[column] = sum / frequencies.rows
  }
  return losses
}
