/** Upper tails of the chi-squared and F distributions, computed directly so that they keep their digits. */
import { betaShares } from './beta.ts'
import { gammaShares } from './gamma.ts'

/** P(X > value) = Q(ν/2, x/2). */
export function chiSquareSurvival(value: number, degrees: number): number {
  return gammaShares(degrees / 2, value / 2).upper
}

/** P(X > value) = I_{ν₂/(ν₂+ν₁x)}(ν₂/2, ν₁/2). */
export function fisherSurvival(value: number, numerator: number, denominator: number): number {
  if (value <= 0) return 1
  if (value === Number.POSITIVE_INFINITY) return 0
  const whole = denominator + numerator * value
  return betaShares(denominator / 2, numerator / 2, denominator / whole, (numerator * value) / whole).lower
}
