/**
 * Comparing methods. Friedman's test: whether they differ over several blocks (data sets, folds) by their ranks, with
 * the less conservative F of Iman and Davenport. Bonferroni–Dunn's: which differ from a control, for critical
 * difference diagrams (Demšar, "Statistical comparisons of classifiers over multiple data sets", 2006). Area under a
 * measure over k.
 */
import { UserError, userError } from '../../ground/errors.ts'
import { betaShares, normalQuantile } from './distributions.ts'

const wrongData = userError('data')

/** `results[block][method]`; `ranks` are mean ranks of the methods, 1 = best, ties averaged. */
export function testFriedman(results: readonly (readonly number[])[], better: 'higher' | 'lower' = 'higher') {
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
  const excess = squares - (methods * (methods + 1) ** 2) / 4
  const chiSquare = Math.max(0, ((12 * blocks) / (methods * (methods + 1))) * excess)
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

export type CriticalDifferenceDiagram = ReturnType<typeof compareWithControl>

/**
 * Bonferroni–Dunn test against a control from Friedman's ranks, for critical difference diagrams (Demšar 2006). Ranks
 * in `interval` do not differ from the control's.
 */
export function compareWithControl(
  test: Pick<ReturnType<typeof testFriedman>, 'ranks' | 'blocks'>,
  names: readonly string[],
  control: string,
  alpha = 0.05,
) {
  const place = names.indexOf(control)
  if (place < 0 || names.length !== test.ranks.length)
    throw userError('known', 'control')`the control must be one of the ${test.ranks.length} methods compared,
      ${names.join(', ')}; got "${control}"`
  const rank = test.ranks[place]
  const difference = criticalDifference(names.length, test.blocks, alpha)
  return {
    criticalDifference: difference,
    axis: [1, names.length] as const,
    interval: [Math.max(1, rank - difference), Math.min(names.length, rank + difference)] as const,
    control,
    methods: names
      .map((name, method) => ({
        name,
        rank: test.ranks[method],
        differs: method !== place && Math.abs(test.ranks[method] - rank) >= difference,
      }))
      .sort((a, b) => a.rank - b.rank),
  }
}

/** q · √(m(m+1)/6N) with q = Φ⁻¹(1 − α/(2(m−1))) */
export function criticalDifference(methods: number, blocks: number, alpha = 0.05): number {
  if (!(alpha > 0 && alpha < 1))
    throw new UserError(`alpha must be a number between 0 and 1; got ${alpha}`, { path: 'alpha', rule: 'value' })
  const q = -normalQuantile(alpha / (2 * (methods - 1)))
  return q * Math.sqrt((methods * (methods + 1)) / (6 * blocks))
}

/** Σ (k_{i+1} − k_i)(a_i + a_{i+1})/2; k ascending. */
export function areaOverK(ks: readonly number[], values: readonly number[]): number {
  if (ks.length !== values.length || ks.length < 2 || ks.some((k, i) => i > 0 && !(k > ks[i - 1])))
    throw wrongData`the area over k needs two or more ascending k with a value each; got k ${ks.join(', ')} and
      ${values.length} values`
  let area = 0
  for (let i = 0; i + 1 < ks.length; i++) area += ((ks[i + 1] - ks[i]) * (values[i] + values[i + 1])) / 2
  return area
}

export function meanOverK(ks: readonly number[], values: readonly number[]): number {
  return areaOverK(ks, values) / (ks[ks.length - 1] - ks[0])
}
