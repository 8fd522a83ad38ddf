/** The incomplete gamma function: a series for small x, Lentz's continued fraction for large x. */
import { logGamma } from '../../ground/statistics/gamma.ts'

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
