/**
 * Tails of distributions, both of them, so that the small one keeps its digits. The incomplete gamma and beta functions
 * are series and Lentz's continued fractions, on the side that converges fast; quantiles of the normal distribution are
 * Wichura's rational approximations (Algorithm AS 241, PPND16, Applied Statistics 37, 1988; about 1 part in 10^16).
 */
import { UserError } from '../../ground/errors.ts'
import { logGamma } from '../../ground/statistics/gamma.ts'

/** P(low < Z ≤ high), computed in the tail where the difference keeps its digits. */
export function normalBetween(low: number, high: number): number {
  if (low > 0) return upperTail(low) - upperTail(high)
  if (high < 0) return upperTail(-high) - upperTail(-low)
  return 1 - upperTail(high) - upperTail(-low)
}

/** P(Z > z) for z ≥ 0: ½ Q(½, z²/2) */
function upperTail(z: number): number {
  return z === 0 ? 0.5 : 0.5 * gammaShares(0.5, (z * z) / 2).upper
}

/** The z with P(Z ≤ z) = share. */
export function normalQuantile(share: number): number {
  if (!(share >= 0 && share <= 1))
    throw new UserError(`a share must be a number from 0 to 1; got ${share}`, { rule: 'value' })
  const centre = share - 0.5
  if (Math.abs(centre) <= 0.425) return centre * ratio(0.180625 - centre * centre, MIDDLE)
  const tail = Math.min(share, 1 - share)
  if (tail === 0) return centre < 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const r = Math.sqrt(-Math.log(tail))
  const z = r <= 5 ? ratio(r - 1.6, NEAR) : ratio(r - 5, FAR)
  return centre < 0 ? -z : z
}

type Rational = readonly [numerator: readonly number[], denominator: readonly number[]]

function ratio(x: number, [numerator, denominator]: Rational): number {
  return polynomial(x, numerator) / polynomial(x, denominator)
}

function polynomial(x: number, coefficients: readonly number[]): number {
  return coefficients.reduceRight((value, coefficient) => value * x + coefficient, 0)
}

/** |share − ½| ≤ 0.425 */
const MIDDLE: Rational = [
  [
    3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087,
    33430.57558358813, 2509.0809287301227,
  ],
  [
    1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
    28729.085735721943, 5226.495278852546,
  ],
]
/** √(−ln tail) ≤ 5 */
const NEAR: Rational = [
  [
    1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
    0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
  ],
  [
    1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
    0.0005475938084995345, 1.0507500716444169e-9,
  ],
]
const FAR: Rational = [
  [
    6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
    0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
  ],
  [
    1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 1.8463183175100548e-5,
    1.421511758316446e-7, 2.0442631033899397e-15,
  ],
]

/** `lower` is P(a, x), `upper` is Q(a, x) = 1 − P(a, x). */
export function gammaShares(a: number, x: number): { readonly lower: number; readonly upper: number } {
  if (x <= 0) return { lower: 0, upper: 1 }
  if (x === Number.POSITIVE_INFINITY) return { lower: 1, upper: 0 }
  const front = Math.exp(a * Math.log(x) - x - logGamma(a))
  if (x < a + 1) {
    // P(a, x) = xᵃ e⁻ˣ / Γ(a) · Σ xⁿ / (a (a+1) … (a+n))
    let term = 1 / a
    let total = term
    for (let n = 1; Math.abs(term) > Math.abs(total) * 1e-17 && n < 100_000; n++) {
      term *= x / (a + n)
      total += term
    }
    const lower = front * total
    return { lower, upper: 1 - lower }
  }
  // Q(a, x) = xᵃ e⁻ˣ / Γ(a) · 1/(x+1−a − 1(1−a)/(x+3−a − 2(2−a)/(x+5−a − …)))
  const tiny = 1e-300
  let b = x + 1 - a
  let c = 1 / tiny
  let d = 1 / b
  let fraction = d
  for (let n = 1; n < 100_000; n++) {
    const step = -n * (n - a)
    b += 2
    d = step * d + b
    if (Math.abs(d) < tiny) d = tiny
    c = b + step / c
    if (Math.abs(c) < tiny) c = tiny
    d = 1 / d
    const change = d * c
    fraction *= change
    if (Math.abs(change - 1) < 1e-16) break
  }
  const upper = front * fraction
  return { lower: 1 - upper, upper }
}

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
