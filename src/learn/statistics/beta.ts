/**
 * The regularized incomplete beta function by its continued fraction (Lentz), on the side that converges fast. Returns
 * both tails, so that the small one keeps its digits.
 */
import { logGamma } from '../../ground/statistics/gamma.ts'

/** `lower` is I_x(a, b), `upper` is 1 − I_x(a, b); `y` is 1 − x, because x may be too close to 1. */
export function betaShares(
  a: number,
  b: number,
  x: number,
  y = 1 - x,
): { readonly lower: number; readonly upper: number } {
  if (x <= 0) return { lower: 0, upper: 1 }
  if (y <= 0) return { lower: 1, upper: 0 }
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(y))
  if (x < (a + 1) / (a + b + 2)) {
    const lower = (front * continuedFraction(a, b, x)) / a
    return { lower, upper: 1 - lower }
  }
  const upper = (front * continuedFraction(b, a, y)) / b
  return { lower: 1 - upper, upper }
}

function continuedFraction(a: number, b: number, x: number): number {
  const tiny = 1e-300
  let c = 1
  let d = 1 / away(1 - ((a + b) * x) / (a + 1), tiny)
  let fraction = d
  for (let m = 1; m < 100_000; m++) {
    // d_2m = m(b−m)x / ((a+2m−1)(a+2m)), d_2m+1 = −(a+m)(a+b+m)x / ((a+2m)(a+2m+1))
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / away(1 + even * d, tiny)
    c = away(1 + even / c, tiny)
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / away(1 + odd * d, tiny)
    c = away(1 + odd / c, tiny)
    const change = d * c
    fraction *= change
    if (Math.abs(change - 1) < 1e-16) break
  }
  return fraction
}

function away(value: number, tiny: number): number {
  return Math.abs(value) < tiny ? tiny : value
}
