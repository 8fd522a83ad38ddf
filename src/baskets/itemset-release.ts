/**
 * Applies an item grouping: published baskets are rows of group numbers, each group once (set semantics, Loukides et
 * al. 2011, §2.2).
 */
import { type Baskets, type Rows, rowSupports, selectBaskets } from './baskets.ts'
import { type ItemGrouping, type ItemGroupings, itemGroupSizes } from './itemset-grouping.ts'
import { type SupportCounter, supportCounter } from './itemset-supports.ts'

export interface ItemRelease {
  readonly baskets: Baskets
  readonly parts: readonly ReleasePart[]
}

export interface ReleasePart {
  readonly baskets: Baskets
  readonly grouping: ItemGrouping
  readonly sizes: Int32Array
  readonly published: Rows
  readonly supports: SupportCounter
  readonly itemSupports: Int32Array
}

export function releaseItems(baskets: Baskets, groupings: ItemGroupings): ItemRelease {
  const { parts, basketParts } = groupings
  if (basketParts === undefined) return { baskets, parts: [releasePart(baskets, parts[0])] }
  const rows: number[][] = parts.map(() => [])
  for (let row = 0; row < baskets.count; row++) rows[basketParts[row]].push(row)
  return { baskets, parts: parts.map((grouping, part) => releasePart(selectBaskets(baskets, rows[part]), grouping)) }
}

export function recodeRows(rows: Rows, grouping: Pick<ItemGrouping, 'groupOf' | 'groups'>): Rows {
  const { groupOf } = grouping
  const offsets = new Int32Array(rows.count + 1)
  const codes = new Int32Array(rows.offsets[rows.count])
  const seen = new Int32Array(grouping.groups).fill(-1)
  let end = 0
  for (let row = 0; row < rows.count; row++) {
    const start = end
    for (let at = rows.offsets[row]; at < rows.offsets[row + 1]; at++) {
      const group = groupOf[rows.codes[at]]
      if (group >= 0 && seen[group] !== row) {
        seen[group] = row
        codes[end++] = group
      }
    }
    if (end - start > 1) codes.subarray(start, end).sort()
    offsets[row + 1] = end
  }
  return { count: rows.count, offsets, codes: codes.slice(0, end) }
}

/** Returns the distinct groups of an itemset; undefined if one of its items is suppressed. */
export function publishedGroups(part: ReleasePart, set: ArrayLike<number>): number[] | undefined {
  const groups: number[] = []
  for (let i = 0; i < set.length; i++) {
    const group = part.grouping.groupOf[set[i]]
    if (group < 0) return undefined
    if (!groups.includes(group)) groups.push(group)
  }
  return groups
}

/** `published`, if read from a file, must match the grouping of the baskets. */
export function releasePart(
  baskets: Baskets,
  grouping: ItemGrouping,
  published: Rows = recodeRows(baskets, grouping),
): ReleasePart {
  return {
    baskets,
    grouping,
    sizes: itemGroupSizes(grouping),
    published,
    supports: supportCounter(published, grouping.groups),
    itemSupports: rowSupports(baskets, baskets.items.length),
  }
}
