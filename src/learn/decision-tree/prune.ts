/**
 * Pessimistic pruning with subtree raising, bottom up: a node keeps its subtree, becomes a leaf, or is replaced by its
 * largest branch, whichever has the fewest expected errors (the simpler within 0.1). Raising sends all rows of the node
 * through the branch, so the worst case is rows × depth².
 */
import { TINY } from '../learner.ts'
import { divideEntries, type Entries, sumClassWeights } from './entries.ts'
import { estimatedErrors } from './pessimistic-errors.ts'
import type { TrainingData } from './training-data.ts'
import { makeLeaf, type SplitNode, sum, type TreeNode } from './tree.ts'

export interface PruneSettings {
  readonly confidence: number
  readonly raising: boolean
}

const SLACK = 0.1 + TINY

export function pruneTree(data: TrainingData, root: TreeNode, entries: Entries, settings: PruneSettings): TreeNode {
  const { confidence, raising } = settings

  function prune(node: TreeNode, at: Entries): { node: TreeNode; errors: number } {
    const leafErrors = estimatedErrors(node.classWeights, confidence)
    if (node.kind === 'leaf') return { node, errors: leafErrors }
    const parts = divideEntries(data, node, at)
    const pruned = node.branches.map((branch, place) => prune(branch, parts[place]))
    const errors = pruned.reduce((total, branch) => total + branch.errors, 0)
    const largest = pruned[largestBranch(node)].node
    const raisedErrors = raising ? errorsThrough(largest, at) : Number.POSITIVE_INFINITY
    if (leafErrors <= errors + SLACK && leafErrors <= raisedErrors + SLACK)
      return { node: makeLeaf(node.classWeights), errors: leafErrors }
    if (raisedErrors <= errors + SLACK) return prune(distribute(data, largest, at), at)
    return { node: { ...node, branches: pruned.map((branch) => branch.node) }, errors }
  }

  function errorsThrough(node: TreeNode, at: Entries): number {
    if (node.kind === 'leaf') return estimatedErrors(sumClassWeights(data, at), confidence)
    const parts = divideEntries(data, node, at)
    return node.branches.reduce((total, branch, place) => total + errorsThrough(branch, parts[place]), 0)
  }

  return prune(root, entries).node
}

export function distribute(data: TrainingData, node: TreeNode, entries: Entries): TreeNode {
  const classWeights = sumClassWeights(data, entries)
  if (node.kind === 'leaf') return makeLeaf(classWeights)
  const parts = divideEntries(data, node, entries)
  const branches = node.branches.map((branch, place) => distribute(data, branch, parts[place]))
  return { ...node, classWeights, weight: sum(classWeights), branches } as SplitNode
}

function largestBranch(node: SplitNode): number {
  let best = 0
  let most = 0
  node.branches.forEach((branch, place) => {
    if (branch.weight >= most - TINY) {
      most = branch.weight
      best = place
    }
  })
  return best
}
