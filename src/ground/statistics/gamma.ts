/**
 * ln Γ and its first two derivatives for positive numbers: the recurrence up to a large argument, then the asymptotic
 * series (Abramowitz and Stegun 6.1.40, 6.3.18, 6.4.12). The derivatives are correct to about 12 digits.
 */

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

const LARGE = 12

export function digamma(x: number): number {
  let shift = 0
  let at = x
  while (at < LARGE) shift -= 1 / at++
  const inverse = 1 / (at * at)
  const series = inverse * (1 / 12 - inverse * (1 / 120 - inverse * (1 / 252 - inverse * (1 / 240 - inverse / 132))))
  return shift + Math.log(at) - 0.5 / at - series
}

export function trigamma(x: number): number {
  let shift = 0
  let at = x
  while (at < LARGE) shift += 1 / (at * at++)
  const inverse = 1 / (at * at)
  const series = (1 / 6 - inverse * (1 / 30 - inverse * (1 / 42 - inverse * (1 / 30 - (inverse * 5) / 66)))) * inverse
  return shift + 1 / at + 0.5 * inverse + series / at
}
