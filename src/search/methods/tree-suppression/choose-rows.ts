/**
 * Which classes the rows that a full branch gives to a small one should have (Kisilevich et al. 2008, §3.4). With f(x) = x·log₂ x,
 * n·H(counts) = f(n) − Σ f(count): for sizes that are given, the lowest entropy is the largest Σ f. Cost: rows needed × classes.
 */
import type { Random } from '../../../ground/random.ts'

/** Rows to take of each class. */
export type Takes = Int32Array

/** How a full branch chooses the rows that it gives. */
export type ChooseRows = (donor: Float64Array, small: Float64Array, need: number) => Takes

/** Row after row: `pick` has what the donor has left and the small branch has by then, and says the class of the next. */
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

/**
 * Swapping: each row should leave the small branch with the lowest entropy; when the donor has none of that class, the row whose
 * going leaves the donor with the lowest.
 */
export const chooseToSwap = rowByRow((left, grown) => {
  // f is convex: f(x + 1) − f(x) grows with x, so adding to the most frequent class gives the lowest entropy.
  let best = 0
  for (let y = 1; y < grown.length; y++) {
    if (grown[y] > grown[best] || (grown[y] === grown[best] && left[y] > left[best])) best = y
  }
  // … and for the same reason taking from the rarest.
  return left[best] === 0 ? rarest(left) : best
})

/** Suppression: each row the one that keeps |donor|·H(donor) + |small|·H(small) lowest, the largest information gain of the two. */
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

/** Any rows of the donor, every one equally likely: what kACTUS did before kACTUS-2. */
export function chooseAtRandom(random: Random): ChooseRows {
  return rowByRow((left) => {
    let row = random.integer(left.reduce((sum, count) => sum + count, 0))
    let y = 0
    while (row >= left[y]) row -= left[y++]
    return y
  })
}

/** Entropy in bits of what a donor keeps. */
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
