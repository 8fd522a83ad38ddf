/**
 * Estimates how many people of a population are unique, from the class sizes of a sample (Dankar, El Emam, Neisa,
 * Roffey 2012, BMC Medical Informatics and Decision Making 12:66):
 * - Zayatz 1991: c₁·P/π, P = (c₁/u)·h₁ / Σ (c_i/u)·h_i, h_i the hypergeometric chance that i people leave one row
 * - Pitman: θ, α by maximum likelihood (Hoshino 2001); Γ(θ+1)/Γ(θ+α)·N^α
 * - SNB (Chen, Keller-McNulty 1998): K classes by Shlosser, α and β from c₁ and c₂; K·β^α
 * - μ-Argus (Benedetti, Franconi 1998): c₁·π/π = c₁
 * - Dankar's rule: Pitman if π ≤ 0.1, else the smaller of Zayatz and SNB; Zayatz replaces what does not converge
 * π = rows/people, c_i classes of i rows, u classes, N people. Cost: the distinct class sizes, a few hundred times.
 */
import { digamma, logGamma, trigamma } from '../../ground/statistics/gamma.ts'

export type SizeCounts = readonly { readonly size: number; readonly classes: number }[]

export interface PopulationUniques {
  readonly people: number
  readonly uniques: number
  readonly estimator: 'zayatz' | 'pitman' | 'snb' | 'none'
  /** All estimates; absent if one did not converge. */
  readonly zayatz: number
  readonly pitman?: number | undefined
  readonly snb?: number | undefined
  readonly argus: number
}

export function populationUniques(sizes: SizeCounts, people: number): PopulationUniques {
  const rows = sizes.reduce((sum, { size, classes }) => sum + size * classes, 0)
  const alone = classesOfSize(sizes, 1)
  if (alone === 0) return { people, uniques: 0, estimator: 'none', zayatz: 0, argus: 0 }
  if (people <= rows)
    return { people, uniques: alone, estimator: 'none', zayatz: alone, pitman: alone, snb: alone, argus: alone }
  const within = (estimate: number | undefined) => estimate && Math.min(people, estimate)
  const zayatz = Math.min(people, zayatzUniques(sizes, people))
  const pitman = within(pitmanUniques(sizes, people))
  const snb = within(snbUniques(sizes, people))
  const share = rows / people
  const estimator =
    share <= 0.1 ? (pitman === undefined ? 'zayatz' : 'pitman') : snb !== undefined && snb < zayatz ? 'snb' : 'zayatz'
  const uniques = { zayatz, pitman: pitman ?? zayatz, snb: snb ?? zayatz }[estimator]
  return { people, uniques, estimator, zayatz, pitman, snb, argus: alone }
}

export function zayatzUniques(sizes: SizeCounts, people: number): number {
  const rows = sizes.reduce((sum, { size, classes }) => sum + size * classes, 0)
  // h_i(1) = i·C(N − i, n − 1)/C(N, n), 0 if a class of i cannot leave n − 1 rows to others.
  const once = (size: number): number =>
    people - size < rows - 1 ? 0 : size * Math.exp(logChoose(people - size, rows - 1) - logChoose(people, rows))
  const all = sizes.reduce((sum, { size, classes }) => sum + classes * once(size), 0)
  const alone = classesOfSize(sizes, 1)
  return alone === 0 ? 0 : (alone * ((alone * once(1)) / all)) / (rows / people)
}

function logChoose(from: number, take: number): number {
  return logGamma(from + 1) - logGamma(take + 1) - logGamma(from - take + 1)
}

export function pitmanUniques(sizes: SizeCounts, people: number): number | undefined {
  const fitted = fitPitman(sizes)
  if (fitted === undefined) return undefined
  const { theta, alpha } = fitted
  return Math.exp(logGamma(theta + 1) - logGamma(theta + alpha) + alpha * Math.log(people))
}

const MOST_STEPS = 200
const NEAR = 1e-10

