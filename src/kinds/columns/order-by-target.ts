/** A plan whose trees are orders: their values stand in the order of what they say about the target, for a search that groups neighbours. */
import type { EngineRun } from '../../engines/engine.ts'
import { UserError } from '../../errors.ts'
import type { CountedTable, HierarchyMaker } from '../../frequency/count-combinations.ts'
import type { CategoryTarget } from '../../frequency/frequency-table.ts'
import { reorderResolved } from '../../hierarchy/reorder.ts'
import { resolveHierarchy } from '../../hierarchy/resolve.ts'
import type { PlannedColumn, TablePlan } from '../../plan.ts'
import { targetOrders } from '../../search/target-order.ts'
import type { Table } from '../../sources/open-source.ts'

type Count = (plan: TablePlan, table: Table, run: EngineRun) => Promise<CountedTable>

export function ordersByTarget({ search, options }: Pick<TablePlan, 'search' | 'options'>): boolean {
  return search.ordersByTarget?.(options) === true
}

/** The same plan where its search does not ask for that. Costs a count of the rows besides the one that follows. */
export async function orderByTarget(plan: TablePlan, table: Table, run: EngineRun, count: Count): Promise<TablePlan> {
  if (!ordersByTarget(plan)) return plan
  const { frequencies, hierarchies } = await count(plan, table, run)
  const target = frequencies.targets.find((own): own is CategoryTarget => own.kind === 'categories')
  if (target === undefined) {
    throw new UserError(
      `algorithm ${plan.search.name}: partitions: by-target needs a column of categories with role: target; name one, or set partitions: ordered`,
      { path: 'algorithm', rule: 'value' },
    )
  }
  const orders = targetOrders(frequencies, target)
  const ordered = new Map(
    hierarchies.flatMap(({ kind, column, values }, i) =>
      kind === 'tree' ? [[column, Array.from(orders[i], (code) => values[code])] as const] : [],
    ),
  )
  const columns = plan.columns.map((column) => {
    const values = ordered.get(column.name)
    return values === undefined ? column : { ...column, hierarchy: reordered(column, values, plan) }
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
