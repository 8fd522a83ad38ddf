/**
 * The semantic weight w(ĩ) of UL (Loukides et al. 2011), which the paper leaves open: the levels of the smallest node
 * above all items of a generalized item (1 for a single item, 2 for siblings, …). Integers keep comparisons exact: w ·
 * sup replaces sup. Cost: O(depth) per pair.
 */
import type { Baskets } from '../../baskets/baskets.ts'
import { userError } from '../../ground/errors.ts'
import type { Tree } from '../../hierarchy/hierarchy.ts'
import { leavesOfItems } from '../items-search.ts'

export const weightsOption = {
  name: 'weights',
  type: 'choice',
  choices: ['equal', 'taxonomy'],
  default: 'equal',
  meaning: 'weight of a merge in the utility loss: equal for all, or by the taxonomy levels between the items',
} as const

export type MergeWeights = ReturnType<typeof weightsByTree>

export function weightsByTree(tree: Tree | undefined, { items }: Baskets) {
  if (tree === undefined)
    throw userError('together', 'algorithm.weights')`weights: taxonomy needs a taxonomy of the items; give their column
      one, or leave weights out`
  const { parent } = tree
  const height = new Int32Array(parent.length).fill(1)
  for (let node = parent.length - 1; node > 0; node--)
    height[parent[node]] = Math.max(height[parent[node]], height[node] + 1)
  const nodes = leavesOfItems(tree, items, 'algorithm.weights')
  // Parents precede children: the later of two nodes is not above the other.
  const above = (c: number, d: number): number => {
    let [a, b] = [nodes[c], nodes[d]]
    while (a !== b) {
      if (a > b) a = parent[a]
      else b = parent[b]
    }
    return a
  }
  return {
    most: height[0],
    of: (c: number, d: number) => height[above(c, d)],
    merged(survivor: number, c: number, d: number): void {
      nodes[survivor] = above(c, d)
    },
  }
}
