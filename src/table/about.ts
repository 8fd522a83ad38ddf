/** What a job is about, rows of a table or baskets of items, and the words and small facts that differ between the two. */
import type { Job } from './job-schema.ts'

export const ABOUT = {
  columns: {
    unit: 'row',
    /** Behind the titles of its parts. */
    listed: '',
    data: 'columns of a table',
    /** Whose size is the smallest, and what is suppressed. */
    smallest: 'smallest class',
    suppressed: 'rows',
    /** Queries are drawn and asked even where the job has none. */
    alwaysQueried: false,
  },
  items: {
    unit: 'basket',
    listed: ' (baskets of items)',
    data: 'baskets of items',
    smallest: 'smallest support',
    suppressed: 'items',
    alwaysQueried: true,
  },
} as const

export type About = keyof typeof ABOUT

/** Also of a job that is still being written. */
export function aboutOf({ data, columns = {} }: { readonly [K in 'data' | 'columns']?: Partial<Job[K]> }): About {
  const roles = Object.values(columns).map((column) => column?.role)
  return data?.format === 'transactions' || roles.includes('items') ? 'items' : 'columns'
}
