/**
 * The best generalization (Wang, Yu, Chakraborty 2004, §3): least information loss per anonymity gain,
 *
 *     IP(G) = I(G)/P(G), P(G) = min(A_G, K) − A
 * or the least information loss if none gains. Ties, open in the paper: larger P, then column, then pre-order.
 */
import type { Pace } from '../../pace.ts'
import type { ClassIndex } from './class-index.ts'
import type { ColumnCut, Generalization } from './column-cut.ts'

export interface Choice {
  readonly generalization: Generalization
  /** P(G). */
  readonly gain: number
}

export function openChooser(index: ClassIndex, cuts: readonly ColumnCut[], pace: Pace) {
  const chooser = {
    trials: 0,
    cancelled: false,
    async choose(cap: number): Promise<Choice | undefined> {
      const anonymity = index.anonymity(cap)
      let best: Choice | undefined
      const candidates = anonymity >= cap ? [] : (index.promising?.(cap) ?? allValid(cuts))
      for (const generalization of candidates) {
        chooser.trials++
        const gain = index.anonymityAfter(generalization, cap) - anonymity
        if (gain > 0 && (best === undefined || gainsMore(generalization, gain, best))) best = { generalization, gain }
        if (pace.due() && !(await pace.rest())) {
          chooser.cancelled = true
          return undefined
        }
      }
      return best ?? leastLoss(cuts)
    },
  }
  return chooser
}

function gainsMore(generalization: Generalization, gain: number, best: Choice): boolean {
  const ratio = generalization.loss / gain
  const other = best.generalization.loss / best.gain
  if (ratio !== other) return ratio < other
  if (gain !== best.gain) return gain > best.gain
  const { column, id } = best.generalization
  return generalization.column !== column ? generalization.column < column : generalization.id < id
}

function leastLoss(cuts: readonly ColumnCut[]): Choice | undefined {
  let best: Generalization | undefined
  // Columns and ids ascend, so the first of equals stays.
  for (const generalization of allValid(cuts)) {
    if (best === undefined || generalization.loss < best.loss) best = generalization
  }
  return best && { generalization: best, gain: 0 }
}

function* allValid(cuts: readonly ColumnCut[]): Generator<Generalization> {
  for (const cut of cuts) yield* cut.valid()
}
