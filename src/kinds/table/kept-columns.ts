/** The columns that a release keeps unchanged or drops, as a recoding lists them. */
import { columnsInRole, type TablePlan } from '../../plan/plan.ts'
import { keptKeyed } from '../../pseudonyms/plan-keyed.ts'
import type { KeptColumn } from '../../recoding/recoding.ts'
import type { OpenedTable } from './open-table.ts'

/** Columns released unchanged; those that the job does not name have the role `other`. */
export function keptColumns(
  plan: Pick<TablePlan, 'columns'>,
  { released, fingerprints }: Pick<OpenedTable, 'released' | 'fingerprints'>,
): KeptColumn[] {
  const planned = new Map(plan.columns.map((column) => [column.name, column]))
  return released.flatMap((column): KeptColumn[] => {
    const { role = 'other', keyed, coarsening } = planned.get(column) ?? {}
    if (role === 'identifier' || role === 'quasi-identifier' || role === 'items') return []
    return [{ column, role, keyed: keyed && keptKeyed(keyed, fingerprints.get(column)), coarsening }]
  })
}

export function withoutColumns(plan: TablePlan, unlisted: readonly string[]): string[] {
  const identifiers = columnsInRole(plan, 'identifier').map((column) => column.name)
  return [...identifiers, ...(plan.unlisted === 'drop' ? unlisted : [])]
}
