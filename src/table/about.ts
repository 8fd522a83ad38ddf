/** The two kinds of job, rows of a table or baskets of items, and the words that differ between them. */
import type { Job } from './job-schema.ts'

export const ABOUT = {
  columns: {
    unit: 'row',
    listed: '',
    data: 'columns of a table',
    smallest: 'smallest class',
    suppressed: 'rows',
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

export function findAbout({ data, columns = {} }: { readonly [K in 'data' | 'columns']?: Partial<Job[K]> }): About {
  const roles = Object.values(columns).map((column) => column?.role)
  const isTable = roles.includes('quasi-identifier')
  return data?.format === 'transactions' || (roles.includes('items') && !isTable) ? 'items' : 'columns'
}
