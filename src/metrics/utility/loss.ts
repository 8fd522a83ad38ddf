/**
 * LM, the general loss metric (Iyengar 2002, §3.1): the mean loss over all quasi-identifier cells. A generalized cell
 * loses (M_P − 1)/(M − 1) of a categorical domain or (U_i − L_i)/(U − L) of a numeric range; a suppressed cell loses 1.
 * Cost: classes + kept classes × columns.
 */
import type { Partition } from '../../frequency/classes.ts'
import { extentLoss, groupLoss, type Hierarchy } from '../../hierarchy/hierarchy.ts'
import { type CellMetric, type MetricSettings, UTILITY_OF_CELLS } from '../metric.ts'
import { type ShownColumn, shownByColumn } from '../shown.ts'

export const utilityLoss: CellMetric = {
  ...UTILITY_OF_CELLS,
  name: 'LM',
  title: 'General loss',
  formula:
    'Σ_columns weight · (1/N) Σ_rows loss; loss = (leaves below − 1)/(leaves − 1) or (U_i − L_i)/(U − L); ' +
    'suppressed: 1',
  reading: '0: every value is released unchanged; 1: nothing is; 0.3: cells lost 30 % of their range on average.',
  usual: true,
  goal: 'general',
  useless: { above: 0.9, words: 'nearly everything is generalized' },
  prices: (_, { hierarchies }) => ({
    columns: hierarchies.map((hierarchy) => ({
      shown: (low, high) => groupLoss(hierarchy, low, high),
      leftOut: 1,
      offset: 0,
    })),
    suppressedRow: 0,
  }),
  compute(partition, settings) {
    const shown = shownByColumn(partition)
    let sum = 0
    for (let column = 0; column < shown.length; column++)
      sum += settings.weights[column] * columnLoss(partition, settings.hierarchies[column], shown[column])
    return sum
  },
}

export function lossByColumn(partition: Partition, settings: Pick<MetricSettings, 'hierarchies'>): Float64Array {
  return Float64Array.from(shownByColumn(partition), (shown, column) =>
    columnLoss(partition, settings.hierarchies[column], shown),
  )
}

/** (1/N) (rows that show nothing · 1 + Σ_ranges rows · loss) */
function columnLoss({ frequencies }: Partition, hierarchy: Hierarchy, shown: ShownColumn): number {
  if (frequencies.rows === 0) return 0
  const { count, low, high, rows, numbers } = shown
  let sum = shown.leftOut
  for (let i = 0; i < count; i++) {
    const says = hierarchy.kind === 'number' && high[i] !== hierarchy.missing && numbers !== undefined
    const loss =
      says && !Number.isNaN(numbers.low[i])
        ? extentLoss(hierarchy, numbers.low[i], numbers.high[i])
        : groupLoss(hierarchy, low[i], high[i])
    sum += rows[i] * loss
  }
  return sum / frequencies.rows
}
