/**
 * Generates privacy constraints from the data: all occurring itemsets up to a size (as in k^m-anonymity), frequent
 * itemsets, each basket's whole set (full identity), or the items of one visit (Loukides et al.).
 */
import type { Baskets } from '../../baskets/baskets.ts'
import { collectItemsets, distinctItemsets, type Itemsets } from '../../baskets/itemset-list.ts'
import { itemsetWalk } from '../../baskets/itemset-supports.ts'

export interface GeneratedConstraints {
  readonly how: 'all' | 'frequent' | 'rows'
  /** `all`, `frequent`: the largest itemset. */
  readonly size?: number
  /** `frequent`: the smallest share of baskets that contain it. */
  readonly frequency?: number
}

export function generateConstraints(baskets: Baskets, options: GeneratedConstraints): Itemsets {
  const { how, size = 2, frequency = 0 } = options
  if (how === 'rows') return rowConstraints(baskets)
  const minimum = how === 'all' ? 1 : Math.max(1, Math.ceil(frequency * baskets.count))
  const walk = itemsetWalk(baskets, baskets.items.length)
  const collector = collectItemsets()
  for (let length = 1; length <= size; length++) {
    for (let first = 0; first < baskets.items.length; first++) {
      walk.from(first, length, minimum, (set) => collector.add(set))
    }
  }
  return collector.list()
}

function rowConstraints(baskets: Baskets): Itemsets {
  const sets: Int32Array[] = []
  for (let row = 0; row < baskets.count; row++) {
    if (baskets.offsets[row + 1] > baskets.offsets[row]) {
      sets.push(baskets.codes.subarray(baskets.offsets[row], baskets.offsets[row + 1]))
    }
  }
  return distinctItemsets(sets)
}