/**
 * Fits θ > 0 and 0 < α < 1 by maximum likelihood: ln L = Σ_{i<u} ln(θ + iα) − Σ_{i<n} ln(θ + i) + Σ_j c_j Σ_{i<j} ln(i
 * − α). Newton with step halving; undefined if it does not converge.
 */
export function fitPitman(sizes: SizeCounts): { readonly theta: number; readonly alpha: number } | undefined {
  const rows = sizes.reduce((sum, { size, classes }) => sum + size * classes, 0)
  const classes = sizes.reduce((sum, entry) => sum + entry.classes, 0)
  if (classes < 2 || classes === rows) return undefined
  let theta = Math.max(1, classes / 10)
  let alpha = Math.min(0.9, Math.max(0.1, classesOfSize(sizes, 1) / classes))
  for (let step = 0; step < MOST_STEPS; step++) {
    const { gradient, hessian, value } = pitmanLikelihood(sizes, rows, classes, theta, alpha)
    const determinant = hessian[0] * hessian[2] - hessian[1] ** 2
    // Not concave here: follow the gradient.
    const isHill = hessian[0] < 0 && determinant > 0
    const moves = isHill
      ? [
          -(hessian[2] * gradient[0] - hessian[1] * gradient[1]) / determinant,
          -(hessian[0] * gradient[1] - hessian[1] * gradient[0]) / determinant,
        ]
      : [gradient[0] * theta, gradient[1] * 1e-3]
    let half = 1
    let moved = false
    for (; half > 1e-9; half /= 2) {
      const [nextTheta, nextAlpha] = [theta + half * moves[0], alpha + half * moves[1]]
      if (!(nextTheta > 0 && nextAlpha > 0 && nextAlpha < 1)) continue
      if (pitmanLikelihood(sizes, rows, classes, nextTheta, nextAlpha).value <= value) continue
      moved = true
      theta = nextTheta
      alpha = nextAlpha
      break
    }
    const settled = Math.abs(gradient[0]) * theta < NEAR * rows && Math.abs(gradient[1]) < NEAR * rows
    if (!moved)
      return isHill && (settled || Math.hypot(moves[0] / theta, moves[1]) < 1e-6) ? { theta, alpha } : undefined
    if (settled) return { theta, alpha }
  }
  return undefined
}

export function pitmanLikelihood(
  sizes: SizeCounts,
  rows: number,
  classes: number,
  theta: number,
  alpha: number,
): { readonly value: number; readonly gradient: readonly number[]; readonly hessian: readonly number[] } {
  const ratio = theta / alpha
  // Σ_{i<u} 1/(θ + iα) and Σ_{i<u} 1/(θ + iα)².
  const first = (digamma(ratio + classes) - digamma(ratio + 1)) / alpha
  const second = (trigamma(ratio + 1) - trigamma(ratio + classes)) / alpha ** 2
  let value =
    (classes - 1) * Math.log(alpha) +
    logGamma(ratio + classes) -
    logGamma(ratio + 1) -
    (logGamma(theta + rows) - logGamma(theta + 1))
  let ofSizes = 0
  let ofSizesTwice = 0
  for (const { size, classes: number } of sizes) {
    value += number * (logGamma(size - alpha) - logGamma(1 - alpha))
    ofSizes += number * (digamma(size - alpha) - digamma(1 - alpha))
    ofSizesTwice += number * (trigamma(1 - alpha) - trigamma(size - alpha))
  }
  return {
    value,
    gradient: [first - (digamma(theta + rows) - digamma(theta + 1)), (classes - 1 - theta * first) / alpha - ofSizes],
    hessian: [
      -second + trigamma(theta + 1) - trigamma(theta + rows),
      -(first - theta * second) / alpha,
      -(classes - 1 - 2 * theta * first + theta ** 2 * second) / alpha ** 2 - ofSizesTwice,
    ],
  }
}

