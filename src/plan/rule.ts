/** A rule about keys of a job that exclude or need each other, and the helpers that rules share. */
import type { Requirement } from '../requirements/requirement.ts'
import type { TableSearchRecord } from '../search/classes-search.ts'
import { allSearches, groupsColumns } from '../search/index.ts'
import type { ItemSearchRecord } from '../search/items-search.ts'
import type { Job, JobColumn } from '../table/job-schema.ts'

export interface JobFacts {
  readonly job: Job
  readonly name: string
  readonly search: TableSearchRecord | ItemSearchRecord
  readonly requirements: () => readonly Requirement[]
  readonly items?: { readonly column: string; readonly settings: JobColumn }
}

export interface Rule {
  readonly says: string
  /** Returns the path of the key that breaks the rule, if any. */
  readonly when: (facts: JobFacts) => string | false | undefined
  readonly sentence: (facts: JobFacts, path: string) => string
}

/** The column of a path such as `columns.age.shows`. */
export const columnIn = (path: string): string => path.split('.').slice(1, -1).join('.')

export function firstKey(place: string, object: object | undefined, keys: readonly string[]): string | undefined {
  const key = keys.find((name) => (object as Readonly<Record<string, unknown>> | undefined)?.[name] !== undefined)
  return key === undefined ? undefined : `${place}${key}`
}

/** Returns the path of the first column for which `broken` returns a key, or `''` for the column itself. */
export function firstColumn(
  { job }: JobFacts,
  broken: (settings: JobColumn, name: string) => string | false | undefined,
): string | undefined {
  for (const [name, settings] of Object.entries(job.columns)) {
    const key = broken(settings, name)
    if (key !== undefined && key !== false) return key === '' ? `columns.${name}` : `columns.${name}.${key}`
  }
  return undefined
}

/** Returns the path of the first quasi-identifier whose `shows` breaks a rule. */
export function showing(facts: JobFacts, broken: (settings: JobColumn) => boolean): string | undefined {
  return firstColumn(
    facts,
    (settings) => settings.role === 'quasi-identifier' && settings.shows !== undefined && broken(settings) && 'shows',
  )
}

export const decidesPerClass = ({ search }: JobFacts): boolean => !groupsColumns(search)
/** Whether each class has a range of every column. */
export const makesBoxes = (search: JobFacts['search']): boolean =>
  'withoutHierarchies' in search && search.withoutHierarchies === false
export const boxSearches = (): string =>
  allSearches
    .filter(makesBoxes)
    .map(({ name }) => name)
    .join(' or ')
