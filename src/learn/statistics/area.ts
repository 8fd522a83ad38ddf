/** Area under a measure over k, by trapezoids: papers compare methods by it. */
import { UserError } from '../../ground/errors.ts'

/** Σ (k_{i+1} − k_i)(a_i + a_{i+1})/2; k ascending. */
export function areaOverK(ks: readonly number[], values: readonly number[]): number {
  if (ks.length !== values.length || ks.length < 2 || ks.some((k, i) => i > 0 && !(k > ks[i - 1])))
    throw new UserError(
      `the area over k needs two or more ascending k with a value each; got k ${ks.join(', ')} and ` +
        `${values.length} values`,
      { rule: 'data' },
    )
  let area = 0
  for (let i = 0; i + 1 < ks.length; i++) area += ((ks[i + 1] - ks[i]) * (values[i] + values[i + 1])) / 2
  return area
}

export function meanOverK(ks: readonly number[], values: readonly number[]): number {
  return areaOverK(ks, values) / (ks[ks.length - 1] - ks[0])
}
