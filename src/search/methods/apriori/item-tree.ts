/** The tree as Apriori walks it, in pre-order: occurring items only, no single-child nodes. */
import { userError } from '../../../ground/errors.ts'
import type { Tree } from '../../../hierarchy/hierarchy.ts'
import { leavesOfItems } from '../../items-search.ts'

export interface ItemTree {
  readonly names: readonly string[]
  readonly parent: Int32Array
  readonly depth: Int32Array
  readonly leaves: Int32Array
  /** Position of the first leaf under each node, in tree order. */
  readonly firstLeaf: Int32Array
  /** One past the last node of each node's subtree. */
  readonly end: Int32Array
  readonly itemNodes: Int32Array
}

export function itemTree(tree: Tree, items: readonly string[]): ItemTree {
  const leafItems = new Int32Array(tree.parent.length).fill(-1)
  const below = new Int32Array(tree.parent.length)
  leavesOfItems(tree, items, 'columns').forEach((leaf, code) => {
    leafItems[leaf] = code
    for (let node = leaf; node >= 0; node = tree.parent[node]) below[node]++
  })

  const names: string[] = []
  const parent: number[] = []
  const leaves: number[] = []
  const itemNodes = new Int32Array(items.length)
  const numbers = new Int32Array(tree.parent.length)
  for (let node = 0; node < tree.parent.length; node++) {
    const above = node === 0 ? -1 : numbers[tree.parent[node]]
    numbers[node] = above
    const sameAsChild = tree.children[node].some((child) => below[child] === below[node])
    if (below[node] === 0 || sameAsChild) continue
    numbers[node] = names.length
    if (leafItems[node] >= 0) itemNodes[leafItems[node]] = names.length
    names.push(tree.names[node])
    parent.push(above)
    leaves.push(below[node])
  }
  refuseSharedNames(names)

  const count = names.length
  const depth = new Int32Array(count)
  const end = new Int32Array(count)
  const firstLeaf = new Int32Array(count)
  let leaf = 0
  for (let node = 0; node < count; node++) {
    depth[node] = parent[node] < 0 ? 0 : depth[parent[node]] + 1
    end[node] = node + 1
    firstLeaf[node] = leaf
    if (leaves[node] === 1) leaf++
  }
  for (let node = count - 1; node > 0; node--) end[parent[node]] = Math.max(end[parent[node]], end[node])
  return { names, parent: Int32Array.from(parent), depth, leaves: Int32Array.from(leaves), firstLeaf, end, itemNodes }
}

export function isAbove(tree: ItemTree, node: number, other: number): boolean {
  return node < other && other < tree.end[node]
}

/** A published token must identify its node. */
function refuseSharedNames(names: readonly string[]): void {
  const wrongFile = userError('file', 'columns')
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name))
      throw wrongFile`the name "${name}" stands at two nodes of the tree; an item must name one node: rename one`
    seen.add(name)
  }
}
