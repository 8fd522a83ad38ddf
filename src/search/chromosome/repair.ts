/** Repair: the valid chromosome nearest in Hamming distance, ties to the more general cut. Cost: tree nodes. */
import type { Tree } from '../../hierarchy/hierarchy.ts'
import type { Layout } from './chromosome.ts'

export type Repair = (bits: Uint8Array) => void

export function createRepair(layout: Layout): Repair {
  const columns = layout.hierarchies.flatMap(({ tree }, column) =>
    tree === undefined ? [] : [repairColumn(tree, layout.offsets[column])],
  )
  return (bits) => {
    for (const repair of columns) repair(bits)
  }
}

/** Bit `offset` + i separates leaves i and i + 1. */
export function repairColumn(tree: Tree, offset: number): Repair {
  const { first, last, children } = tree
  const nodes = first.length
  const leaves = tree.leafNode.length
  const onesBefore = new Int32Array(leaves)
  const cost = new Int32Array(nodes)
  const opens = new Uint8Array(nodes)

  function decide(bits: Uint8Array): void {
    for (let i = 1; i < leaves; i++) onesBefore[i] = onesBefore[i - 1] + bits[offset + i - 1]
    // Nodes are in pre-order: going backwards meets children before parents.
    for (let node = nodes - 1; node >= 0; node--) {
      const nodes = children[node]
      opens[node] = 0
      cost[node] = 0
      if (nodes.length === 0) continue
      const closed = onesBefore[last[node]] - onesBefore[first[node]]
      let open = 0
      for (let i = 0; i < nodes.length; i++) {
        open += cost[nodes[i]]
        if (i + 1 < nodes.length) open += 1 - bits[offset + last[nodes[i]]]
      }
      opens[node] = open < closed ? 1 : 0
      cost[node] = Math.min(open, closed)
    }
  }

  function apply(node: number, bits: Uint8Array): void {
    if (opens[node] === 0) {
      bits.fill(0, offset + first[node], offset + last[node])
      return
    }
    const kids = children[node]
    for (let i = 0; i < kids.length; i++) {
      if (i + 1 < kids.length) bits[offset + last[kids[i]]] = 1
      apply(kids[i], bits)
    }
  }

  return (bits) => {
    decide(bits)
    apply(0, bits)
  }
}
