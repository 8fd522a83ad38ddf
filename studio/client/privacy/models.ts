/** Finds the models that a job asks of a sensitive column, and the largest share each allows in a class. */
import type { Job } from '../../../src/table/job-schema.ts'
import { listedOf } from './requirements.ts'

export interface AskedModel {
  readonly name: string
  readonly options: Readonly<Record<string, unknown>>
}

/** Finds the models that name the column, as keys of `privacy` or in the list of requirements. */
export function modelsOf(job: Job, column: string): AskedModel[] {
  const keys = Object.entries(job.privacy).flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
  const listed = listedOf(job).flatMap((entry) => Object.entries(entry))
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
  const number = (value: unknown, then: (own: number) => number) => (typeof value === 'number' ? then(value) : 1)
  return Math.min(
    1,
    ...models.flatMap(({ options: { t, beta, delta, alpha, c, kind } }) => [
      number(t, (own) => share + own),
      number(beta, (own) => share * (1 + (kind === 'basic' ? own : Math.min(own, -Math.log(share))))),
      number(delta, (own) => share * Math.exp(own)),
      number(alpha, (own) => own),
      number(c, (own) => (kind === 'recursive' ? own / (1 + own) : own)),
    ]),
  )
}
