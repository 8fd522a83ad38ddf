/** Grows a tree by splitting while it pays, then collapses subtrees that do not help on the training rows. */
import { divideEntries, type Entries, sumClassWeights } from './entries.ts'
import { trainingErrors } from './pessimistic-errors.ts'
import type { SplitChooser } from './split.ts'
import type { TrainingData } from './training-data.ts'
import { makeLeaf, type SplitNode, sum, type TreeNode } from './tree.ts'

/**
 * Growth as a generator: yields the number of rows before each split, so that the caller can pause. Sending true stops
 * further splits; the tree is still complete.
 */
export type Growth<Result> = Generator<number, Result, boolean>

export function* growTree(data: TrainingData, chooser: SplitChooser, entries: Entries): Growth<TreeNode> {
  const classWeights = sumClassWeights(data, entries)
  const isOver = yield entries.rows.length
  const test = isOver ? undefined : chooser.choose(entries, classWeights)
  if (!test) return makeLeaf(classWeights)
  const branches: TreeNode[] = []
  for (const part of divideEntries(data, test, entries)) branches.push(yield* growTree(data, chooser, part))
  return { ...test, classWeights, weight: sum(classWeights), branches } as SplitNode
}

export function fullyGrown<Result>(growth: Growth<Result>): Result {
  let step = growth.next(false)
  while (!step.done) step = growth.next(false)
  return step.value
}

/** Top down: a subtree without fewer training errors than a leaf becomes that leaf. */
export function collapseTree(root: TreeNode): TreeNode {
  const errorsBelow = new Map<TreeNode, number>()
  const count = (node: TreeNode): number => {
    let errors = 0
    if (node.kind === 'leaf') errors = trainingErrors(node.classWeights)
    else for (const branch of node.branches) errors += count(branch)
    errorsBelow.set(node, errors)
    return errors
  }
  const collapse = (node: TreeNode): TreeNode => {
    if (node.kind === 'leaf') return node
    if (errorsBelow.get(node)! >= trainingErrors(node.classWeights) - 0.001) return makeLeaf(node.classWeights)
    return { ...node, branches: node.branches.map(collapse) }
  }
  count(root)
  return collapse(root)
}
