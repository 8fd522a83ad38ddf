/** The columns that a release keeps unchanged or drops, as a recoding lists them. */
import { columnsInRole, type TablePlan } from '../../plan/plan.ts'
import { keptKeyed } from '../../pseudonyms/plan-keyed.ts'
import type { KeptColumn, RecodedColumn } from '../../recoding/recoding.ts'
import type { OpenedTable } from './stations.ts'

/** Columns released unchanged; those that the job does not name have the role `other`. */
export function keptColumns(
  plan: Pick<TablePlan, 'columns'>,
  { released, fingerprints, coarsened = [] }: Pick<OpenedTable, 'released' | 'fingerprints'> & Partial<OpenedTable>,
): KeptColumn[] {
  const planned = new Map(plan.columns.map((column) => [column.name, column]))
  return released.flatMap((column): KeptColumn[] => {
    const { role = 'other', keyed, coarsening } = planned.get(column) ?? {}
    if (role === 'identifier' || role === 'quasi-identifier' || role === 'items') return []
    const { caps, shared } = coarsened.find((one) => one.column === column) ?? {}
    const coarser = { coarsening, caps: (caps?.top ?? caps?.bottom) && caps, shared }
    return [{ column, role, keyed: keyed && keptKeyed(keyed, fingerprints.get(column)), ...coarser }]
  })
}

export function withoutColumns(plan: TablePlan, unlisted: readonly string[]): string[] {
  const identifiers = columnsInRole(plan, 'identifier').map((column) => column.name)
  return [...identifiers, ...(plan.unlisted === 'drop' ? unlisted : [])]
}

/** Keeps what other data need without the job: the pattern of dates, and whether numbers show medians. */
export function withFormat({ columns }: TablePlan, recoded: RecodedColumn): RecodedColumn {
  const { hierarchy, median, labels, shows } = columns.find(({ name }) => name === recoded.column) ?? {}
  const format = typeof hierarchy === 'object' && hierarchy.kind === 'date' ? hierarchy.format : undefined
  const dated = format === undefined ? recoded : { ...recoded, format }
  if (shows !== undefined) return { ...dated, shows }
  return dated.type === 'numeric' && (median || labels !== undefined) ? { ...dated, shows: 'median' } : dated
}

/** Warns of columns that are released only because the job does not name them. */
export function unlistedWarning(
  { unlisted: rule }: { readonly unlisted: 'keep' | 'drop' | 'fail' },
  columns: readonly string[],
): string[] {
  if (rule !== 'keep' || columns.length === 0) return []
  return [
    `columns that the job does not name are released as they are: ${columns.join(', ')}; give them a role in ` +
      'the job file, or set data.unlisted: drop there',
  ]
}
