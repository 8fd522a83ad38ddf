/** Class size and cell losses for the searches over classes. */
import { userError } from '../../ground/errors.ts'
import { type Hierarchy, smallestNode } from '../../hierarchy/hierarchy.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import { notForGoal, SEARCH_FOR_PREFERENCES } from '../refusals.ts'
import type { SearchProblem } from '../search.ts'
import type { CellLoss } from './cell-goal.ts'

export function sizeOfClasses(
  name: string,
  { requirements, frequencies, goal }: Pick<SearchProblem, 'requirements' | 'frequencies' | 'goal'>,
): number {
  if (goal.terms.some(({ metric }) => metric.needs === 'preference'))
    throw notForGoal`algorithm ${name} takes no preference; choose ${SEARCH_FOR_PREFERENCES}, or goal: general`
  const k = smallestAllowedClass(requirements)
  if (k > frequencies.rows)
    throw userError('data', 'privacy.k')`k must be at most the number of rows, ${frequencies.rows}; got ${k}`
  return k
}

/** Loss of a class whose codes are `low`..`high`; a tree column shows the smallest node above them. */
export function releasedLoss({ tree }: Hierarchy, loss: CellLoss): CellLoss {
  return tree === undefined
    ? loss
    : (low, high) => (low === high ? loss(low, high) : loss(...smallestNode(tree, low, high)))
}
