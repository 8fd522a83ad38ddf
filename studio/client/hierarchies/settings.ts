/** Reads and changes a column's hierarchy in the job. */
import type { Job } from '../../../src/table/job-schema.ts'
import type { HierarchyKind } from '../../server/hierarchies/api.ts'
import { type Changes, changed } from '../job/change.ts'

export type JobColumn = Job['columns'][string]

export const kindWords: Readonly<Record<HierarchyKind, { readonly title: string; readonly note: string }>> = {
  tree: { title: 'Tree', note: 'groups of values, and groups of groups' },
  numeric: { title: 'Intervals', note: 'numbers; says where intervals may end' },
  order: { title: 'Order', note: 'values in an order; neighbours are put together' },
  date: { title: 'Date', note: 'day, month, quarter, year, decade' },
  prefix: { title: 'Prefix', note: 'characters are left out from the right: 12345, 1234*, 123**' },
  place: { title: 'Place', note: 'cells of a public grid, from 100 m to 100 km' },
  plain: { title: 'Plain categories', note: 'kept or left out, never made coarser' },
}

export function hierarchyKind({ type, order, taxonomy }: JobColumn): HierarchyKind {
  if (taxonomy !== undefined) return 'tree'
  if (order !== undefined) return 'order'
  return type === undefined || type === 'category' ? 'plain' : type
}

/** Returns the job with keys of a column changed; undefined removes a key. */
export function withSettings(job: Job, column: string, changes: Changes<JobColumn>): Job {
  return { ...job, columns: { ...job.columns, [column]: changed(job.columns[column], changes) } }
}

export const noHierarchy = {
  type: undefined,
  endpoints: undefined,
  order: undefined,
  taxonomy: undefined,
  levels: undefined,
  format: undefined,
  domain: undefined,
  'fan-out': undefined,
} as const

export function hierarchyKeys(settings: JobColumn): Partial<JobColumn> {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => key in noHierarchy))
}
