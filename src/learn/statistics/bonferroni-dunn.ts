/** Bonferroni–Dunn test against a control from Friedman's ranks, for critical difference diagrams (Demšar 2006). */
import { UserError, userError } from '../../ground/errors.ts'
import type { FriedmanTest } from './friedman.ts'
import { normalQuantile } from './normal.ts'

export interface CriticalDifferenceDiagram {
  readonly alpha: number
  readonly criticalDifference: number
  readonly axis: readonly [number, number]
  /** Ranks that do not differ from the control's. */
  readonly interval: readonly [number, number]
  readonly control: string
  readonly methods: readonly RankedMethod[]
}

export interface RankedMethod {
  readonly name: string
  readonly rank: number
  /** |rank − rank of the control| ≥ critical difference. */
  readonly differs: boolean
}

export function compareWithControl(
  test: Pick<FriedmanTest, 'ranks' | 'blocks'>,
  names: readonly string[],
  control: string,
  alpha = 0.05,
): CriticalDifferenceDiagram {
  const place = names.indexOf(control)
  if (place < 0 || names.length !== test.ranks.length)
    throw userError('known', 'control')`the control must be one of the ${test.ranks.length} methods compared,
      ${names.join(', ')}; got "${control}"`
  const rank = test.ranks[place]
  const difference = criticalDifference(names.length, test.blocks, alpha)
  return {
    alpha,
    criticalDifference: difference,
    axis: [1, names.length],
    interval: [Math.max(1, rank - difference), Math.min(names.length, rank + difference)],
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
