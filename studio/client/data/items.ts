/** How the items of a job are read. */
import type { Job } from '../../../src/table/job-schema.ts'
import type { ItemsRequest } from '../../server/data/api.ts'

/** Of a job about baskets: its column of items, as the server asks for it. */
export function itemsOf(job: Job): ItemsRequest | undefined {
  const found = Object.entries(job.columns).find(([, { role }]) => role === 'items')
  if (found === undefined) return job.data.format === 'transactions' ? {} : undefined
  const [column, { separator, per }] = found
  return { column, separator, per }
}
