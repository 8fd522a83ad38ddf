/** Prosecutor risk (El Emam and Dankar 2008): 1 / smallest released class. */
import { type Metric, RISK } from '../metric.ts'

export const riskProsecutor: Metric = {
  ...RISK,
  name: 'prosecutor',
  title: 'Prosecutor risk, highest',
  formula: '1 / smallest released class; 0 when nothing is released',
  reading: '0.1 means: anyone who knows that a person is in the table finds the row with a chance of at most 1 in 10.',
  usual: true,
  compute({ keptClasses, smallestClass }) {
    return keptClasses === 0 ? 0 : 1 / smallestClass
  },
}
