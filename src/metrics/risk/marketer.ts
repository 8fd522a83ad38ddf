/**
 * Marketer risk (Dankar and El Emam 2010): the expected share of correct matches when all n released rows are matched
 * to the population, (1/n) Σ f/F. Without a population F = f, and it is classes / rows. Cost: none, or population ×
 * columns.
 */
import type { Partition } from '../../frequency/classes.ts'
import { byPersons } from '../../frequency/persons.ts'
import { type Metric, RISK } from '../metric.ts'
import { classesInOrder } from '../shown.ts'
import { peopleAlike } from './population.ts'

export const riskMarketer: Metric = {
  ...RISK,
  name: 'marketer',
  title: 'Marketer risk',
  formula: '(1/n) Σ_released classes f/F; n released rows; f rows of the class, F of the population, that look alike',
  reading: '0.03 means: anyone who matches every released row to a person is right for 3 % of them on average.',
  reads: 'shown',
  compute(ofRows, settings) {
    const partition = byPersons(ofRows)
    const released = partition.frequencies.rows - partition.suppressedRows
    if (released === 0) return 0
    const people = peopleAlike(partition, settings)
    return people === undefined ? partition.keptClasses / released : expectedMatches(partition, people) / released
  },
}

/** Σ f/F over released classes, in the order of the data. */
export function expectedMatches(partition: Partition, population: ArrayLike<number>): number {
  const { classes, suppressed } = partition
  const order = classesInOrder(partition)
  let sum = 0
  for (let i = 0; i < classes.count; i++) {
    const c = order[i]
    if (suppressed[c] === 0) sum += classes.sizes[c] / population[c]
  }
  return sum
}
