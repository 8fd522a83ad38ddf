/**
 * A scored chromosome, and the order of choice: smallest goal value, smallest deviation from the preference, fewer
 * groups, then the bits (Dewri et al. 2009, §5.3; the last two are ours and make the order total).
 */
import { compareBits } from '../../chromosome/fitness.ts'

export interface Score {
  readonly objectives: Float64Array
  readonly value: number
  /** NWP + NECD if the goal is a preference, else 0: the preference deviation up to a constant. */
  readonly deviation: number
  /** Acceptable if at most 0. */
  readonly violation: number
  readonly suppressed?: number
}

export interface Solution extends Score {
  readonly bits: Uint8Array
}

const TOLERANCE = 1e-12

/** Negative if a is chosen before b; infeasible solutions come last. */
export function compareChoice(a: Solution, b: Solution): number {
  const violation = Math.max(0, a.violation) - Math.max(0, b.violation)
  if (violation !== 0) return violation
  if (Math.abs(a.value - b.value) > TOLERANCE) return a.value - b.value
  if (Math.abs(a.deviation - b.deviation) > TOLERANCE) return a.deviation - b.deviation
  return endpointCount(a) - endpointCount(b) || compareBits(a.bits, b.bits)
}

export function firstChoice(solutions: readonly Solution[]): Solution | undefined {
  let first: Solution | undefined
  for (const solution of solutions) {
    if (solution.violation <= 0 && (first === undefined || compareChoice(solution, first) < 0)) first = solution
  }
  return first
}

function endpointCount({ bits }: Solution): number {
  let ones = 0
  for (const bit of bits) ones += bit
  return ones
}
