/** A cut of the item tree that only moves up, and its cost Σ occ(i)·|node of i|: NCP times Σ occ · M. */
import type { ItemTree } from './item-tree.ts'

export type Cut = ReturnType<typeof startCut>

/** `occurrences`: per node, the sum over the items under it. */
export function startCut(tree: ItemTree, occurrences: Float64Array) {
  const generalized = new Uint8Array(tree.names.length)
  // Current cost of all items under a node; valid for nodes that are not generalized.
  const cost = new Float64Array(tree.names.length)
  const whole = (node: number) => (tree.leaves[node] === 1 ? 0 : occurrences[node] * tree.leaves[node])
  const lifted: Uint8Array = new Uint8Array(tree.names.length)
  return {
    /** 1 for nodes strictly below a generalized node of the cut: no longer published. */
    generalized,
    addedCost: (node: number) => whole(node) - cost[node],
    lift(node: number): void {
      const added = whole(node) - cost[node]
      for (let above = node; above >= 0; above = tree.parent[above]) cost[above] += added
      generalized.fill(1, node + 1, tree.end[node])
      lifted[node] = 1
    },
    nodeOfItems(): Int32Array {
      return tree.itemNodes.map((leaf) => {
        let node = leaf
        for (let above = leaf; above >= 0; above = tree.parent[above]) if (lifted[above] === 1) node = above
        return node
      })
    },
  }
}
