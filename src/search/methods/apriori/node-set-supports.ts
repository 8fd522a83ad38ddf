/** Supports of sets of tree nodes: pairs from lazily counted rows, larger sets by scanning baskets. */
import type { Rows } from '../../../baskets/baskets.ts'
import type { ItemTally } from '../../items-search.ts'
import type { NodeSupports } from './expanded-baskets.ts'
import type { ItemTree } from './item-tree.ts'

/** 256 MiB of counts. */
const MOST_COUNTS = 1 << 26

interface CountedNodes {
  /** Baskets as ranks of nodes, and the baskets of each rank; absent if only single nodes are asked for. */
  readonly expanded: Rows | undefined
  readonly inverted: Rows | undefined
  readonly supports: NodeSupports
  readonly filled: number
  readonly tally: ItemTally
}

export function nodeSetSupports(
  tree: ItemTree,
  { expanded, inverted, supports, filled, tally }: CountedNodes,
): (nodes: readonly number[]) => number {
  const { support, ranks } = supports
  const cache = new Map<number, Int32Array>()
  const mostRows = Math.max(16, Math.floor(MOST_COUNTS / Math.max(1, supports.ranked.length)))
  const stamp = new Int32Array(supports.ranked.length)
  let stamps = 0

  function countRow(rank: number, baskets: Rows, holders: Rows): Int32Array {
    let row = cache.get(rank)
    if (row !== undefined) return row
    if (cache.size >= mostRows) cache.clear()
    row = new Int32Array(supports.ranked.length)
    for (let h = holders.offsets[rank]; h < holders.offsets[rank + 1]; h++) {
      const basket = holders.codes[h]
      tally.scanned += baskets.offsets[basket + 1] - baskets.offsets[basket]
      for (let at = baskets.offsets[basket]; at < baskets.offsets[basket + 1]; at++) row[baskets.codes[at]]++
    }
    cache.set(rank, row)
    return row
  }

  return (nodes) => {
    // The root is above all others, so it is alone in its set.
    if (nodes.length === 1) return nodes[0] === 0 ? filled : support[nodes[0]]
    const baskets = expanded as Rows
    const holders = inverted as Rows
    if (nodes.length === 2) {
      const [inner, other] = tree.leaves[nodes[0]] > tree.leaves[nodes[1]] ? nodes : [nodes[1], nodes[0]]
      return countRow(ranks[inner], baskets, holders)[ranks[other]]
    }
    const rarest = nodes.reduce((a, b) => (support[b] < support[a] ? b : a))
    stamps++
    for (const node of nodes) stamp[ranks[node]] = stamps
    let count = 0
    for (let h = holders.offsets[ranks[rarest]]; h < holders.offsets[ranks[rarest] + 1]; h++) {
      const basket = holders.codes[h]
      let found = 0
      tally.scanned += baskets.offsets[basket + 1] - baskets.offsets[basket]
      for (let at = baskets.offsets[basket]; at < baskets.offsets[basket + 1]; at++) {
        if (stamp[baskets.codes[at]] === stamps) found++
      }
      if (found === nodes.length) count++
    }
    return count
  }
}
