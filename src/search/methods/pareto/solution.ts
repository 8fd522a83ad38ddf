/**
 * A solution: a chromosome with what it is worth, and the order in which solutions are chosen: smallest goal value, then smallest
 * deviation from the preference, then fewer groups, then the bits themselves (Dewri et al. 2009, §5.3; the last two are ours and make
 * the choice total).
 */
import { compareBits } from '../../chromosome/fitness.ts'

export interface Score {
  /** To be minimised, in the order of the search's objectives. */
  readonly objectives: Float64Array
  /** Goal value. */
  readonly value: number
  /** NWP + NECD where the goal is a preference, else 0: the preference deviation up to a constant. */
  readonly deviation: number
  /** How far from acceptable; acceptable when at most 0. */
  readonly violation: number
  /** Rows suppressed, where rows are. */
  readonly suppressed?: number
}

export interface Solution extends Score {
  readonly bits: Uint8Array
}

/** Values closer than this are equal. */
const TOLERANCE = 1e-12

/** Below 0 when a is chosen before b; infeasible solutions come last. */
export function compareChoice(a: Solution, b: Solution): number {
  const violation = Math.max(0, a.violation) - Math.max(0, b.violation)
  if (violation !== 0) return violation
  if (Math.abs(a.value - b.value) > TOLERANCE) return a.value - b.value
  if (Math.abs(a.deviation - b.deviation) > TOLERANCE) return a.deviation - b.deviation
  return groupsOf(a) - groupsOf(b) || compareBits(a.bits, b.bits)
}

/** The feasible solution that is chosen before all others. */
export function firstChoice(solutions: readonly Solution[]): Solution | undefined {
  let first: Solution | undefined
  for (const solution of solutions) {
    if (solution.violation <= 0 && (first === undefined || compareChoice(solution, first) < 0)) first = solution
  }
  return first
}

/** Endpoints set: groups in all columns together, up to a constant. */
function groupsOf({ bits }: Solution): number {
  let ones = 0
  for (const bit of bits) ones += bit
  return ones
}
