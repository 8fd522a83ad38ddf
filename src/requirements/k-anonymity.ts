/**
 * k-anonymity (Samarati and Sweeney 1998): every class of the release has at least k rows, so that whoever knows a person's
 * quasi-identifiers cannot tell that person's row from at least k − 1 others.
 *
 * A and B: a class only grows when another is merged with it.
 */
import { sql } from '../sql/dialect.ts'
import type { Requirement, RequirementRecord } from './requirement.ts'

export const kAnonymity: RequirementRecord = {
  name: 'k-anonymity',
  title: 'k-anonymity',
  summary: 'Every class has at least k rows.',
  options: [{ name: 'k', type: 'integer', minimum: 2, meaning: 'the fewest rows that may look alike' }],
  make: (options) => requireKAnonymity(options['k'] as number),
}

export function requireKAnonymity(k: number): Requirement {
  return {
    name: 'k-anonymity',
    options: { k },
    columns: [],
    promise: `every released row looks like at least ${k - 1} other ${k === 2 ? 'row' : 'rows'} in its quasi-identifiers`,
    reads: 'sizes',
    counts: [],
    minimumSize: k,
    mergedHolds: true,
    mergedWithAnyHolds: true,
    forSample: (share) => requireKAnonymity(Math.max(2, Math.ceil(k * share))),
    mark(classes, _frequencies, broken) {
      const { sizes, count } = classes
      for (let c = 0; c < count; c++) if (sizes[c] < k) broken[c] = 1
    },
    check: {
      figures: ({ classes }) => sql`SELECT class, size AS figure FROM ${classes} AS classes`,
      breaks: (figure) => sql`${figure} < ${k}`,
      worst: 'least',
      found({ classes, broken, worst }) {
        const smallest = worst === undefined ? 'no classes' : `smallest class ${worst}`
        return broken === 0
          ? `${smallest}, asked ${k}`
          : `${broken} of ${classes} classes have fewer than ${k} rows; ${smallest}`
      },
    },
  }
}
