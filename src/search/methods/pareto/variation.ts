/** One-point crossover and mutation (Dewri et al. 2009, §6; the single point is our reading). */
import type { Random } from '../../../ground/random.ts'
import { mutate } from '../../chromosome/mutation.ts'

export interface VariationRates {
  readonly crossover: number
  readonly mutation: number
}

export function makeChildren(
  a: Uint8Array,
  b: Uint8Array,
  { crossover, mutation }: VariationRates,
  random: Random,
): [Uint8Array, Uint8Array] {
  const children: [Uint8Array, Uint8Array] = [a.slice(), b.slice()]
  if (a.length >= 2 && random.uniform() < crossover) {
    const cut = 1 + random.integer(a.length - 1)
    children[0].set(b.subarray(cut), cut)
    children[1].set(a.subarray(cut), cut)
  }
  for (const child of children) mutate(child, mutation, random)
  return children
}
