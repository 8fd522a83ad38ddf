/**
 * LM, the general loss metric (Iyengar 2002, §3.1): the mean over all quasi-identifier cells of how far each was generalized.
 * A cell released as a group loses (M_P − 1)/(M − 1) of a category domain or (U_i − L_i)/(U − L) of a number's range; each cell
 * of a suppressed row loses 1. The paper defines the sum over columns and draws the mean; so do we: `lossByColumn` has the parts.
 *
 * Cost: classes + kept classes × columns. Whole rows are summed by column and group first, so that the value does not depend on
 * class order.
 */
import type { Partition } from '../../frequency/classes.ts'
import { groupLoss, type Hierarchy } from '../../hierarchy/hierarchy.ts'
import { keptRowsByGroup } from '../kept-rows.ts'
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
    const kept = keptRowsByGroup(partition)
    let sum = 0
    for (let column = 0; column < partition.groupings.length; column++) {
      sum += settings.weights[column] * columnLoss(partition, settings.hierarchies[column], column, kept[column])
    }
    return sum
  },
}

/** Mean loss of each column's cells. */
export function lossByColumn(partition: Partition, settings: Pick<MetricSettings, 'hierarchies'>): Float64Array {
  const kept = keptRowsByGroup(partition)
  return Float64Array.from(partition.groupings, (_, column) =>
    columnLoss(partition, settings.hierarchies[column], column, kept[column]),
  )
}

function columnLoss(partition: Partition, hierarchy: Hierarchy, column: number, kept: Int32Array): number {
  const { rows } = partition.frequencies
  if (rows === 0) return 0
  const { groupOf } = partition.groupings[column]
  // (1/N) (suppressed rows · 1 + Σ_groups rows(group) · loss(group))
  let sum = partition.suppressedRows
  let from = 0
  for (let code = 1; code <= groupOf.length; code++) {
    const group = groupOf[from]
    if (code < groupOf.length && groupOf[code] === group) continue
    if (kept[group] > 0) sum += kept[group] * groupLoss(hierarchy, from, code - 1)
    from = code
  }
  return sum / rows
}
