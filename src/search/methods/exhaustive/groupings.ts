/** All groupings of one hierarchy, ascending by endpoint bits (bit i separates code i from code i + 1). */
import { fillFromBits, finestGrouping, type Grouping } from '../../../hierarchy/grouping.ts'
import type { Hierarchy, Tree } from '../../../hierarchy/hierarchy.ts'

export function* enumerateGroupings(hierarchy: Hierarchy): Generator<Grouping, void, undefined> {
  const size = hierarchy.values.length
  const bits = new Uint8Array(Math.max(0, size - 1))
  for (const _ of hierarchy.tree === undefined ? allBits(bits, 0) : cutsBelow(hierarchy.tree, 0, bits)) {
    const grouping = finestGrouping(size)
    fillFromBits(grouping, bits)
    yield grouping
  }
}

/** 2^(size − 1), or the number of cuts of the tree. Exact for any size. */
export function countGroupings(hierarchy: Hierarchy): bigint {
  if (hierarchy.tree === undefined) return 2n ** BigInt(Math.max(0, hierarchy.values.length - 1))
  return countCuts(hierarchy.tree, 0)
}

/** cuts(leaf) = 1; cuts(node) = 1 + Π cuts(children). A node with one child is that child. */
function countCuts(tree: Tree, node: number): bigint {
  const children = tree.children[node]
  if (children.length === 0) return 1n
  let open = 1n
  for (const child of children) open *= countCuts(tree, child)
  return children.length === 1 ? open : 1n + open
}

function* allBits(bits: Uint8Array, from: number): Generator<void, void, undefined> {
  if (from === bits.length) return yield
  for (let bit = 0; bit <= 1; bit++) {
    bits[from] = bit
    yield* allBits(bits, from + 1)
  }
}

/** Sets the bits inside the node to each of its cuts: closed first, then the children's, the first slowest. */
function* cutsBelow(tree: Tree, node: number, bits: Uint8Array): Generator<void, void, undefined> {
  const children = tree.children[node]
  if (children.length === 0) return yield
  if (children.length > 1) {
    bits.fill(0, tree.first[node], tree.last[node])
    yield
  }
  yield* cutsOfSiblings(tree, children, 0, bits)
}

function* cutsOfSiblings(
  tree: Tree,
  siblings: Int32Array,
  from: number,
  bits: Uint8Array,
): Generator<void, void, undefined> {
  if (from === siblings.length) return yield
  if (from > 0) bits[tree.first[siblings[from]] - 1] = 1
  for (const _ of cutsBelow(tree, siblings[from], bits)) yield* cutsOfSiblings(tree, siblings, from + 1, bits)
}
