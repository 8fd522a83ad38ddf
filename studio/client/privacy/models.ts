/** Finds the models that a job asks of a sensitive column, and the largest share each allows in a class. */
import type { Job } from '../../../src/table/job-schema.ts'
import type { Records, RequirementFacts } from '../../server/api.ts'
import type { DataProfile } from '../../server/data/api.ts'
import { columnsWithRole } from '../data/roles.ts'
import { findAsked, listRequirements, withListed } from './requirements.ts'

export interface AskedModel {
  readonly name: string
  readonly field: string
  readonly options: Readonly<Record<string, unknown>>
}

/** Finds the models that name the column. */
export function findModels(job: Job, column: string): AskedModel[] {
  return findAsked(job).flatMap(({ name, field, value }) => {
    if (typeof value !== 'object' || value === null || !('column' in value) || value.column !== column) return []
    return [{ name, field, options: value as AskedModel['options'] }]
  })
}

/** Columns that a model can protect: the sensitive ones, or else all that are released as they are. */
export function protectable(job: Job): string[] {
  const sensitive = columnsWithRole(job, 'sensitive')
  return sensitive.length > 0 ? sensitive : [...columnsWithRole(job, 'target'), ...columnsWithRole(job, 'other')]
}

/** The model to begin with: the first that protects a column. */
export function usualModel({ columns: { requirements } }: Records): RequirementFacts | undefined {
  return requirements.find(({ isK, options }) => !isK && options.some(({ name }) => name === 'column'))
}

/** Usual thresholds; a requirement begins with them. */
const USUAL: Record<string, number> = { l: 3, t: 0.2, beta: 1, delta: 1, alpha: 0.5, risk: 0.05, max: 0.5, c: 0.5 }

/** Options to begin a requirement with: a column that nothing protects yet, usual thresholds, the k of the job. */
export function firstValues(
  job: Job,
  { options }: Pick<RequirementFacts, 'options'>,
  profile: DataProfile | undefined,
  wanted?: string,
): Readonly<Record<string, unknown>> {
  const columns = protectable(job)
  const column = wanted ?? columns.find((name) => findModels(job, name).length === 0) ?? columns[0]
  const distinct = profile?.columns.find(({ name }) => name === column)?.distinct ?? Number.POSITIVE_INFINITY
  const values = options.flatMap((option): [string, unknown][] => {
    if (option.default !== undefined) return []
    if (option.name === 'column') return column === undefined ? [] : [['column', column]]
    // An option of one choice alone is not needed with the default choice.
    if (option.type !== 'integer' && option.type !== 'number') return []
    if (/^[a-z]+:/.test(option.meaning)) return []
    const usual = option.name === 'k' ? job.privacy.k : USUAL[option.name]
    return usual === undefined ? [] : [[option.name, option.name === 'l' ? Math.min(usual, distinct) : usual]]
  })
  return Object.fromEntries(values)
}

/** Returns the job with a requirement on one more column. */
export function withProtection(
  job: Job,
  requirement: RequirementFacts,
  profile: DataProfile | undefined,
  column: string,
): Job {
  const added = { [requirement.name]: firstValues(job, requirement, profile, column) }
  return withListed(job, [...listRequirements(job), added])
}

/** Requirements that the data cannot meet: more values than a column has. */
export function impossibleModels(job: Job, profile: DataProfile | undefined): { message: string; field: string }[] {
  return (profile?.columns ?? []).flatMap(({ name: column, distinct, exact }) =>
    findModels(job, column).flatMap(({ name, field, options: { l } }) => {
      if (typeof l !== 'number' || l <= distinct || !exact) return []
      return [{ message: `${name}: l must be at most ${distinct}, the number of values of ${column}; got ${l}`, field }]
    }),
  )
}

/**
 * The largest share that a value may have in a class, given its share in all rows: at most t more (t-closeness), β
 * times more (β-likeness), a factor e^δ (δ-disclosure), or α. 1 if nothing limits it.
 */
export function largestShare(models: readonly AskedModel[], share: number): number {
  const number = (value: unknown, then: (threshold: number) => number) => (typeof value === 'number' ? then(value) : 1)
  return Math.min(
    1,
    ...models.flatMap(({ options: { t, beta, delta, alpha, c, kind } }) => [
      number(t, (limit) => share + limit),
      number(beta, (limit) => share * (1 + (kind === 'basic' ? limit : Math.min(limit, -Math.log(share))))),
      number(delta, (limit) => share * Math.exp(limit)),
      number(alpha, (limit) => limit),
      number(c, (limit) => (kind === 'recursive' ? limit / (1 + limit) : limit)),
    ]),
  )
}
