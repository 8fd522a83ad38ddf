/**
 * Attribute risk: how well the most frequent value of a class predicts the sensitive value. `attribute` is its largest
 * share in any class, `inference` the share of released rows that it predicts. The worst column counts unless one is
 * named.
 */
import { classValues } from '../../frequency/class-values.ts'
import type { Partition } from '../../frequency/classes.ts'
import { userError } from '../../ground/errors.ts'
import { type Metric, type MetricSettings, metricOptions, RISK } from '../metric.ts'
import { roundOff } from './attributes.ts'

const unknownColumn = userError('known', 'goal')

const columnOption = {
  name: 'column',
  type: 'text',
  meaning: 'the sensitive column; default the one with the highest risk',
} as const

const shared = { ...RISK, options: [columnOption], needs: 'sensitive' } as const

export const riskAttribute: Metric = {
  ...shared,
  name: 'attribute',
  title: 'Attribute risk, highest',
  formula: 'max over released classes of the share of their most frequent sensitive value',
  reading: '0.9 means: for some people, anyone who knows their class guesses the sensitive value 9 times in 10.',
  compute: (partition, settings) => worst(riskAttribute, partition, settings, 'highest'),
}

export const riskInference: Metric = {
  ...shared,
  name: 'inference',
  title: 'Attribute risk, average',
  formula: '(1/n) Σ_released classes rows of their most frequent sensitive value; n released rows',
  reading: '0.6 means: guessing the most frequent value of every class is right for 60 % of the released rows.',
  compute: (partition, settings) => worst(riskInference, partition, settings, 'average'),
}

function worst(metric: Metric, partition: Partition, settings: MetricSettings, figure: 'highest' | 'average') {
  const names = (partition.frequencies.sensitive ?? []).map(({ name }) => name)
  const named = metricOptions(metric, settings)[columnOption.name] as string | undefined
  const remedy = names.length === 0 ? 'give it role: sensitive' : `sensitive are ${names.join(', ')}`
  if (named !== undefined && !names.includes(named))
    throw unknownColumn`metric ${metric.name} names the column "${named}", which is not sensitive; ${remedy}`
  return Math.max(0, ...(named === undefined ? names : [named]).map((name) => countGuesses(partition, name)[figure]))
}

function countGuesses({ classes, frequencies, suppressed }: Partition, column: string) {
  const values = classValues(classes, frequencies, column)
  let highest = 0
  let right = 0
  let all = 0
  for (let c = 0; c < classes.count; c++) {
    if (suppressed[c] === 1) continue
    const found = values.of(c)
    let most = 0
    let size = 0
    for (let i = 0; i < found; i++) {
      size += values.counts[i]
      if (values.counts[i] > most) most = values.counts[i]
    }
    right += most
    all += size
    if (most > highest * size) highest = most / size
  }
  return { highest: roundOff(highest), average: all === 0 ? 0 : roundOff(right / all) }
}
