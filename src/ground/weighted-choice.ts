/**
 * Draws from weights in constant time: the alias method (Walker 1977, set up as in Vose 1991). Shares are rounded to 30
 * bits, so that floating-point differences do not change the draws of a seed.
 */

import { InternalError } from './errors.ts'
import { entryAt } from './maps.ts'
import type { Random } from './random.ts'

export type WeightedChoice = (random: Random) => number

const ONE = 2 ** 30

export function weightedChoice(weights: ArrayLike<number>): WeightedChoice {
  const size = weights.length
  let total = 0
  for (let i = 0; i < size; i++) total += weights[i]
  if (!(total > 0)) throw new InternalError('a weighted choice needs a weight above 0')
  const scaled = Float64Array.from(weights, (weight) => (weight * size) / total)
  const share = new Int32Array(size).fill(ONE)
  const other = Int32Array.from({ length: size }, (_, i) => i)
  const poor: number[] = []
  const rich: number[] = []
  for (let i = 0; i < size; i++) (scaled[i] < 1 ? poor : rich).push(i)
  while (poor.length > 0 && rich.length > 0) {
    const taker = poor.pop()!
    const giver = rich[rich.length - 1]
    share[taker] = Math.round(scaled[taker] * ONE)
    other[taker] = giver
    scaled[giver] -= 1 - scaled[taker]
    if (scaled[giver] < 1) poor.push(rich.pop()!)
  }
  return (random) => {
    const position = random.uniform() * size
    const slot = Math.floor(position)
    return (position - slot) * ONE < share[slot] ? slot : other[slot]
  }
}

/** Draws from weights that depend on up to four numbers below 128. A rest parameter would cost as much as the draw. */
export function choiceGiven<Context extends [number, number?, number?, number?]>(
  weights: (...context: Context) => ArrayLike<number>,
): (random: Random, ...context: Context) => number {
  const choices = new Map<number, WeightedChoice>()
  const draw = (random: Random, a = 0, b = 0, c = 0, d = 0): number => {
    const key = ((a * 128 + b) * 128 + c) * 128 + d
    return entryAt(choices, key, () => weightedChoice(weights(...([a, b, c, d] as unknown as Context))))(random)
  }
  return draw as (random: Random, ...context: Context) => number
}
