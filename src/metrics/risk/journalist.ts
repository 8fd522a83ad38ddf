/**
 * Journalist risk (El Emam and Dankar 2008): 1 / smallest F over released classes, F being the number of people of the
 * population who look like the class. Without a population it equals prosecutor risk. Cost: none, or population ×
 * columns.
 */
import { byPersons } from '../../frequency/persons.ts'
import { type Metric, RISK } from '../metric.ts'
import { describeMetric } from '../texts.ts'
import { peopleAlike } from './population.ts'

export const riskJournalist: Metric = {
  ...RISK,
  ...describeMetric('journalist'),
  reads: 'shown',
  compute(ofRows, settings) {
    const partition = byPersons(ofRows)
    const { classes, suppressed, keptClasses, smallestClass } = partition
    if (keptClasses === 0) return 0
    const population = peopleAlike(partition, settings)
    if (population === undefined) return 1 / smallestClass
    let smallest = Number.POSITIVE_INFINITY
    for (let c = 0; c < classes.count; c++)
      if (suppressed[c] === 0 && population[c] < smallest) smallest = population[c]
    return 1 / smallest
  },
}
