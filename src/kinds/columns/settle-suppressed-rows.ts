/**
 * Decides whether suppressed rows stay in the release as `*`. People covered by no shown class are among them, so fewer
 * than k of them, beside their other columns, would break the promise. They stay if they meet every requirement as a
 * class.
 */
import { createCounter } from '../../frequency/kernel/counter.ts'
import type { ColumnsPlan } from '../../plan/plan.ts'
import { createEvaluator } from '../../search/evaluation.ts'
import type { Found } from '../kind.ts'
import type { ColumnsStations } from './columns.ts'

export function settleSuppressedRows({ plan, problem, found }: Found<ColumnsStations>): ColumnsPlan {
  if (!plan.leavesSmallGroupOut || plan.suppressedRows === 'drop') return plan
  const counter = createCounter(problem.frequencies)
  const rows = createEvaluator(problem, counter).evaluate(found.groupings).partition.suppressedRows
  // This evaluator suppresses further classes until the group meets the requirements.
  const enforced = createEvaluator({ ...problem, suppressedGroup: 'enforce' }, counter).evaluate(found.groupings)
  return enforced.partition.suppressedRows === rows
    ? { ...plan, suppressedGroup: 'enforce' }
    : { ...plan, suppressedRows: 'drop' }
}

/** Warns if rows were dropped that the job would have kept as `*`. */
export function leftOutWarning({ plan }: Pick<Found<ColumnsStations>, 'plan'>, suppressed: number): string[] {
  if (
    !plan.leavesSmallGroupOut ||
    plan.suppressedRows === 'mask' ||
    plan.asked?.job.privacy['suppressed-rows'] === 'drop'
  )
    return []
  if (suppressed === 0) return []
  return [
    'the suppressed rows are left out instead of kept with *: they are too few to meet the requirements as a ' +
      'class of their own',
  ]
}
