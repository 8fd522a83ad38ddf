/** Predicts class shares: a row with a missing tested value goes down every branch by the branches' shares. */
import { InternalError } from '../../ground/errors.ts'
import { columnCells, type LearnColumn } from '../coded-table.ts'
import { branchShares, type SplitNode, type TreeNode } from './tree.ts'

/** `columns` have the order and codes of the training table. */
export function predictWithTree(
  root: TreeNode,
  columns: readonly LearnColumn[],
  rows: number,
  classes: number,
): Float64Array {
  const shares = new Float64Array(rows * classes)
  const values = columnCells(columns)
  const nodeShares = new Map<SplitNode, Float64Array>()

  function send(start: TreeNode, row: number, weight: number): void {
    let node = start
    while (node.kind !== 'leaf') {
      const place = findBranch(node, values[node.column][row])
      if (place < 0) {
        let fractions = nodeShares.get(node)
        if (!fractions) nodeShares.set(node, (fractions = branchShares(node)))
        for (let branch = 0; branch < node.branches.length; branch++) {
          if (node.branches[branch].weight > 0) send(node.branches[branch], row, weight * fractions[branch])
        }
        return
      }
      // No training row had this value here: use the node's classes.
      if (node.branches[place].weight <= 0) break
      node = node.branches[place]
    }
    for (let c = 0; c < classes; c++) shares[row * classes + c] += (weight * node.classWeights[c]) / node.weight
  }

  if (root.weight <= 0) throw new InternalError('a tree without training rows cannot predict')
  for (let row = 0; row < rows; row++) send(root, row, 1)
  return shares
}

export function findBranch(node: SplitNode, value: number): number {
  if (node.kind === 'categories') return value
  return Number.isNaN(value) ? -1 : value <= node.threshold ? 0 : 1
}
