/**
 * Expected errors on new rows: the upper confidence bound for e errors in N (Quinlan 1993, "C4.5", chapter 4; normal
 * approximation, interpolated below one error).
 */
import { normalQuantile } from '../statistics/distributions.ts'
import { sum } from './tree.ts'

/** Errors to add to `errors` among `weight` rows, at a confidence of at most 0.5; smaller prunes more. */
export function addedErrors(weight: number, errors: number, confidence: number): number {
  if (errors < 1) {
    // Without errors: the rate p that shows none in N rows with probability CF, (1 − p)^N = CF.
    const base = weight * (1 - confidence ** (1 / weight))
    return errors === 0 ? base : base + errors * (addedErrors(weight, 1, confidence) - base)
  }
  if (errors + 0.5 >= weight) return Math.max(weight - errors, 0)
  const z = normalQuantile(1 - confidence)
  const share = (errors + 0.5) / weight
  // r = (f + z²/2N + z·√(f/N − f²/N + z²/4N²)) / (1 + z²/N)
  const upper =
    (share +
      (z * z) / (2 * weight) +
      z * Math.sqrt(share / weight - (share * share) / weight + (z * z) / (4 * weight * weight))) /
    (1 + (z * z) / weight)
  return upper * weight - errors
}

export function estimatedErrors(classWeights: Float64Array, confidence: number): number {
  const weight = sum(classWeights)
  if (weight < 1e-6) return 0
  const errors = trainingErrors(classWeights)
  return errors + addedErrors(weight, errors, confidence)
}

export function trainingErrors(classWeights: Float64Array): number {
  let largest = 0
  let total = 0
  for (let c = 0; c < classWeights.length; c++) {
    total += classWeights[c]
    if (classWeights[c] > largest) largest = classWeights[c]
  }
  return total - largest
}
