/** The archive: every non-dominated feasible solution seen. Ties follow the order of choice, not arrival. */
import { dominates } from './dominance.ts'
import { compareChoice, type Solution } from './solution.ts'

export type Archive = ReturnType<typeof createArchive>

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
