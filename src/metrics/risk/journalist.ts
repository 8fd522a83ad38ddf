/**
 * Journalist risk (El Emam and Dankar 2008): 1 / smallest F over released classes, F being the number of people of the
 * population who look like the class. Without a population it equals prosecutor risk. Cost: none, or population ×
 * columns.
 */
import { byPersons } from '../../frequency/persons.ts'
import { type Metric, RISK } from '../metric.ts'
import { peopleAlike } from './population.ts'

export const riskJournalist: Metric = {
  ...RISK,
  name: 'journalist',
  title: 'Journalist risk, highest',
  formula: '1 / min over released classes of F; F = rows of the population (or of the table) that look like the class',
  reading: '0.02 means: searching the population for a released row finds the person in at most 1 of 50 cases.',
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
