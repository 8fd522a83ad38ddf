/**
 * The convergence curve of a running search: points where the best value changed, and the current one; small enough to
 * send often.
 */
import type { RunState } from './api.ts'

type Curve = RunState['convergence']

const MOST_POINTS = 400

export function withPoint(curve: Curve, { done, best }: { readonly done: number; readonly best?: number }): Curve {
  const last = curve.at(-1)
  if (best === undefined || !Number.isFinite(best) || (last !== undefined && done <= last.done)) return curve
  // Of points with equal value, only the first and the last matter.
  const flat = last !== undefined && last.best === best && curve.at(-2)?.best === best
  const next = [...(flat ? curve.slice(0, -1) : curve), { done, best }]
  return next.length <= MOST_POINTS ? next : next.filter((_, i) => i % 2 === 0 || i === next.length - 1)
}
