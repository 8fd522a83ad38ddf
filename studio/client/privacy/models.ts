/** Finds the models that a job asks of a sensitive column, and the largest share each allows in a class. */
import type { Job } from '../../../src/table/job-schema.ts'
import { listRequirements } from './requirements.ts'

export interface AskedModel {
  readonly name: string
  readonly options: Readonly<Record<string, unknown>>
}

/** Finds the models that name the column, as keys of `privacy` or in the list of requirements. */
export function findModels(job: Job, column: string): AskedModel[] {
  const keys = Object.entries(job.privacy).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
  const listed = listRequirements(job).flatMap((entry) => Object.entries(entry))
  return [...keys, ...listed].flatMap(([name, value]) => {
    if (typeof value !== 'object' || value === null || !('column' in value) || value.column !== column) return []
    return [{ name, options: value as AskedModel['options'] }]
  })
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
