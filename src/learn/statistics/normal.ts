/**
 * The normal distribution: both tails with full relative precision, and quantiles by Wichura's rational approximations
 * (Algorithm AS 241, PPND16, Applied Statistics 37, 1988; about 1 part in 10^16).
 */
import { UserError } from '../../ground/errors.ts'
import { gammaShares } from './gamma.ts'

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
