/**
 * k-map (Sweeney 2002), estimated from the size of the population (El Emam and Dankar 2008): the rows are a sample of a population, and every
 * class must stand for at least k people of it. With a share π = rows / population of the people in the file, k people of a class leave
 * about Poisson(k·π) rows; a class with at least c of them, c the least with P(X < c) ≥ 1 − α, is taken to have k.
 *
 * Cost: one comparison per class.
 */
import { countedInAll, countedSizes } from '../../frequency/persons.ts'
import { sql } from '../../sql/dialect.ts'
import { countedNoun, type Requirement, type RequirementRecord } from '../requirement.ts'

export const kMap: RequirementRecord = {
  name: 'k-map',
  title: 'k-map, estimated',
  summary: 'Every class stands for at least k people of the population that the rows were drawn from.',
  required: ['k', 'population'],
  options: [
    { name: 'k', type: 'integer', minimum: 2, meaning: 'the fewest people of the population that may look alike' },
    { name: 'population', type: 'integer', minimum: 1, meaning: 'how many people the rows were drawn from' },
    {
      name: 'alpha',
      type: 'number',
      minimum: 0,
      maximum: 1,
      default: 0.05,
      meaning: 'how likely a class that is kept may stand for fewer than k people',
    },
    {
      name: 'zero-truncated',
      type: 'boolean',
      default: false,
      meaning: 'a class that is seen has a row: the distribution without 0',
    },
  ],
  make(options, _columns, persons) {
    const { k, population, alpha } = options as { k: number; population: number; alpha: number }
    const truncated = options['zero-truncated'] as boolean
    const fewest = (rows: number) => fewestRows(k * Math.min(1, rows / population), alpha, truncated)
    const requirement: Requirement = {
      name: 'k-map',
      options,
      columns: [],
      persons,
      promise: `every class of ${countedNoun(persons)} that look alike stands for at least ${k} of ${population} people, estimated, with a chance of error of ${alpha}`,
      reads: 'counts',
      counts: [],
      minimumSize: 1,
      mergedHolds: true,
      mergedWithAnyHolds: true,
      forSample: () => requirement,
      mark(classes, frequencies, broken) {
        const least = fewest(countedInAll(frequencies))
        const sizes = countedSizes(classes, frequencies)
        for (let c = 0; c < classes.count; c++) if (sizes[c] < least) broken[c] = 1
      },
      check: {
        figures: ({ classes, rows }) =>
          sql`SELECT class, size * 1e0 / ${fewest(rows)} AS figure FROM ${classes} AS classes`,
        breaks: (figure) => sql`${figure} < 1`,
        worst: 'least',
        found({ classes, broken, worst }) {
          const least =
            worst === undefined ? 'no classes' : `smallest class ${Number(worst.toPrecision(4))} times what is needed`
          return broken === 0 ? least : `${broken} of ${classes} classes are too small; ${least}`
        },
      },
    }
    return requirement
  },
}

/** The least c with P(X < c) ≥ 1 − α, X Poisson with this mean; at least 1. */
export function fewestRows(mean: number, alpha: number, truncated: boolean): number {
  const none = Math.exp(-mean)
  const wanted = truncated ? none + (1 - alpha) * (1 - none) : 1 - alpha
  // As logarithms, because e^−mean may be too small for a number.
  let logarithm = -mean
  let sum = none
  let c = 1
  // Far beyond the mean nothing is added any more; rounding may keep the sum below 1 when α is 0.
  while (sum < wanted && c < mean + 40 * Math.sqrt(mean + 1) + 100) {
    logarithm += Math.log(mean / c)
    sum += Math.exp(logarithm)
    c++
  }
  return c
}
