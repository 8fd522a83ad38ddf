/** Distinct values of a column, or items of its baskets, with counts; memoized per opened file. */
import type { ColumnProfile } from '../../../src/hierarchy/doctor.ts'
import { requireColumn } from '../../../src/sources/table.ts'
import type { OpenedFile } from '../data/opened-files.ts'
import { countValues } from '../data/profile.ts'
import { countsOfItems } from '../data/raw-risk.ts'
import { remembered } from '../remembered.ts'
import type { ColumnRequest, ValuesAnswer } from './api.ts'

/** Columns with more distinct values are not loaded into a page. */
export const MOST_VALUES = 200_000
/** More than anybody sorts into a tree by hand. */
const SHOWN_VALUES = 20_000

const known = remembered<OpenedFile, ColumnProfile>()

export function columnProfile(
  file: OpenedFile,
  { column, items }: Omit<ColumnRequest, 'data'>,
): Promise<ColumnProfile> {
  requireColumn(file.table.table, column, 'the job')
  return known(file, JSON.stringify([column, items ?? null]), () =>
    items === undefined ? fromRows(file, column) : fromBaskets(file, { ...items, column }),
  )
}

export async function shownValues(file: OpenedFile, request: Omit<ColumnRequest, 'data'>): Promise<ValuesAnswer> {
  const { values, counts, missingCount } = await columnProfile(file, request)
  const order = [...values.keys()].sort((a, b) => counts[b] - counts[a] || a - b).slice(0, SHOWN_VALUES)
  return {
    values: order.map((i) => ({ value: values[i], count: counts[i] })),
    distinct: values.length,
    missing: missingCount,
  }
}

async function fromRows(file: OpenedFile, column: string): Promise<ColumnProfile> {
  const found = await countValues(file, column, MOST_VALUES)
  const counts = found.map(({ count }) => count)
  const rows = counts.reduce((sum, count) => sum + count, 0)
  const missingCount = found.length < MOST_VALUES ? file.table.rows - rows : 0
  return { values: found.map(({ value }) => value), counts, missingCount }
}

async function fromBaskets(file: OpenedFile, items: NonNullable<ColumnRequest['items']>): Promise<ColumnProfile> {
  const { labels, supports } = await countsOfItems(file, items)
  return { values: labels, counts: supports, missingCount: 0 }
}
