/**
 * Expanded baskets: each basket's items and their ancestors below the root, as ranks. Ranks order nodes by support and
 * leaves descending, then first leaf and depth: general nodes come first, so one high repair replaces many below.
 * Supports depend on the data, not on the cut, and never go stale.
 * Generalized nodes are left out, so a pass after a coarse cut is short. Cost: Σ basket lengths × tree depth.
 */
import type { Rows } from '../../../baskets/baskets.ts'
import type { ItemTree } from './item-tree.ts'

export interface NodeSupports {
  readonly support: Int32Array
  readonly occurrences: Float64Array
  /** Nodes by rank, without the root and nodes above the tops; −1 as the rank of those. */
  readonly ranked: Int32Array
  readonly ranks: Int32Array
}

export function countNodes(tree: ItemTree, baskets: Rows, tops: readonly number[]): NodeSupports {
  const nodes = tree.names.length
  const support = new Int32Array(nodes)
  const occurrences = new Float64Array(nodes)
  const seen = new Int32Array(nodes).fill(-1)
  for (let basket = 0; basket < baskets.count; basket++) {
    for (let at = baskets.offsets[basket]; at < baskets.offsets[basket + 1]; at++) {
      const leaf = tree.itemNodes[baskets.codes[at]]
      occurrences[leaf]++
      for (let node = leaf; node >= 0 && seen[node] !== basket; node = tree.parent[node]) {
        seen[node] = basket
        support[node]++
      }
    }
  }
  for (let node = nodes - 1; node > 0; node--) occurrences[tree.parent[node]] += occurrences[node]
  const counted: number[] = []
  for (const top of tops) for (let node = Math.max(1, top); node < tree.end[top]; node++) counted.push(node)
  const ranked = Int32Array.from(counted).sort(
    (a, b) =>
      support[b] - support[a] ||
      tree.leaves[b] - tree.leaves[a] ||
      tree.firstLeaf[a] - tree.firstLeaf[b] ||
      tree.depth[a] - tree.depth[b],
  )
  const ranks = new Int32Array(nodes).fill(-1)
  ranked.forEach((node, rank) => {
    ranks[node] = rank
  })
  return { support, occurrences, ranked, ranks }
}

export function expandBaskets(tree: ItemTree, baskets: Rows, ranks: Int32Array, generalized: Uint8Array): Rows {
  const offsets = new Int32Array(baskets.count + 1)
  const seen = new Int32Array(tree.names.length).fill(-1)
  const fill = (codes: Int32Array | undefined): number => {
    seen.fill(-1)
    let end = 0
    for (let basket = 0; basket < baskets.count; basket++) {
      const start = end
      for (let at = baskets.offsets[basket]; at < baskets.offsets[basket + 1]; at++) {
        let node = tree.itemNodes[baskets.codes[at]]
        for (; node > 0 && seen[node] !== basket; node = tree.parent[node]) {
          seen[node] = basket
          if (generalized[node] === 1 || ranks[node] < 0) continue
          if (codes !== undefined) codes[end] = ranks[node]
          end++
        }
      }
      if (codes !== undefined && end - start > 1) codes.subarray(start, end).sort()
      offsets[basket + 1] = end
    }
    return end
  }
  // Measures first: growing would need twice the memory at its peak.
  const codes = new Int32Array(fill(undefined))
  fill(codes)
  return { count: baskets.count, offsets, codes }
}
