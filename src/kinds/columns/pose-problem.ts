/** The problem that a search over a table is given. */
import { UserError } from '../../errors.ts'
import type { CountedTable } from '../../frequency/count-combinations.ts'
import { columnsOf, type TablePlan } from '../../plan.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import { requireSeenValues } from '../../requirements/seen-values.ts'
import { makeGoal } from '../../search/goal.ts'
import type { SearchProblem } from '../../search/search.ts'

export function poseProblem(plan: TablePlan, { frequencies, hierarchies }: CountedTable): SearchProblem {
  const k = smallestAllowedClass(plan.requirements)
  if (k > frequencies.rows) {
    throw new UserError(
      `k must be at most the number of rows, ${frequencies.rows}; got ${k}: a class cannot have more rows than the table`,
    )
  }
  const weights = columnsOf(plan, 'quasi-identifier').map((column) => column.weight)
  return {
    frequencies,
    hierarchies,
    requirements: hierarchies.some((hierarchy) => hierarchy.unseen !== undefined)
      ? [...plan.requirements, requireSeenValues(hierarchies)]
      : plan.requirements,
    suppressionLimit: plan.suppressionLimit,
    suppressedGroup: plan.suppressedGroup,
    goal: makeGoal(plan.goal, { frequencies, hierarchies, weights, k, preference: plan.preference }),
  }
}
