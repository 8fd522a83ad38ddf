/**
 * Chooses the classes of the rows that a full branch gives to a small one (Kisilevich et al. 2008, §3.4). With f(x) =
 * x·log₂ x, n·H(counts) = f(n) − Σ f(count): for given sizes, the lowest entropy is the largest Σ f. Cost: rows needed
 * × classes.
 */
import type { Random } from '../../../ground/random.ts'

export type Takes = Int32Array

export type ChooseRows = (donor: Float64Array, small: Float64Array, need: number) => Takes

/** `pick` returns the class of the next row, given what the donor has left and the small branch has so far. */
function rowByRow(pick: (left: Float64Array, grown: Float64Array) => number): ChooseRows {
  return (donor, small, need) => {
    const left = donor.slice()
    const grown = small.slice()
    const takes = new Int32Array(donor.length)
    for (let step = 0; step < need; step++) {
      const y = pick(left, grown)
      left[y]--
      grown[y]++
      takes[y]++
    }
    return takes
  }
}

/** Swapping: each row leaves the small branch with the lowest entropy, or the donor if it lacks that class. */
export const chooseToSwap = rowByRow((left, grown) => {
  // f is convex: f(x + 1) − f(x) grows with x, so adding to the most frequent class gives the lowest entropy.
  let best = 0
  for (let y = 1; y < grown.length; y++) {
    if (grown[y] > grown[best] || (grown[y] === grown[best] && left[y] > left[best])) best = y
  }
  // For the same reason, take from the rarest class.
  return left[best] === 0 ? rarest(left) : best
})

/** Suppression: each row keeps |donor|·H(donor) + |small|·H(small) lowest, the largest information gain. */
export const chooseByGain = rowByRow((left, grown) => {
  let best = -1
  let most = Number.NEGATIVE_INFINITY
  for (let y = 0; y < left.length; y++) {
    if (left[y] === 0) continue
    const gain = f(grown[y] + 1) - f(grown[y]) - (f(left[y]) - f(left[y] - 1))
    if (gain > most + 1e-9) {
      most = gain
      best = y
    }
  }
  return best
})

/** kACTUS, before kACTUS-2: all rows of the donor are equally likely. */
export function chooseAtRandom(random: Random): ChooseRows {
  return rowByRow((left) => {
    let row = random.integer(left.reduce((sum, count) => sum + count, 0))
    let y = 0
    while (row >= left[y]) row -= left[y++]
    return y
  })
}

export function entropyAfter(donor: Float64Array, takes: Takes): number {
  let total = 0
  let sum = 0
  for (let y = 0; y < donor.length; y++) {
    total += donor[y] - takes[y]
    sum += f(donor[y] - takes[y])
  }
  return total === 0 ? 0 : Math.log2(total) - sum / total
}

function rarest(counts: Float64Array): number {
  let best = -1
  for (let y = 0; y < counts.length; y++) {
    if (counts[y] > 0 && (best < 0 || counts[y] < counts[best])) best = y
  }
  return best
}

function f(x: number): number {
  return x > 0 ? x * Math.log2(x) : 0
}
