/**
 * Several ⟨VID, k⟩ (Wang, Yu, Chakraborty 2004; Fung, Wang, Yu 2005): in each set of columns, every combination of
 * released values has at least the set's k rows. Rows that break a set are suppressed, which may break another:
 * repeated until stable; the rest is the largest choice of classes that holds. Facts A and B hold.
 */
import { didYouMean, userError } from '../../ground/errors.ts'
import { option } from '../../ground/options.ts'
import { join, sql } from '../../sql/dialect.ts'
import { foundText } from '../class-check.ts'
import { countedNoun, type Requirement, type RequirementRecord } from '../requirement.ts'

const [wrongValue, notKnown, notTogether] = (['value', 'known', 'together'] as const).map((rule) =>
  userError(rule, 'privacy.quasi-identifier-sets'),
)

export const quasiIdentifierSets: RequirementRecord = {
  name: 'quasi-identifier-sets',
  title: 'Sets of quasi-identifiers',
  summary: 'For each named set of columns, at least k rows look alike: an attacker has only some columns.',
  required: ['k', 'columns'],
  options: [
    { name: 'k', type: 'integer', minimum: 2, meaning: 'the fewest rows that may look alike in these columns' },
    option({ name: 'columns', type: 'data', shape: '[column, …]', check: readNames })`quasi-identifiers that are known
      together; on the command line with + between them`,
  ],
  make(options, columns, persons) {
    const k = options['k'] as number
    const names = readNames(options['columns'])
    const known = columns.filter(({ role }) => role === 'quasi-identifier').map(({ name }) => name)
    if (columns.length > 0) for (const name of names) findColumn(name, known)
    if (persons !== undefined)
      throw notTogether`quasi-identifier-sets counts rows, and the job counts persons; remove the key persons, or ask
        for k over all columns`
    const inWords = names.join(', ')
    return {
      options: { k, columns: names },
      ofRelease: true,
      promise: `anyone who knows ${inWords} of a person finds at least ${k} ${countedNoun(undefined)} that fit`,
      mergedHolds: true,
      mergedWithAnyHolds: true,
      mark({ sizes, count, representatives }, frequencies, broken, groupings) {
        const all = frequencies.columns.map(({ name }) => name)
        const places = names.map((name) => findColumn(name, all))
        const setKey = (at: number) =>
          places
            .map((place) => {
              const code = frequencies.columns[place].codes[representatives[at]]
              return groupings?.[place].codeGroups[code] ?? code
            })
            .join()
        const rows = new Map<string, number>()
        const keys = Array.from({ length: count }, (_, at) => (broken[at] === 1 ? '' : setKey(at)))
        keys.forEach((key, at) => {
          if (broken[at] === 0) rows.set(key, (rows.get(key) ?? 0) + sizes[at])
        })
        keys.forEach((key, at) => {
          if (broken[at] === 0 && rows.get(key)! < k) broken[at] = 1
        })
      },
      check: {
        figures({ shown, classes }) {
          const shownColumns = names.map((name) => shown.columns[findColumn(name, shown.names)])
          const sized = sql`(SELECT q.*, c.size AS size FROM ${shown.classes} AS q JOIN ${classes} AS c ON c.class =
            q.class) AS sized`
          return sql`SELECT class, SUM(size) OVER (PARTITION BY ${join(shownColumns)}) AS figure FROM ${sized}`
        },
        breaks: (figure) => sql`${figure} < ${k}`,
        worst: 'least',
        found(counted) {
          const fewest = (worst: number) => `fewest rows alike in ${inWords}: ${worst}, asked ${k}`
          return foundText(counted, fewest, `are among fewer than ${k} rows`)
        },
      },
    }
  },
}

export interface ColumnSet {
  readonly columns: readonly number[]
  readonly k: number
}

export function setsAsked(
  requirements: readonly Pick<Requirement, 'name' | 'options'>[],
  columns: readonly string[],
): ColumnSet[] {
  return requirements
    .filter(({ name }) => name === quasiIdentifierSets.name)
    .map(({ options }) => ({
      columns: readNames(options['columns']).map((name) => findColumn(name, columns)),
      k: options['k'] as number,
    }))
}

function readNames(value: unknown): readonly string[] {
  const names = typeof value === 'string' ? value.split('+').map((name) => name.trim()) : value
  const isList =
    Array.isArray(names) && names.length > 0 && names.every((name) => typeof name === 'string' && name !== '')
  if (isList && new Set(names).size === names.length) return names
  throw wrongValue`requirement quasi-identifier-sets: columns must be a list of different column names; got
    ${JSON.stringify(value)}; write columns: [sex, birth]`
}

function findColumn(name: string, columns: readonly string[]): number {
  const place = columns.indexOf(name)
  if (place >= 0) return place
  throw notKnown`requirement quasi-identifier-sets names "${name}", which is not a
    quasi-identifier${didYouMean(name, columns) || `; these are ${columns.join(', ')}`}`
}
