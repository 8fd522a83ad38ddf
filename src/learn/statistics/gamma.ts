/**
 * The gamma function's logarithm and the incomplete gamma function: a series below the bend, Lentz's continued fraction above it, so
 * that the smaller of the two shares is computed directly and keeps its digits.
 */

/** ln Γ(x) for x > 0: Stirling's series after the argument is raised above 15. */
export function logGamma(x: number): number {
  let shift = 0
  while (x < 15) {
    shift += Math.log(x)
    x += 1
  }
  const inverse = 1 / (x * x)
  // ½ ln 2π + (x − ½) ln x − x + 1/12x − 1/360x³ + 1/1260x⁵ − …
  const series =
    (1 / 12 -
      inverse *
        (1 / 360 - inverse * (1 / 1260 - inverse * (1 / 1680 - inverse * (1 / 1188 - (inverse * 691) / 360360))))) /
    x
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(x) - x + series - shift
}

/** Regularized incomplete gamma: lower P(a, x) and upper Q(a, x) = 1 − P(a, x). */
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
