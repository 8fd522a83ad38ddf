/** Mutation: flips each bit with probability p. Draws geometric distances, so it costs one draw per flip. */
import type { Random } from '../../ground/random.ts'

export function mutate(bits: Uint8Array, probability: number, random: Random): void {
  if (probability <= 0) return
  const scale = 1 / Math.log1p(-Math.min(probability, 1 - Number.EPSILON))
  for (let i = skip(scale, random); i < bits.length; i += 1 + skip(scale, random)) bits[i] ^= 1
}

function skip(scale: number, random: Random): number {
  return Math.floor(Math.log1p(-random.uniform()) * scale)
}
