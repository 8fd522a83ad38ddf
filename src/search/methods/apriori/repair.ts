/**
 * Repairs a rare set of tree nodes: lifts each node to itself or an ancestor so that at least k baskets hold the lifted
 * set, at the least NCP of the cut. Lifted nodes below another one drop out; every non-empty basket holds the root.
 * Ties: fewer steps up, then the smaller vector of steps.
 * Cost: (depth + 1)^size candidates; supports are counted only for cheaper ones.
 */
import type { ItemTally } from '../../items-search.ts'
import { type ItemTree, isAbove } from './item-tree.ts'

/** `set`: all nodes of the lifted set enter the cut. `moved`: only nodes that moved. */
export type Lift = 'set' | 'moved'

export interface Repair {
  /** Nodes to lift to, none above another. */
  readonly targets: readonly number[]
  readonly steps: readonly number[]
}

export interface RepairSettings {
  readonly tree: ItemTree
  readonly cut: Cut
  readonly k: number
  countSupport(nodes: readonly number[]): number
  readonly tally: ItemTally
  readonly tops: Uint8Array
  readonly lift: Lift
}

export function findRepair(
  nodes: readonly number[],
  { tree, cut, k, countSupport, tally, tops, lift }: RepairSettings,
): Repair | undefined {
  const size = nodes.length
  const steps = new Array<number>(size).fill(0)
  const lifted = [...nodes]
  let best: Repair | undefined
  let bestCost = Number.POSITIVE_INFINITY
  let bestTotal = 0
  for (;;) {
    // Vectors come in lexicographic order, so a later one never wins a full tie.
    let turning = size - 1
    while (turning >= 0 && tops[lifted[turning]] === 1) {
      steps[turning] = 0
      lifted[turning] = nodes[turning]
      turning--
    }
    if (turning < 0) return best
    steps[turning]++
    lifted[turning] = tree.parent[lifted[turning]]
    tally.evaluations++

    const uncovered = lifted.filter((node, i) =>
      lifted.every((other, j) => i === j || (other === node ? i < j : !isAbove(tree, other, node))),
    )
    const targets = lift === 'set' ? uncovered : uncovered.filter((node) => !nodes.includes(node))
    let cost = 0
    for (const target of targets) cost += cut.addedCost(target)
    const total = steps.reduce((sum, step) => sum + step, 0)
    if (cost > bestCost || (cost === bestCost && total >= bestTotal)) continue
    if (countSupport(uncovered) < k) continue
    best = { targets, steps: [...steps] }
    bestCost = cost
    bestTotal = total
  }
}

/** A cut of the item tree that only moves up, and its cost Σ occ(i)·|node of i|: NCP times Σ occ · M. */
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
