/**
 * A scored chromosome, and the order of choice: smallest goal value, smallest deviation from the preference, fewer
 * groups, then the bits (Dewri et al. 2009, §5.3; the last two are ours and make the order total).
 */
import { endpointCount } from '../../chromosome/chromosome.ts'
import { compareBits } from '../../chromosome/fitness.ts'
import { dominates } from './dominance.ts'

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
  return endpointCount(a.bits) - endpointCount(b.bits) || compareBits(a.bits, b.bits)
}

export function firstChoice(solutions: readonly Solution[]): Solution | undefined {
  let first: Solution | undefined
  for (const solution of solutions) {
    if (solution.violation <= 0 && (first === undefined || compareChoice(solution, first) < 0)) first = solution
  }
  return first
}

/** The archive: every non-dominated feasible solution seen. Ties follow the order of choice, not arrival. */
export function createArchive() {
  let members: Solution[] = []
  return {
    get members(): readonly Solution[] {
      return members
    },
    offer(solution: Solution): boolean {
      if (solution.violation > 0) return false
      const { objectives } = solution
      for (const [i, member] of members.entries()) {
        if (dominates(member.objectives, objectives)) return false
        if (!sameObjectives(member.objectives, objectives)) continue
        if (compareChoice(solution, member) >= 0) return false
        members[i] = solution
        return true
      }
      members = members.filter((member) => !dominates(objectives, member.objectives))
      members.push(solution)
      return true
    },
  }
}

function sameObjectives(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
