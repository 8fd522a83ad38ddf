import type { Job } from '../../../src/table/job-schema.ts'
import type { ItemsRequest } from '../../server/data/api.ts'

/** Returns the layout of the job's item column, or undefined if the job is about a table. */
export function itemLayout(job: Job): ItemsRequest | undefined {
  const found = Object.entries(job.columns).find(([, { role }]) => role === 'items')
  if (found === undefined) return job.data.format === 'transactions' ? {} : undefined
  const [column, { separator, per }] = found
  return { column, separator, per }
}
