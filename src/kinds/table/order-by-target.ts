/** Sorts the values of a plan's trees by what they tell about the target, for searches that group neighbours. */
import type { EngineRun } from '../../engines/engine.ts'
import type { CountedTable, HierarchyMaker } from '../../frequency/counted-table.ts'
import type { CategoryTarget } from '../../frequency/frequency-table.ts'
import { userError } from '../../ground/errors.ts'
import type { Grouping } from '../../hierarchy/grouping.ts'
import { resolveHierarchy } from '../../hierarchy/resolve.ts'
import { reorderResolved } from '../../hierarchy/tree.ts'
import type { PlannedColumn, TablePlan } from '../../plan/plan.ts'
import { type StepRun, searchRun } from '../../run.ts'
import type { Table } from '../../sources/table.ts'
import { poseProblem } from './pose-problem.ts'

type Count = (plan: TablePlan, table: Table, run: EngineRun) => Promise<CountedTable>

export function ordersByTarget({ search, options }: Pick<TablePlan, 'search' | 'options'>): boolean {
  return search.ordersByTarget?.(options) === true
}

interface OrderedPlan {
  readonly plan: TablePlan
  readonly start?: readonly Grouping[] | undefined
}

/** Leaves the plan unchanged if its search does not order by target. Cost: a count of the rows and two searches. */
export async function orderByTarget(plan: TablePlan, table: Table, run: StepRun, count: Count): Promise<OrderedPlan> {
  if (!ordersByTarget(plan)) return { plan }
  const counted = await count(plan, table, run)
  const { frequencies, hierarchies } = counted
  const target = frequencies.targets.find((candidate): candidate is CategoryTarget => candidate.kind === 'categories')
  if (target === undefined)
    throw userError('value', 'algorithm')`algorithm ${plan.search.name}: partitions: by-target needs a column of
      categories with role: target; name one, or set partitions: ordered`
  const { searchOrders } = await import('../../search/start/value-orders.ts')
  const { orders, groupings } = await searchOrders(
    poseProblem(plan, counted),
    target,
    plan.options,
    searchRun(plan, run),
  )
  const ordered = new Map(
    hierarchies.flatMap(({ kind, column, values }, i) =>
      kind === 'tree' ? [[column, Array.from(orders[i], (code) => values[code])] as const] : [],
    ),
  )
  return { plan: inOrder(plan, ordered), start: groupings }
}

export function inOrder(plan: TablePlan, ordered: ReadonlyMap<string, readonly string[]>): TablePlan {
  const columns = plan.columns.map((column) => {
    const values = ordered.get(column.name)
    return values === undefined || column.hierarchy === undefined
      ? column
      : { ...column, hierarchy: reordered(column, values, plan) }
  })
  return { ...plan, columns }
}

function reordered(
  { name, hierarchy }: PlannedColumn,
  values: readonly string[],
  { missing }: TablePlan,
): HierarchyMaker {
  return (profile) => {
    const given = hierarchy as NonNullable<typeof hierarchy>
    const isCategory = missing === 'category' && profile.missingCount > 0
    return reorderResolved(
      typeof given === 'function'
        ? given(profile)
        : resolveHierarchy(name, given, profile, { missing: isCategory ? 'category' : 'none' }),
      values,
    )
  }
}