export function snbUniques(sizes: SizeCounts, people: number): number | undefined {
  const rows = sizes.reduce((sum, { size, classes }) => sum + size * classes, 0)
  const share = rows / people
  const [one, two] = [classesOfSize(sizes, 1), classesOfSize(sizes, 2)]
  const all = shlosser(sizes, share)
  if (two === 0 || !Number.isFinite(all)) return undefined
  for (const alpha of STARTS) {
    for (const beta of [0.1, 0.5, 0.9]) {
      const found = solveSnb(one / (all * share), two / all, share, alpha, beta)
      if (found !== undefined) return all * found.beta ** found.alpha
    }
  }
  return undefined
}

const STARTS = [0.5, 0.1, 2, 0.02, 10]

/** Solves `snbOnes` and `snbTwos` for α and β: Newton in ln α and ln β/(1 − β), with step halving. */
export function solveSnb(
  ones: number,
  twos: number,
  share: number,
  fromAlpha: number,
  fromBeta: number,
): { readonly alpha: number; readonly beta: number } | undefined {
  const at = (x: number, y: number) => ({ alpha: Math.exp(x), beta: 1 / (1 + Math.exp(-y)) })
  const rest = (x: number, y: number): readonly [number, number] => {
    const { alpha, beta } = at(x, y)
    return [Math.log(snbOnes(alpha, beta, share) / ones), Math.log(snbTwos(alpha, beta, share) / twos)]
  }
  let [x, y] = [Math.log(fromAlpha), Math.log(fromBeta / (1 - fromBeta))]
  let errors = rest(x, y)
  const STEP = 1e-6
  for (let step = 0; step < 100; step++) {
    if (Math.hypot(...errors) < NEAR) return at(x, y)
    const byX = rest(x + STEP, y)
    const byY = rest(x, y + STEP)
    const [a, c] = byX.map((one, i) => (one - errors[i]) / STEP)
    const [b, d] = byY.map((one, i) => (one - errors[i]) / STEP)
    const determinant = a * d - b * c
    const moves = [-(d * errors[0] - b * errors[1]) / determinant, -(a * errors[1] - c * errors[0]) / determinant]
    let half = 1
    while (half > 1e-6 && !(Math.hypot(...rest(x + half * moves[0], y + half * moves[1])) < Math.hypot(...errors)))
      half /= 2
    if (!(half > 1e-6)) return undefined
    x += half * moves[0]
    y += half * moves[1]
    errors = rest(x, y)
  }
  return undefined
}

/** K, the number of classes of the population (Shlosser 1981). */
export function shlosser(sizes: SizeCounts, share: number): number {
  const classes = sizes.reduce((sum, entry) => sum + entry.classes, 0)
  const over = (term: (size: number) => number) =>
    sizes.reduce((sum, entry) => sum + entry.classes * term(entry.size), 0)
  const square = share ** 2
  const first =
    over((i) => i * square * (1 - square) ** (i - 1)) / over((i) => (1 - share) ** i * ((1 + share) ** i - 1))
  const other = over((i) => (1 - share) ** i) / over((i) => i * share * (1 - share) ** (i - 1))
  return classes + classesOfSize(sizes, 1) * first * other ** 2
}

/** c₁/(K·f): the share of classes that leave one row, over f. */
export function snbOnes(alpha: number, beta: number, share: number): number {
  const z = (1 - share) * (1 - beta)
  return (beta / (1 - z)) ** alpha * (1 + (alpha * z) / (1 - z))
}

/** c₂/K. */
export function snbTwos(alpha: number, beta: number, share: number): number {
  const z = (1 - share) * (1 - beta)
  return ((alpha * beta ** alpha * share ** 2 * (1 - beta)) / 2) * ((2 - (1 - alpha) * z) / (1 - z) ** (alpha + 2))
}

function classesOfSize(sizes: SizeCounts, size: number): number {
  return sizes.find((entry) => entry.size === size)?.classes ?? 0
}
