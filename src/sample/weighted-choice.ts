/**
 * Draws from a list of weights with one random number in constant time: the alias method (Walker 1977, set up as Vose 1991).
 * Every slot holds two outcomes and the share of the first; the shares are rounded to 30 bits, so that a last digit of
 * floating-point arithmetic does not change what a seed gives. Setting up costs O(n).
 */
import { InternalError } from '../ground/errors.ts'
import type { Random } from '../ground/random.ts'

export interface WeightedChoice {
  readonly size: number
  /** Share of a slot that belongs to the slot's own outcome, in units of 2⁻³⁰. */
  readonly share: Int32Array
  /** The outcome of the rest of the slot. */
  readonly other: Int32Array
}

const ONE = 2 ** 30

/** Weights need not add up to one; at least one must be above zero. */
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
  return { size, share, other }
}

/** An outcome from 0 up to but excluding `choice.size`, with the probability of its weight. */
export function choose(choice: WeightedChoice, random: Random): number {
  const position = random.uniform() * choice.size
  const slot = Math.floor(position)
  return (position - slot) * ONE < choice.share[slot] ? slot : choice.other[slot]
}
