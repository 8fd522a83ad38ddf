/**
 * The decision of an item search (Φ in Loukides et al. 2011, §2.2). Groups need not be consecutive; they are numbered
 * by their smallest item, so equal decisions have equal numbers.
 */
import { numberIn } from '../ground/maps.ts'

export interface ItemGrouping {
  /** Group of each item code, −1 if suppressed. */
  readonly groupOf: Int32Array
  readonly groups: number
  /** Name of each group of several items, if the search has one (a tree node); otherwise made from the items. */
  readonly names?: readonly (string | undefined)[]
}

export interface ItemGroupings {
  readonly parts: readonly ItemGrouping[]
  readonly basketParts?: Int32Array
}

export function itemGroupingFrom(
  clusters: ArrayLike<number>,
  nameCluster?: (cluster: number) => string | undefined,
): ItemGrouping {
  const numbers = new Map<number, number>()
  const groupOf = new Int32Array(clusters.length).fill(-1)
  for (let item = 0; item < clusters.length; item++) {
    const cluster = clusters[item]
    if (cluster < 0) continue
    groupOf[item] = numberIn(numbers, cluster)
  }
  const grouping = { groupOf, groups: numbers.size }
  return nameCluster === undefined ? grouping : { ...grouping, names: [...numbers.keys()].map(nameCluster) }
}

export function ungroupedItems(items: number): ItemGrouping {
  return { groupOf: Int32Array.from({ length: items }, (_, item) => item), groups: items }
}

export function itemGroupSizes(grouping: ItemGrouping): Int32Array {
  const sizes = new Int32Array(grouping.groups)
  for (const group of grouping.groupOf) if (group >= 0) sizes[group]++
  return sizes
}

export function suppressedItems(grouping: ItemGrouping): number[] {
  const items: number[] = []
  grouping.groupOf.forEach((group, item) => {
    if (group < 0) items.push(item)
  })
  return items
}
