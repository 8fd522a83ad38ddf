/**
 * An item grouping: which items of a transaction data set are published as one generalized item, and which are suppressed. It is
 * what an item search decides (Φ in Loukides et al. 2011, §2.2). Unlike a column's grouping its groups need not be consecutive.
 * Groups are numbered by their smallest item, so two searches that decide alike give the same numbers.
 */

export interface ItemGrouping {
  /** Group of each item code, −1 for a suppressed item. */
  readonly groupOf: Int32Array
  readonly groups: number
  /** Name of each group of two or more items where the search has one (a tree node); otherwise made from the items. */
  readonly names?: readonly (string | undefined)[]
}

/** One grouping for all baskets, or (local recoding) one per part with the part of each basket. */
export interface ItemGroupings {
  readonly parts: readonly ItemGrouping[]
  /** Part of each basket; absent when there is one part. */
  readonly partOf?: Int32Array
}

/** The grouping of any numbering of clusters (negative: suppressed), renumbered by smallest item. */
export function itemGroupingFrom(
  clusterOf: ArrayLike<number>,
  nameOf?: (cluster: number) => string | undefined,
): ItemGrouping {
  const numbers = new Map<number, number>()
  const groupOf = new Int32Array(clusterOf.length).fill(-1)
  for (let item = 0; item < clusterOf.length; item++) {
    const cluster = clusterOf[item]
    if (cluster < 0) continue
    let number = numbers.get(cluster)
    if (number === undefined) numbers.set(cluster, (number = numbers.size))
    groupOf[item] = number
  }
  const grouping = { groupOf, groups: numbers.size }
  return nameOf === undefined ? grouping : { ...grouping, names: [...numbers.keys()].map(nameOf) }
}

/** Every item published as itself. */
export function ungroupedItems(items: number): ItemGrouping {
  return { groupOf: Int32Array.from({ length: items }, (_, item) => item), groups: items }
}

/** How many items each group holds. */
export function itemGroupSizes(grouping: ItemGrouping): Int32Array {
  const sizes = new Int32Array(grouping.groups)
  for (const group of grouping.groupOf) if (group >= 0) sizes[group]++
  return sizes
}

/** Item codes that are suppressed, ascending. */
export function suppressedItems(grouping: ItemGrouping): number[] {
  const items: number[] = []
  grouping.groupOf.forEach((group, item) => {
    if (group < 0) items.push(item)
  })
  return items
}
