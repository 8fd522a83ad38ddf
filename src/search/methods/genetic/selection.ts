/**
 * Rank selection with linear bias (Whitley 1989, GENITOR): the best of a sorted population is `bias` times as likely to
 * be a parent as the median. With rank 0 the best and u uniform in [0, 1):
 *
 *     rank(u) = ⌊P · (b − √(b² − 4(b − 1)u)) / (2(b − 1))⌋, b = 1: ⌊P · u⌋
 */
import type { Random } from '../../../ground/random.ts'

export function biasedRank(u: number, population: number, bias: number): number {
  const share = bias === 1 ? u : (bias - Math.sqrt(bias * bias - 4 * (bias - 1) * u)) / (2 * (bias - 1))
  return Math.min(population - 1, Math.floor(population * share))
}

export function selectRank(population: number, bias: number, random: Random): number {
  return biasedRank(random.uniform(), population, bias)
}

export function selectOtherRank(first: number, population: number, bias: number, random: Random): number {
  for (let attempt = 0; attempt < 32; attempt++) {
    const rank = selectRank(population, bias, random)
    if (rank !== first) return rank
  }
  return first === 0 ? 1 : first - 1
}
