/**
 * k-anonymity (Samarati and Sweeney 1998): every class has at least k rows, or k distinct persons if a person may have
 * several. Facts A and B hold: merging never shrinks a class, in rows or persons.
 */
import { countedSizes, rowsOfPersons } from '../../frequency/persons.ts'
import { sql } from '../../sql/dialect.ts'
import { foundText } from '../class-check.ts'
import { countedNoun, type Requirement, type RequirementRecord, requirementWith } from '../requirement.ts'

export const kAnonymity: RequirementRecord = {
  name: 'k-anonymity',
  title: 'k-anonymity',
  summary: 'Every class has at least k rows, or k persons if the job names the column of persons.',
  options: [{ name: 'k', type: 'integer', minimum: 2, meaning: 'the fewest rows that may look alike' }],
  make: (options, _columns, persons) => requireKAnonymity(options['k'] as number, persons),
}

export function requireKAnonymity(k: number, persons?: string): Requirement {
  const others = `${k - 1} other ${countedNoun(persons, k - 1)}`
  return requirementWith({
    name: 'k-anonymity',
    options: { k },
    promise:
      persons === undefined
        ? `every released row looks like at least ${others} in its quasi-identifiers`
        : `every released row looks like rows of at least ${others} in its quasi-identifiers`,
    persons,
    // Persons need a count: two classes may share some.
    reads: persons === undefined ? 'sizes' : 'counts',
    minimumSize: k,
    enoughRows: (table) => (persons === undefined || table.persons === undefined ? k : rowsOfPersons(table.persons, k)),
    mergedHolds: true,
    mergedWithAnyHolds: true,
    mark(classes, frequencies, broken) {
      const { count } = classes
      const sizes = persons === undefined ? classes.sizes : countedSizes(classes, frequencies)
      for (let c = 0; c < count; c++) if (sizes[c] < k) broken[c] = 1
    },
    check: {
      aggregate: (value) => (persons === undefined ? sql`COUNT(*)` : sql`COUNT(DISTINCT ${value(persons)})`),
      figures: ({ classes }) => sql`SELECT class, size AS figure FROM ${classes} AS classes`,
      breaks: (figure) => sql`${figure} < ${k}`,
      worst: 'least',
      found(counted) {
        const inWords = (worst: number) =>
          `smallest class ${worst}${persons === undefined ? '' : ` ${countedNoun(persons, worst)}`}`
        return foundText(counted, inWords, `have fewer than ${k} ${countedNoun(persons)}`, k)
      },
    },
  })
}
