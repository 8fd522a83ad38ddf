/**
 * Friedman's test: whether methods differ over several blocks (data sets, folds) by their ranks, with the less
 * conservative F of Iman and Davenport (Demšar, "Statistical comparisons of classifiers over multiple data sets",
 * 2006).
 */
import { userError } from '../../ground/errors.ts'
import { betaShares } from './beta.ts'

const wrongData = userError('data')

export interface FriedmanTest {
  readonly blocks: number
  /** Mean rank of each method, 1 = best, ties averaged. */
  readonly ranks: readonly number[]
  readonly chiSquare: number
  readonly f: number
  readonly probability: number
}

/** `results[block][method]`. */
export function testFriedman(
  results: readonly (readonly number[])[],
  better: 'higher' | 'lower' = 'higher',
): FriedmanTest {
  const blocks = results.length
  const methods = results[0]?.length ?? 0
  if (blocks < 2 || methods < 2)
    throw wrongData`Friedman's test needs at least 2 blocks and 2 methods; got ${blocks} and ${methods}`
  const ranks = new Array<number>(methods).fill(0)
  results.forEach((block, place) => {
    if (block.length !== methods || block.some((value) => !Number.isFinite(value)))
      throw wrongData`Friedman's test needs a number per method and block; block ${place + 1} has ${block.join(', ')}`
    averageRanks(better === 'higher' ? block.map((value) => -value) : block).forEach((rank, method) => {
      ranks[method] += rank / blocks
    })
  })
  // χ² = 12N/(m(m+1)) · (Σ R² − m(m+1)²/4)
  const squares = ranks.reduce((sum, rank) => sum + rank * rank, 0)
  const chiSquare = Math.max(
    0,
    ((12 * blocks) / (methods * (methods + 1))) * (squares - (methods * (methods + 1) ** 2) / 4),
  )
  // F = (N−1)χ² / (N(m−1) − χ²)
  const room = blocks * (methods - 1) - chiSquare
  const f = room > 1e-9 ? ((blocks - 1) * chiSquare) / room : Number.POSITIVE_INFINITY
  return { blocks, ranks, chiSquare, f, probability: fisherSurvival(f, methods - 1, (methods - 1) * (blocks - 1)) }
}

/** From 1 for the smallest; equal values share their mean rank. */
export function averageRanks(values: readonly number[]): number[] {
  const order = values.map((_, place) => place).sort((a, b) => values[a] - values[b])
  const ranks = new Array<number>(values.length)
  for (let start = 0; start < order.length; ) {
    let end = start + 1
    while (end < order.length && values[order[end]] === values[order[start]]) end++
    for (let place = start; place < end; place++) ranks[order[place]] = (start + 1 + end) / 2
    start = end
  }
  return ranks
}

/** P(X > value) = I_{ν₂/(ν₂+ν₁x)}(ν₂/2, ν₁/2). */
export function fisherSurvival(value: number, numerator: number, denominator: number): number {
  if (value <= 0) return 1
  if (value === Number.POSITIVE_INFINITY) return 0
  const whole = denominator + numerator * value
  return betaShares(denominator / 2, numerator / 2, denominator / whole, (numerator * value) / whole).lower
}
