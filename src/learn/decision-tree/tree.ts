/**
 * A decision tree as plain data: a node is a leaf, or tests a column and has a branch per value (categories) or two
 * (threshold). Rows with a missing tested value belong to every branch in part.
 */
import type { ColumnSchema } from '../coded-table.ts'

export type TreeNode = LeafNode | CategoryNode | ThresholdNode

interface NodeBase {
  readonly classWeights: Float64Array
  /** 0: no training row reached the node. */
  readonly weight: number
}

export interface LeafNode extends NodeBase {
  readonly kind: 'leaf'
}

export interface CategoryNode extends NodeBase {
  readonly kind: 'categories'
  readonly column: number
  /** One per value, in order; empty ones are leaves of weight 0. */
  readonly branches: readonly TreeNode[]
}

export interface ThresholdNode extends NodeBase {
  readonly kind: 'threshold'
  readonly column: number
  /** The first branch takes numbers up to this training value, the second those above. */
  readonly threshold: number
  readonly branches: readonly TreeNode[]
}

export type SplitNode = CategoryNode | ThresholdNode

export function makeLeaf(classWeights: Float64Array): LeafNode {
  return { kind: 'leaf', classWeights, weight: sum(classWeights) }
}

export function countNodes(node: TreeNode): { leaves: number; nodes: number } {
  if (node.kind === 'leaf') return { leaves: 1, nodes: 1 }
  const total = { leaves: 0, nodes: 1 }
  for (const branch of node.branches) {
    const { leaves, nodes } = countNodes(branch)
    total.leaves += leaves
    total.nodes += nodes
  }
  return total
}

export function branchShares(node: SplitNode): Float64Array {
  let total = 0
  for (const branch of node.branches) total += branch.weight
  return Float64Array.from(node.branches, (branch) => (total > 0 ? branch.weight / total : 1 / node.branches.length))
}

/** `age <= 27`, `workclass = Private`. */
export function testText(tested: ColumnSchema, node: SplitNode, place: number): string {
  if (node.kind === 'threshold') return `${tested.name} ${place === 0 ? '<=' : '>'} ${node.threshold}`
  return `${tested.name} = ${tested.kind === 'categories' ? tested.values[place] : place}`
}

export function sum(values: Float64Array): number {
  let total = 0
  for (let i = 0; i < values.length; i++) total += values[i]
  return total
}
