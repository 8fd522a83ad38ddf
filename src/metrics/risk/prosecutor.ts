/** Prosecutor risk (El Emam and Dankar 2008): 1 / smallest released class. */
import { type Metric, RISK } from '../metric.ts'
import { describeMetric } from '../texts.ts'

export const riskProsecutor: Metric = {
  ...RISK,
  ...describeMetric('prosecutor'),
  usual: true,
  compute({ keptClasses, smallestClass }) {
    return keptClasses === 0 ? 0 : 1 / smallestClass
  },
}
